"""The next run keeps what is stored, and adds what the code of that run adds."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from tests.dbt.engine.tiny import FILES, write_tiny

from headwater.dbt.engine import (
    STORED,
    DuckDBConnection,
    EngineProject,
    Runner,
    is_stateful,
    next_run,
    plan_of,
    stored_source,
)

ORDERS, HISTORY = "model.shop.fct_orders", "snapshot.shop.customers_history"
ORDERS_FILE, HISTORY_FILE = "models/marts/fct_orders.sql", "snapshots/customers_history.sql"
INCREMENT = "(select max(ordered_at) from {{ this }})"


def run(folder: Path, changes: dict[str, str], stored: dict[str, str], query: str) -> list[tuple[object, ...]]:
    """Run the project on stored tables, given as queries of what a first run builds, and query the result."""
    project = EngineProject.read(write_tiny(folder, changes))
    plan = plan_of(project)
    with closing(DuckDBConnection(plan.database, folder / "raw.duckdb")) as connection:
        first = Runner(plan, connection)
        first.run(tests=())
        contents = {}
        for uid, select in stored.items():
            first.ensure(uid)
            name = plan.steps[uid].relation
            contents[uid] = connection.store(name, select.format(table=name.within(plan.database)))
        ran = next_run(project, plan, {uid: content.columns for uid, content in contents.items()})
        assert [*ran.errors, *ran.refusals] == []
        sources = {stored_source(uid): content for uid, content in contents.items()}
        for uid, step in plan.steps.items():
            if uid not in stored and step.is_stored:
                first.ensure(uid)
        runner = Runner(ran, connection, sources=sources)
        built = runner.run(tests=())
        assert built.broken == []
        return connection.rows(query)


def refused(folder: Path, changes: dict[str, str]) -> list[str]:
    project = EngineProject.read(write_tiny(folder, changes))
    plan = plan_of(project)
    assert [*plan.errors, *plan.refusals] == []
    ran = next_run(project, plan, {ORDERS: (("order_id", "VARCHAR"),), HISTORY: (("customer_id", "VARCHAR"),)})
    return [*ran.errors, *ran.refusals]


def test_an_incremental_model_keeps_stored_rows_and_adds_newer_ones(tmp_path: Path) -> None:
    stored = "select * replace (0 as amount_eur) from {table} where ordered_at < date '2025-02-01'"
    query = """select amount_eur = 0, count(*) > 50, min(ordered_at) >= date '2025-02-01' from analytics_core.fct_orders
        group by 1, ordered_at >= date '2025-02-01' order by 1"""
    assert run(tmp_path, {}, {ORDERS: stored}, query) == [(False, True, True), (True, True, False)]


def test_rows_with_the_same_key_are_replaced(tmp_path: Path) -> None:
    changes = {ORDERS_FILE: FILES[ORDERS_FILE].replace(INCREMENT, "date '2025-02-10'")}
    stored = "select * replace (0 as amount_eur) from {table}"
    query = """select count(*) = count(distinct order_id),
            bool_and((amount_eur = 0) = (ordered_at <= date '2025-02-10'))
        from analytics_core.fct_orders"""
    assert run(tmp_path, changes, {ORDERS: stored}, query) == [(True, True)]


def test_without_a_key_rows_are_appended(tmp_path: Path) -> None:
    changes = {
        ORDERS_FILE: FILES[ORDERS_FILE].replace(", unique_key='order_id'", "").replace(INCREMENT, "date '2025-03-01'")
    }
    query = "select count(*) - count(distinct order_id) > 0 from analytics_core.fct_orders"
    assert run(tmp_path, changes, {ORDERS: "select * from {table}"}, query) == [(True,)]


@pytest.mark.parametrize(("setting", "has_column"), [("ignore", False), ("append_new_columns", True)])
def test_a_new_column_is_added_if_the_model_says_so(tmp_path: Path, setting: str, has_column: bool) -> None:
    text = FILES[ORDERS_FILE].replace("'order_id') }}", f"'order_id', on_schema_change='{setting}') }}}}")
    changes = {ORDERS_FILE: text}
    stored = "select * exclude (month_start) from {table} where ordered_at < date '2025-02-01'"
    query = "select count(*) > 0 from (describe analytics_core.fct_orders) where column_name = 'month_start'"
    changes["models/reports/rpt_revenue.sql"] = "select count(*) as n from {{ ref('fct_orders') }}"
    assert run(tmp_path, changes, {ORDERS: stored}, query) == [(has_column,)]


def test_a_snapshot_closes_versions_and_keeps_customers_that_are_gone(tmp_path: Path) -> None:
    older = """select * replace (
            updated_at - interval 9 day as updated_at, dbt_valid_from - interval 9 day as dbt_valid_from
        ) from {table} where customer_id in ('c1', 'c2')
        union all select * from {table} where customer_id = 'c3'
        union all select * replace ('gone' as customer_id) from {table} where customer_id = 'c4'"""
    query = """select customer_id, count(*), count(dbt_valid_to), bool_or(dbt_valid_to > dbt_valid_from)
        from analytics_snapshots.customers_history
        where customer_id in ('c1', 'c3', 'c5', 'gone') group by 1 order by 1"""
    assert run(tmp_path, {}, {HISTORY: older}, query) == [
        ("c1", 2, 1, True),
        ("c3", 1, 0, None),
        ("c5", 1, 0, None),
        ("gone", 1, 0, None),
    ]


def test_what_dbt_would_do_otherwise_is_refused(tmp_path: Path) -> None:
    orders, history = FILES[ORDERS_FILE], FILES[HISTORY_FILE]
    for number, (changes, message) in enumerate(
        (
            (
                {ORDERS_FILE: orders.replace("'order_id')", "'order_id', incremental_strategy='microbatch')")},
                "strategy",
            ),
            ({ORDERS_FILE: orders.replace("'order_id')", "'order_id', predicates=['true'])")}, "predicates"),
            ({ORDERS_FILE: orders.replace(INCREMENT, "{{ run_query('select 1') }}")}, "run_query"),
            ({HISTORY_FILE: history.replace("'timestamp'", "'check', check_cols=['name']")}, "another kind"),
        )
    ):
        [refusal] = refused(tmp_path / str(number), changes)
        assert message in refusal


def test_a_snapshot_cannot_ask_to_be_built_anew(tmp_path: Path) -> None:
    history = FILES[HISTORY_FILE].replace("'timestamp'", "'timestamp', full_refresh=true")
    plan = plan_of(EngineProject.read(write_tiny(tmp_path, {HISTORY_FILE: history})))
    [snapshot] = [step for step in plan.steps.values() if step.kind == "snapshot"]
    assert snapshot.config["full_refresh"] is True
    assert is_stateful(snapshot)


def test_stored_tables_have_a_database_of_their_own(tmp_path: Path) -> None:
    project = EngineProject.read(write_tiny(tmp_path))
    ran = next_run(project, plan_of(project), {ORDERS: (("order_id", "VARCHAR"),)})
    assert f'from "{STORED}"."analytics_core"."fct_orders"' in ran.steps[ORDERS].sql
    assert stored_source(ORDERS) in ran.steps[ORDERS].inputs
