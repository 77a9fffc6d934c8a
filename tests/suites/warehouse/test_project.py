"""The company's dbt project as a whole: its size, and the names in its BI layer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import duckdb
import pytest
import yaml

from headwater.dbt.engine import Plan, read_plan
from headwater.simulation._tables import schema_sql
from headwater.suites.warehouse._bi import is_of_bi, with_bi
from headwater.suites.warehouse._workspace import project_texts
from headwater.suites.warehouse.base import PROJECT
from headwater.suites.warehouse.breaks._symptoms import SYMPTOMS, name_of_test, read_symptoms

DOCS = Path(__file__).parents[3] / "docs"
FILES = sorted(path for path in PROJECT.rglob("*") if path.is_file())
DEFINITIONS = {
    kind: {path.stem: yaml.safe_load(path.read_text()) for path in FILES if path.match(f"bi/*/{kind}s/*.yml")}
    for kind in ("chart", "check", "dashboard", "dataset", "metric")
}


@pytest.fixture(scope="module")
def plan() -> Plan:
    return read_plan(PROJECT)


@pytest.fixture(scope="module")
def tables(plan: Plan) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with every relation of the project, without rows."""
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute("attach ':memory:' as raw; use raw")
        connection.execute(schema_sql())
        connection.execute(f"attach ':memory:' as {plan.database}; use {plan.database}")
        for uid in plan.order:
            step = plan.steps[uid]
            if step.is_stored:
                connection.execute(f'create schema if not exists "{step.relation.schema}"')
                name = step.relation.within(plan.database)
                connection.execute(f"create table {name} as select * from (\n{step.sql}\n) limit 0")
        yield connection


def test_symptoms_belong_to_existing_tests(plan: Plan) -> None:
    names = {name_of_test(uid) for uid in (*plan.tests, *plan.unit_tests)}
    assert sorted(read_symptoms(SYMPTOMS).keys() - names) == []


def test_incremental_models_name_a_column_with_the_time_of_their_rows(
    plan: Plan, tables: duckdb.DuckDBPyConnection
) -> None:
    """A later run with new rows is tried on tables that lack the newest rows by this column."""
    models = [step for step in plan.steps.values() if step.materialized == "incremental"]
    assert len(models) >= 60
    for step in models:
        column = f"{step.config['event_time']} - interval 2 day"
        tables.execute(f"select {column} from {step.relation.within(plan.database)}")


@pytest.mark.parametrize("page", ["snowflake", "warehouse"])
def test_documentation_has_the_number_of_tests(plan: Plan, page: str) -> None:
    data, unit = len(plan.tests), len(plan.unit_tests)
    text = " ".join((DOCS / f"{page}.md").read_text().split())
    assert f"{data + unit:,} tests ({data:,} data tests and {unit} unit tests)" in text


def test_the_project_is_as_large_as_that_of_a_company(plan: Plan) -> None:
    @cache
    def depth(uid: str) -> int:
        parents = plan.steps[uid].parents if uid in plan.steps else ()
        return 1 + max((depth(parent) for parent in parents), default=0)

    kinds = [step.kind for step in plan.steps.values()]
    macros = sum(len(re.findall(r"{%-?\s*macro\s", path.read_text())) for path in (PROJECT / "macros").rglob("*.sql"))
    settings = [path for path in FILES if path.suffix == ".yml" and "bi" not in path.relative_to(PROJECT).parts]
    layers = [
        max(depth(uid) for uid in plan.steps if folder in plan.steps[uid].file) for folder in ("reports", "semantic")
    ]
    assert plan.errors + plan.refusals == []
    sql_bytes = sum(path.stat().st_size for path in FILES if path.suffix == ".sql")
    assert kinds.count("model") >= 900
    assert sql_bytes >= 2_000_000
    assert macros >= 300
    assert len(settings) >= 90
    assert len(plan.tests) + len(plan.unit_tests) >= 5_000
    assert min(layers) >= 10
    assert len(FILES) >= 1_900
    assert {"snapshot", "seed"} <= set(kinds)


def test_names_of_the_bi_layer_are_those_of_its_files() -> None:
    for kind, found in DEFINITIONS.items():
        assert len(found) == sum(path.match(f"bi/*/{kind}s/*.yml") for path in FILES), f"two files of one name: {kind}s"
        assert {stem for stem, each in found.items() if stem != (each.get("name") or each.get("id"))} == set()
        assert {stem for stem, each in found.items() if each["kind"] != kind} == set()


def test_queries_of_the_bi_layer_name_models_and_columns_that_exist(
    plan: Plan, tables: duckdb.DuckDBPyConnection
) -> None:
    with_queries = with_bi(plan, project_texts(PROJECT, ("bi",)))
    queries = {uid: step.sql for uid, step in with_queries.steps.items() if is_of_bi(uid)}
    queries |= {uid: test.sql for uid, test in with_queries.tests.items() if is_of_bi(uid)}
    wrong = []
    for uid, sql in queries.items():
        try:
            tables.execute(sql)
        except duckdb.Error as error:
            wrong.append(f"{uid}: {error}")
    assert wrong == []
    assert len(queries) > 1_000


def test_dashboards_filter_by_columns_that_exist(plan: Plan, tables: duckdb.DuckDBPyConnection) -> None:
    relations = {step.name: step.relation.within(plan.database) for step in plan.steps.values() if step.is_stored}
    for board in DEFINITIONS["dashboard"].values():
        if board.get("filters"):
            columns = ", ".join(f'"{column}"' for column in board["filters"])
            tables.execute(f"select {columns} from {relations[board['model']]}")


def test_dashboards_show_charts_that_exist() -> None:
    charts_by_dashboard = {
        name: [*board.get("charts", []), *(chart for row in board.get("rows", []) for chart in row)]
        for name, board in DEFINITIONS["dashboard"].items()
    }
    chart_names = {chart for charts in charts_by_dashboard.values() for chart in charts}
    assert chart_names == DEFINITIONS["chart"].keys()  # each named chart exists, and each existing chart is shown
    assert all(charts_by_dashboard.values())
