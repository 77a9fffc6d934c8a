"""Demands lead to places that can be read before a task starts, and that contain the names that checks need."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.policy import Policy
from headwater.tasks import LintFinding, lint_task, read_task

from .conftest import put


def lint(folder: Path, word: str) -> list[LintFinding]:
    """Return the findings whose message contains a word."""
    return [finding for finding in lint_task(read_task(folder), Policy()) if word in finding.message]


DEMANDING = """
from headwater.grading import Graded, Result, correct, expect, robust
from _helper import count

WANTED = "select id from mart.daily"

@correct(demand={demand!r})
def right(graded: Graded) -> Result:
    \"\"\"It holds.\"\"\"
    return expect(count(graded) and graded.postgres.query(WANTED), "it should hold")

@robust
def other(graded: Graded) -> Result:
    \"\"\"It holds.\"\"\"
    return expect(graded.postgres.query("select id from mart.elsewhere"), "it should hold")
"""
DOCS = "# Orders\n\nmart.daily has a row for each day.\n\n## What is late?\n\nSee `mart.hourly`, and  load_all.\n"


@pytest.fixture
def demanding(folder: Path) -> Path:
    """A task whose check names the place of its demand, with documents and a seeded table."""
    put(folder, "workspace/docs/orders.md", DOCS)
    put(folder, "workspace/notes.txt", "There are mart.elsewhere and mart.hourly.\n")
    put(folder, "seed/01_postgres.sql", "CREATE TABLE shop.orders (id int, currency text);\n")
    put(folder, "_helper.py", "def count(graded):\n    return graded.postgres.scalar('select 1 from shop.orders')\n")
    return folder


@pytest.mark.parametrize(
    "demand",
    [
        "docs/orders.md",
        "docs/orders.md#what-is-late",
        "docs/orders.md#and load_all",
        "docs/orders.md#mart.daily",
    ],
)
def test_a_demand_leads_to_a_file_a_heading_or_a_text(demanding: Path, demand: str) -> None:
    put(demanding, "checks.py", DEMANDING.format(demand=demand))

    assert lint(demanding, "check right") == []


@pytest.mark.parametrize(
    ("demand", "fault"),
    [
        ("docs/order.md", "'docs/order.md' is neither `prompt`, a file of workspace/, nor data such as"),
        ("solution/solve.sh", "'solution/solve.sh' is neither"),
        (
            "docs/orders.md#lateness",
            "docs/orders.md has no heading or text 'lateness'; its headings are #orders, #what-is-late",
        ),
        ("load.sql#daily", "load.sql has no heading or text 'daily'"),
        ("prompt#upsert", "'upsert' is not in instruction.md"),
        ("kafka:orders", "'kafka' is no service of the task, which has postgres, clickhouse"),
        ("postgres:shop.order", "no seed of postgres has 'shop.order'"),
        ("postgres:shop.orders#rate", "no seed of postgres has 'rate'"),
        ("clickhouse:shop.orders", "no seed of clickhouse has 'shop.orders'"),
    ],
)
def test_a_demand_that_leads_nowhere_is_found(demanding: Path, demand: str, fault: str) -> None:
    put(demanding, "checks.py", DEMANDING.format(demand=demand).replace("mart.daily", "shop.orders"))

    (finding,) = lint(demanding, "check right")

    assert (finding.file, finding.line) == (Path("checks.py"), 8)
    assert f"check right: demand {demand!r}: {fault}" in finding.message


@pytest.mark.parametrize(
    "demand", ["postgres:shop.orders", "postgres:shop.orders#currency", "prompt", "prompt#shop.orders"]
)
def test_data_of_services_and_both_prompts_are_places(demanding: Path, demand: str) -> None:
    put(demanding, "checks.py", DEMANDING.format(demand=demand).replace("mart.daily", "mart.orders"))

    assert lint(demanding, "check right") == []


def test_names_that_a_check_needs_are_at_its_demand_or_in_both_prompts(demanding: Path) -> None:
    """Names in a helper count, names that exist at the start are known, and other files do not count."""
    helper = "QUERY = 'select 1 from mart.hourly'\n\ndef count(graded):\n    return graded.postgres.scalar(QUERY)\n"
    put(demanding, "_helper.py", helper)
    put(demanding, "checks.py", DEMANDING.format(demand="prompt"))
    missing = {finding.message.split("'")[1] for finding in lint(demanding, "check right needs table")}
    assert missing == {"mart.daily", "mart.hourly"}

    put(demanding, "checks.py", DEMANDING.format(demand="docs/orders.md"))
    assert lint(demanding, "check right") == []

    put(demanding, "workspace/docs/orders.md", DOCS.replace("mart.hourly", "it"))
    (finding,) = lint(demanding, "check right")
    assert finding.message.startswith(
        "check right needs table 'mart.hourly', which is not in both instructions nor at 'docs/orders.md'"
    )


def test_a_demand_does_not_excuse_a_name_that_is_nowhere(demanding: Path) -> None:
    put(demanding, "checks.py", DEMANDING.format(demand="docs/orders.md").replace("mart.elsewhere", "mart.nowhere"))

    (finding,) = lint(demanding, "name it there")
    assert finding.message.startswith("table 'mart.nowhere' is not in instruction.md nor in instruction.informed.md")


def test_the_suite_decides_whether_each_check_names_its_demand(demanding: Path) -> None:
    put(demanding, "checks.py", DEMANDING.format(demand="docs/orders.md"))
    task = read_task(demanding)
    message = "check other names no place that states its demand; add `demand=`"
    assert message not in [finding.message for finding in lint_task(task, Policy())]
    found = [finding for finding in lint_task(task, Policy(demands=True)) if finding.message == message]
    assert [finding.file for finding in found] == [Path("checks.py")]
    assert not [each for each in lint_task(task, Policy(demands=True)) if "check right names no place" in each.message]
