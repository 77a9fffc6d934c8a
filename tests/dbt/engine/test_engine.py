from __future__ import annotations

from pathlib import Path

import pytest
from tests.dbt.engine.tiny import FILES, write_tiny

from headwater.dbt.engine import (
    Built,
    DuckDBConnection,
    EngineProject,
    Known,
    Name,
    NodeStatus,
    Plan,
    Runner,
    read_plan,
    replan,
)

PROJECT = "dbt_project.yml"
FCT = "models/marts/fct_orders.sql"
SNAPSHOT = "snapshots/customers_history.sql"


def hooked(hook: str) -> str:
    """Return the shop's ``dbt_project.yml`` with another post-hook."""
    assert "analyze {{ this }}" in FILES[PROJECT]
    return FILES[PROJECT].replace("analyze {{ this }}", hook)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Plan, Built]:
    folder = write_tiny(tmp_path_factory.mktemp("clean"))
    plan = read_plan(folder)
    connection = DuckDBConnection("warehouse", folder / "raw.duckdb", file=folder / "base.duckdb")
    built = Runner(plan, connection).run()
    connection.close()
    return folder, plan, built


def build(clean: tuple[Path, Plan, Built], folder: Path, changes: dict[str, str]) -> tuple[Plan, Built]:
    """Build the project with changes, reusing the clean build."""
    base, base_plan, known = clean
    plan = read_plan(write_tiny(folder, changes))
    connection = DuckDBConnection("warehouse", base / "raw.duckdb", base=base / "base.duckdb")
    names = {uid: step.relation for uid, step in base_plan.steps.items()}
    built = Runner(plan, connection, Known(known, names)).run()
    connection.close()
    return plan, built


def ran(built: Built) -> set[str]:
    return {
        uid.rpartition(".")[2]
        for uid, step in built.steps.items()
        if step.outcome is NodeStatus.OK and not step.is_known
    }


def test_the_clean_project_builds_and_passes_all(clean: tuple[Path, Plan, Built]) -> None:
    _, plan, built = clean
    assert (plan.errors, plan.refusals) == ([], [])
    assert (built.broken, built.failing) == ([], [])
    assert len(built.tests) == 12


def test_a_schema_is_the_same_in_every_spelling(clean: tuple[Path, Plan, Built]) -> None:
    connection = DuckDBConnection("warehouse", clean[0] / "raw.duckdb")
    connection.create(Name("core", "a"), "select 1 as one")
    connection.create(Name("CORE", "b"), "select 2 as two")
    connection.reset()
    assert connection.rows("select count(*) from duckdb_tables() where database_name = 'warehouse'") == [(0,)]
    connection.close()


def test_a_comment_reruns_the_model_and_nothing_downstream(clean: tuple[Path, Plan, Built], tmp_path: Path) -> None:
    _, built = build(clean, tmp_path, {FCT: FILES[FCT] + "-- a word\n"})
    assert ran(built) == {"fct_orders"}
    assert built.failing == []


def test_a_change_of_content_runs_its_readers(clean: tuple[Path, Plan, Built], tmp_path: Path) -> None:
    name = "models/intermediate/int_orders_converted.sql"
    _, built = build(clean, tmp_path, {name: FILES[name].replace("left join", "join").replace("r.rate", "1")})
    assert ran(built) == {"fct_orders", "rpt_revenue", "dim_customers"}
    assert built.failing == ["test.shop.revenue_is_that_of_orders.261b619127"]


def test_an_incremental_build_finds_the_same_as_a_full_one(clean: tuple[Path, Plan, Built], tmp_path: Path) -> None:
    changes = {"macros/money.sql": FILES["macros/money.sql"].replace("* {{ rate }}", "* {{ rate }} * 2")}
    plan, quick = build(clean, tmp_path, changes)
    full = Runner(plan, DuckDBConnection("warehouse", tmp_path / "raw.duckdb")).run()
    assert {uid: step.content for uid, step in quick.steps.items()} == {
        uid: step.content for uid, step in full.steps.items()
    }
    assert quick.failing == full.failing != []


