"""Verdicts of the judge on work that the tests alone would accept."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dbt.engine.tiny import FILES

from headwater.dbt.engine import BuildLimits
from headwater.errors import GradingError
from headwater.grading import Graded, Workspace
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.grading import BrokenTask, JudgeInput, Judgement, checks_of, judge
from headwater.suites.warehouse.grading._checks import documents, is_of_a_tool
from headwater.suites.warehouse.grading._declared import lost_tests
from headwater.suites.warehouse.grading._judge import work_of
from headwater.suites.warehouse.judge._work import judge_work

STG = "models/staging/stg_orders.sql"
CUSTOMERS = "models/marts/dim_customers.sql"
REPORT = "models/reports/rpt_revenue.sql"
MARTS = "models/marts/_marts.yml"
SCRATCH = "models/marts/dim_scratch.sql"
CAUSE = "model.shop.stg_orders"
REVENUE_REPORT = "model.shop.rpt_revenue"
REVENUE = "test.shop.revenue_is_that_of_orders.261b619127"
TASK = BrokenTask(target=REVENUE, failing=(REVENUE,), causes=(CAUSE,))
SLOW = "(select sum(hash(a.range * b.range) % 3) from range(6000) as a, range(10000) as b)"


@dataclass(eq=False)
class StateParts:
    """The parts of the state under grading that are read before anything runs."""

    workspace: Workspace
    base: Path


def judged(base: Base, texts: dict[str, str], *removed: str) -> Judgement:
    found = judge_work(JudgeInput(task=TASK, texts=texts, removed=removed), base)
    assert found.errors == ()
    return found


def test_work_without_relevant_changes_is_right(base: Base) -> None:
    found = judged(base, {STG: FILES[STG] + "-- a word\n"})
    assert found == Judgement()


def test_a_relation_of_another_name_is_missing(base: Base) -> None:
    found = judged(base, {REPORT: "{{ config(alias='rpt_other') }}" + FILES[REPORT]})
    assert found.site.missing == {
        "model.shop.rpt_revenue": "it is now analytics_reports.rpt_other, not analytics_reports.rpt_revenue"
    }
    found = judged(base, {REPORT: "{{ config(schema='else') }}" + FILES[REPORT]})
    assert set(found.site.missing) == {"model.shop.rpt_revenue"}


def test_a_relation_that_is_no_longer_stored_is_missing(base: Base) -> None:
    found = judged(base, {REPORT: "{{ config(materialized='ephemeral') }}" + FILES[REPORT]})
    assert found.site.missing == {"model.shop.rpt_revenue": "it is now ephemeral, not a table"}


def test_a_table_that_becomes_a_view_is_stored_otherwise(base: Base) -> None:
    found = judged(base, {REPORT: "{{ config(materialized='view') }}" + FILES[REPORT]})
    assert found.site.missing == {}
    assert found.site.stored_otherwise == {"model.shop.rpt_revenue": "view, was table"}


def test_deleted_files_are_missing(base: Base) -> None:
    found = judged(base, {}, "snapshots/customers_history.sql")
    assert found.site.missing == {"snapshot.shop.customers_history": "it is no longer there"}
    found = judge_work(JudgeInput(task=TASK, removed=(REPORT,)), base)
    assert "model rpt_revenue is declared, but no file" in found.errors[0]


def test_a_new_model_has_to_be_read(base: Base) -> None:
    scratch = "select * from {{ ref('stg_orders') }}"
    assert judged(base, {SCRATCH: scratch}).unread == ("model.shop.dim_scratch",)
    read = FILES[CUSTOMERS].replace("ref('stg_customers')", "ref('dim_scratch')")
    found = judged(base, {SCRATCH: "select * from {{ ref('stg_customers') }}", CUSTOMERS: read})
    assert (found.unread, found.site.differs) == ((), ())


def test_the_time_of_a_new_model_counts_for_its_readers(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.suites.warehouse.judge._work.SLOWER_SEC", 0.1)
    read = FILES[CUSTOMERS].replace("ref('stg_customers')", "ref('dim_scratch')")
    slow = f"select * from {{{{ ref('stg_customers') }}}} where {SLOW} is not null"
    above = SCRATCH.replace("dim_", "stg_")
    found = judged(base, {above: slow, SCRATCH: "select * from {{ ref('stg_scratch') }}", CUSTOMERS: read})
    assert found.site.failing == {}
    assert [each.relation for each in found.slow] == ["model.shop.dim_customers"]


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (STG, "select * from " + "(select * from " * 2000 + "(select 1)" + ")" * 2000, "it nests too deeply"),
        (STG, r"{{ config(alias='a\ud800b') }} select 1 as a", "it is now analytics_staging.a"),
        (STG, r"select {{ '\ud800' }} as a", "contains half a character"),
        (STG, "select {{ '\\x00' }} as a", ""),
        (f"{MARTS}/x.sql", "select 1 as a", "conflicts with the project's own files"),
        ("seeds/names.csv", f"code,label\nde,{'x' * 200_000}\n", "seeds/names.csv: field larger"),
    ],
)
def test_a_text_such_as_no_project_has_does_not_end_the_judge(base: Base, file: str, text: str, message: str) -> None:
    found = judge_work(JudgeInput(task=TASK, texts={file: text}), base)
    output = (*found.errors, *found.refusals, *found.site.missing.values())
    assert any(message in each for each in output), output


PIECES = (
    *(
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "#}",
        "'",
        '"',
        "(",
        ")",
        "--",
        "/*",
        ";",
        "\0",
        "\ufeff",
        "\r",
        "\\",
        "$1",
        "::",
        "9" * 400,
    ),
    *(
        "{% macro a() %}",
        "{% endmacro %}",
        "{% snapshot a %}",
        "{% endif %}",
        "{{ this }}",
        "{{ config }}",
        "{{ ref }}",
    ),
    *("{{ config(contract=1) }}", "{{ config(alias=none) }}", "{{ config(unique_key={}) }}", "{{ config(tags=ref) }}"),
    *(
        "{{ 'a' | truncate(-5) }}",
        "{{ [] | max }}",
        "{{ 1 / 0 }}",
        "{{ ref() }}",
        "{{ source(none, 5) }}",
        "{{ var([]) }}",
    ),
    *("{{ adapter.dispatch(5)() }}", "{{ modules.re.match('(') }}", "{{ tojson('\\ud800') }}", "{{ return(this) }}"),
    *("unnest([1])", "columns(*)", "query('select 1')", "union all select", "order by all", "sample 10%", "1e999"),
)


@settings(derandomize=True, max_examples=80, deadline=None)
@given(
    st.sampled_from([STG, REPORT, "macros/money.sql", "snapshots/customers_history.sql", "seeds/names.csv"]),
    st.lists(st.tuples(st.integers(0, 300), st.sampled_from(PIECES)), min_size=1, max_size=3),
)
def test_every_text_gets_a_judgement(base: Base, file: str, pieces: list[tuple[int, str]]) -> None:
    text = FILES[file]
    for at, piece in pieces:
        text = text[:at] + piece + text[at:]
    assert isinstance(judge_work(JudgeInput(task=TASK, texts={file: text}), base), Judgement)


def test_a_fault_of_the_solution_is_not_attributed_to_the_work(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("ours")

    monkeypatch.setattr("headwater.suites.warehouse.judge._work.injected", broken)
    with pytest.raises(ValueError, match="ours"):
        judge_work(JudgeInput(task=TASK, texts={STG: FILES[STG] + "-- a word\n"}), base)


def test_a_refusal_on_other_data_is_a_failure_there(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = Judgement(refusals=("it cannot be built there",))
    monkeypatch.setattr("headwater.suites.warehouse.grading._checks.judge", lambda _graded, _task: Judgement())
    monkeypatch.setattr("headwater.suites.warehouse.grading._checks.judge_elsewhere", lambda _graded, _task: refused)
    graded = StateParts(Workspace(base.workspace, base.workspace), base.folder)
    found = checks_of(TASK)["holds_for_other_data"](cast("Graded", graded))
    assert (found.passed, found.message) == (False, "wrong on other data: it cannot be built there")


def test_too_much_text_is_read_only_up_to_the_limit(base: Base, tmp_path: Path) -> None:
    workspace = tmp_path / "left"
    shutil.copytree(base.workspace, workspace)
    for number in range(20):
        with (workspace / f"models/{number:02}.sql").open("w") as file:
            file.truncate(3 << 20)
    (workspace / REPORT).unlink()
    graded = StateParts(Workspace(workspace, base.workspace), base.folder)
    work = work_of(cast("Graded", graded), TASK)
    assert sum(map(len, work.texts.values())) == 9 << 20
    assert work.removed == (REPORT,)
    assert judge(cast("Graded", graded), TASK).refusals == ("the changed files have more than 8 MiB",)


def test_the_clean_text_of_a_model_is_not_timed_on_removed_tables(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.suites.warehouse.judge._work.SLOWER_SEC", -1.0)
    read = "models/staging/stg_customers.sql"
    folded = "{{ config(materialized='ephemeral') }}" + FILES[read]
    found = judged(base, {read: folded, CUSTOMERS: FILES[CUSTOMERS] + "-- a word\n"})
    assert found.site.missing == {"model.shop.stg_customers": "it is now ephemeral, not a view"}
    assert found.slow == ()


def test_an_answer_is_not_compared_with_a_solution_that_does_not_build(
    base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.suites.warehouse.judge._opened._LIMITS", BuildLimits(statement_sec=2.0))
    for_ever = SLOW.replace("6000", "6000000")
    task = TASK.model_copy(update={"solved": {REPORT: f"{FILES[REPORT]} having {for_ever} is not null"}})
    with pytest.raises(GradingError, match=r"the solution does not build: model\.shop\.rpt_revenue"):
        judge_work(JudgeInput(task=task, texts={REPORT: FILES[REPORT] + "-- a word\n"}), base)


def test_a_schema_that_differs_only_by_case_does_not_break_the_judge(base: Base) -> None:
    scratch = "{{ config(schema='CORE') }} select * from {{ ref('stg_orders') }}"
    report = FILES[REPORT].replace("sum(amount_eur)", "sum(amount_eur)::double")
    found = judged(base, {SCRATCH: scratch, REPORT: report})
    assert (found.site.differs, found.unread) == ((), ("model.shop.dim_scratch",))


def test_tests_that_are_only_written_otherwise_are_not_lost() -> None:
    text = FILES[MARTS].replace("          - not_null\n", "          - not_null: {description: Always there.}\n")
    text = text.replace("  - name: dim_customers", "  - name: dim_customers\n    description: Who buys.")
    assert text.count("\n") == FILES[MARTS].count("\n") + 1
    assert lost_tests([FILES[MARTS]], {MARTS: text}) == []
    assert lost_tests([FILES[MARTS]], {"models/other.yml": FILES[MARTS].replace("data_tests:", "tests:")}) == []


@pytest.mark.parametrize(
    ("find", "replace", "lost"),
    [
        ("          - not_null\n", "", "tests of fct_orders/customer_id"),
        ("      - grain: {arguments", "      - grain: {config: {severity: warn}, arguments", "tests of fct_orders"),
        ("[Germany, unknown]", "[Germany, Austria, unknown]", "tests of dim_customers/country"),
        ("amount_eur: 2}", "amount_eur: 3}", "unit_tests only_new_orders_are_added"),
        ("  - name: dim_customers\n", "  - name: dim_other\n", "tests of dim_customers/country"),
    ],
)
def test_a_test_that_is_no_longer_declared_is_lost(find: str, replace: str, lost: str) -> None:
    assert find in FILES[MARTS]
    assert lost_tests([FILES[MARTS]], {MARTS: FILES[MARTS].replace(find, replace)}) == [lost]


def test_an_invalid_or_missing_yaml_file_has_lost_its_tests() -> None:
    source = FILES["models/staging/_sources.yml"]
    missing_test = "tests of web/orders/order_id"
    assert lost_tests([source], {}) == [missing_test]
    broken = lost_tests([source], {"models/staging/_sources.yml": "models: [\n"})
    assert broken[0].startswith("models/staging/_sources.yml:")
    assert broken[1:] == [missing_test]


@pytest.mark.parametrize(
    ("path", "is_tools"),
    [
        *(("target/run.json", True), ("logs/dbt.log", True), ("models/logs/dbt.log", True), (".user.yml", True)),
        *(("warehouse.duckdb", True), ("warehouse.duckdb.wal", True), (".claude/settings.json", True)),
        *(("old_target/a.sql", False), ("my-logs/notes.txt", False), ("models/x.git/a.sql", False)),
        *(("models/target/a.sql", False), ("a.user.yml", False)),
    ],
)
def test_only_folders_of_tools_are_theirs(path: str, is_tools: bool) -> None:
    assert is_of_a_tool(path) == is_tools


def test_documents_are_where_documentation_is() -> None:
    assert all(map(documents, ("docs/billing/a.md", "models/marts/b.yml", "macros/c.yaml", "seeds/core/d.md")))
    assert not any(map(documents, ("NOTES.md", "fix.yml", "bi/notes.md", "tests/a.yml", "models/a.txt")))


@pytest.mark.parametrize(
    ("file", "find", "replace", "mended", "differs"),
    [
        (STG, "amount_cents / 100.0", "amount_cents * 0.01", set(), set()),
        (STG, "amount_cents / 100.0", "cast(amount_cents as decimal(18, 3)) / 100", set(), set()),
        (STG, "currency,", "currency, 1 as version,", {CAUSE}, {CAUSE}),
        (STG, "currency,", "currency || '' as currency, trim(order_id) as label,", {CAUSE}, {CAUSE}),
        (STG, "amount_cents / 100.0", "(amount_cents + 0.001) / 100.0", set(), {CAUSE}),
        (REPORT, "sum(amount_eur)", "sum(amount_eur)::double", set(), set()),
        (REPORT, "sum(amount_eur)", "sum(amount_eur)::varchar", set(), {REVENUE_REPORT}),
        (REPORT, "count(*)", "1 as more, count(*)", {REVENUE_REPORT}, {REVENUE_REPORT}),
    ],
)
def test_values_are_compared_and_not_their_types(
    base: Base, file: str, find: str, replace: str, mended: set[str], differs: set[str]
) -> None:
    assert find in FILES[file]
    site = judged(base, {file: FILES[file].replace(find, replace)}).site
    assert (set(site.mended), set(site.differs)) == (mended, differs)
