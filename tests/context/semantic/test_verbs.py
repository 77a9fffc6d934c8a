"""From a database to query results, with the commands that a user types."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import duckdb
import pytest
from tests.commands import run_command
from tests.context.semantic.shop import TABLES


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return run_command(["context", *args], folder)


def answer(folder: Path, *args: str) -> object:
    done = run(folder, *args, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    with duckdb.connect(str(folder / "shop.duckdb")) as connection:
        connection.execute(TABLES)
    assert run(folder, "scan", "shop.duckdb").returncode == 0
    done = run(folder, "generate")
    assert done.returncode == 0, done.stderr
    assert "context/semantic/orders.yml" in done.stdout
    orders = folder / "context/semantic/orders.yml"
    orders.write_text(orders.read_text() + "  - {name: revenue, agg: sum, expr: amount}\n")
    return folder


def test_query_answers_with_rows_notes_and_sql(project: Path) -> None:
    request = ("-m", "revenue", "-m", "tickets_count", "-d", "segment", "-f", "orders.status = 'paid'")
    found = answer(project, "query", *request)
    assert isinstance(found, dict)
    assert found["rows"] == [["A", "10.00", 1], ["B", "7.00", 0], [None, "103.00", 1]]
    assert [column["name"] for column in found["columns"]] == ["segment", "revenue", "tickets_count"]
    assert "tickets → customers → orders" in found["notes"][0]
    assert found["sql"] in run(project, "query", *request, "--sql").stdout


def test_query_prints_a_table(project: Path) -> None:
    done = run(project, "query", "-m", "revenue", "-d", "metric_time", "--grain", "month", "--order-by", "revenue desc")
    assert done.stdout.splitlines()[0].split() == ["metric_time_month", "revenue"]
    assert done.stdout.splitlines()[2].split() == ["2024-02-01", "12.00"]


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (("-m", "revenu"), "headwater: measure revenu: no measure revenu; did you mean orders.revenue?"),
        (
            ("-m", "revenue", "-f", "status = (select 1)"),
            "headwater: filter 'status = (select 1)': 'subquery' is not",
        ),
        (("-m", "revenue", "--source", "nothing"), "headwater: nothing: no such source; there are shop"),
    ],
)
def test_a_mistake_is_one_line(project: Path, args: tuple[str, ...], line: str) -> None:
    done = run(project, "query", *args)
    assert done.returncode == 2
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1


def test_search_follows_edits_of_people(project: Path) -> None:
    found = answer(project, "search", "high", "priority")
    assert isinstance(found, list)
    assert found[0]["place"] == {"table": "shop:main.tickets", "column": "priority", "value": "high"}
    assert answer(project, "search", "leap", "second") == []
    page = project / "context/wiki/project.md"
    page.write_text(page.read_text() + "\nBeware of the leap second.\n")
    found = answer(project, "search", "leap", "second", "--kind", "page")
    assert isinstance(found, list)
    assert [hit["id"] for hit in found] == ["project.md"]


def test_generating_again_keeps_edits(project: Path) -> None:
    found = answer(project, "generate")
    assert isinstance(found, dict)
    changes = {file["file"]: file["change"] for file in found["files"]}
    assert changes["context/semantic/orders.yml"] == "kept"
    assert changes["context/wiki/metrics/orders.revenue.md"] == "new"
    assert changes["context/semantic/regions.yml"] == "unchanged"
    assert "name: revenue" in (project / "context/semantic/orders.yml").read_text()