def test_one_relation_is_built_alone_and_a_run_builds_the_others(clean: tuple[Path, Plan, Built]) -> None:
    folder, plan, built = clean
    orders, report = "model.shop.fct_orders", "model.shop.rpt_revenue"
    connection = DuckDBConnection("warehouse", folder / "raw.duckdb")
    runner = Runner(plan, connection)
    result = runner.build(orders)
    assert result is not None
    assert result.content == built.steps[orders].content
    tables = "select table_name from duckdb_tables() where table_name in ('fct_orders', 'rpt_revenue')"
    assert connection.rows(tables) == [("fct_orders",)]
    assert runner.run().steps[report].content == built.steps[report].content
    assert runner.build("model.shop.no_such_model") is None
    connection.close()


class NoSeeds:
    """A connection that fails on statements that read a seed."""

    def objection(self, sql: str, relations: frozenset[tuple[str, str]]) -> str:
        return "reads a seed" if ("analytics_seeds", "rates") in relations and "rates" in sql else ""


def test_a_statement_that_a_guard_rejects_does_not_run(clean: tuple[Path, Plan, Built]) -> None:
    folder, plan, _ = clean
    built = Runner(plan, DuckDBConnection("warehouse", folder / "raw.duckdb"), guard=NoSeeds()).run()
    result = built.steps["model.shop.fct_orders"]
    assert (result.outcome, result.message) == (NodeStatus.ERROR, "reads a seed")
    assert built.steps["model.shop.dim_customers"].outcome is NodeStatus.SKIPPED
    assert built.steps["model.shop.stg_orders"].outcome is NodeStatus.OK


@pytest.mark.parametrize(
    ("file", "text", "refusal_part"),
    [
        (FCT, "{{ config(pre_hook='drop table x') }}select 1 as a", "a pre-hook"),
        (FCT, "{{ config(post_hook='analyze {{ this }}') }}select 1 as a", "a post-hook"),
        (FCT, "{{ config(materialized='view') }}select 1 as a", "a post-hook"),
        (PROJECT, hooked("drop table x"), "the post-hook 'drop table x'"),
        (PROJECT, hooked("analyze {{ this }}; drop table x"), "the post-hook 'analyze"),
        (PROJECT, FILES[PROJECT].replace("  shop:", "  shop:\n    +post-hook: [drop table x]"), "the post-hook 'drop"),
        (FCT, "{{ config(contract=5) }}select 1 as a", "an enforced contract"),
        (FCT, "{{ config(materialized='external') }}select 1 as a", "the materialisation 'external'"),
        (FCT, "{% set found = run_query('select 1') %}select {{ found }} as a", "a query while it renders"),
        (FCT, "select {{ graph.nodes | length }} as a", "`graph`"),
        ("models/marts/odd.py", "def model(dbt, session): return 1", "a Python model"),
        ("packages.yml", "packages: []", "packages"),
        (PROJECT, FILES[PROJECT] + 'on-run-start: ["select 1"]\n', "`on-run-start`"),
        ("macros/own.sql", "{% materialization table, adapter='duckdb' %}{% endmaterialization %}", "materialisation"),
        ("macros/own.sql", "{%materialization table, adapter='duckdb' %}{% endmaterialization %}", "materialisation"),
        ("macros/own.sql", "{%+ materialization table, default %}{% endmaterialization %}", "materialisation"),
        ("macros/own.sql", "{%-\nmaterialization table, default %}{% endmaterialization %}", "materialisation"),
        ("macros/own.sql", "{% macro a() %}{{ config(severity='warn') }}{% endmacro %}", "`config` in a macro"),
        ("macros/own.sql", "{% macro a() %}{% set c = config %}{% endmacro %}", "`config` in a macro"),
        (FCT, "select '{{ env_var('HOME', 'x') }}' as a", "`env_var`"),
        (FCT, "select '{{ modules.datetime.datetime.now() }}' as a", "`now`"),
        (FCT, "{% set clock = modules.datetime.datetime.utcnow %}select '{{ clock() }}' as a", "`utcnow`"),
        (FCT, "select '{{ modules.datetime.date['today']() }}' as a", "`today`"),
        (FCT, "select '{{ (modules.datetime.date | attr(\"today\"))() }}' as a", "`today`"),
    ],
)
def test_templates_that_cannot_be_rendered_like_dbt_are_refused(
    tmp_path: Path, file: str, text: str, refusal_part: str
) -> None:
    plan = read_plan(write_tiny(tmp_path, {file: text}))
    assert any(refusal_part in refusal for refusal in plan.refusals)


def test_a_clock_that_is_only_sql_is_not_refused(tmp_path: Path) -> None:
    text = "select {{ to_home('today.amount') }} as a, now() as b from {{ ref('stg_orders') }} as today"
    assert read_plan(write_tiny(tmp_path, {FCT: text})).refusals == []


@pytest.mark.parametrize(
    "name",
    [
        *("test_unique", "duckdb__test_not_null", "duckdb__get_test_sql", "duckdb__get_where_subquery"),
        *("duckdb__snapshot_hash_arguments", "postgres__get_test_sql", "ref", "source", "config", "var", "env_var"),
        "materialization_table_duckdb",
    ],
)
def test_a_macro_with_the_name_of_one_of_dbts_is_noted(tmp_path: Path, name: str) -> None:
    text = f"{{% macro {name}(model) %}}{{% endmacro %}}{{% macro duckdb__month_of(value) %}}{{% endmacro %}}"
    plan = read_plan(write_tiny(tmp_path, {"macros/own.sql": text}))
    assert plan.overrides == {name: "macros/own.sql:1"}


def test_a_test_of_dbts_name_is_noted(tmp_path: Path) -> None:
    text = "{% test not_null(model, column_name) %}select 1 where false{% endtest %}"
    plan = read_plan(write_tiny(tmp_path, {"macros/own.sql": text}))
    assert plan.overrides == {"test_not_null": "macros/own.sql:1"}


def test_models_in_a_circle_are_an_error(tmp_path: Path) -> None:
    changes = {"models/staging/stg_customers.sql": "select * from {{ ref('dim_customers') }}"}
    plan = read_plan(write_tiny(tmp_path, changes))
    assert any("in a circle" in error for error in plan.errors)


CHANGED = {
    "a model": {FCT: FILES[FCT].replace("as_of() }} +", "as_of() }} -")},
    "an ephemeral model": {
        "models/intermediate/int_orders_converted.sql": "select * from {{ ref('stg_orders') }} where order_id > 'o5'"
    },
    "a macro": {"macros/money.sql": FILES["macros/money.sql"].replace("18, 4", "18, 2")},
    "a test's macro": {"macros/tests.sql": FILES["macros/tests.sql"].replace("> {{ tolerance", ">= {{ tolerance")},
    "a seed": {"seeds/names.csv": "code,label\nde,Germany\nat,Austria\n"},
    "a snapshot": {
        "snapshots/customers_history.sql": FILES["snapshots/customers_history.sql"].replace(
            "country, updated", "updated"
        )
    },
}


@pytest.mark.parametrize("change", CHANGED)
def test_replanning_is_planning(change: str, tmp_path: Path) -> None:
    folder = write_tiny(tmp_path)
    project = EngineProject.read(folder)
    before = read_plan(folder)
    quick = replan(project, before, CHANGED[change])
    assert quick is not None
    full = read_plan(write_tiny(folder, CHANGED[change]))
    assert (quick.steps, quick.tests, quick.unit_tests) == (full.steps, full.tests, full.unit_tests)
    assert (quick.steps, quick.tests) != (before.steps, before.tests)


@pytest.mark.parametrize(
    "change",
    [
        {"models/marts/_marts.yml": "version: 2"},
        {"models/marts/new.sql": "select 1 as a"},
        {"macros/money.sql": FILES["macros/money.sql"] + "{% macro other() %}{% endmacro %}"},
        {FCT: "{{ config(alias='other') }}" + FILES[FCT]},
        {FCT: "{{ config(materialized='view') }} select 1 as a"},
    ],
)
def test_other_changes_are_read_again(change: dict[str, str], tmp_path: Path) -> None:
    folder = write_tiny(tmp_path)
    assert replan(EngineProject.read(folder), read_plan(folder), change) is None
