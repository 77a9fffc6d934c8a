"""The project is not tied to DuckDB: Postgres runs a sample of it that is rendered for Postgres."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.live import Live, Running, new_services

from headwater.dbt.engine import EngineProject, Plan, plan_of
from headwater.dbt.jinja._names import Target
from headwater.simulation._tables import schema_sql
from headwater.suites.warehouse.base import PROJECT

REPORTS = ("rpt_active_users_weekly", "rpt_renewals", "rpt_sales_cycle", "rpt_server_fleet", "rpt_win_loss")


class ForPostgres(EngineProject):
    """The project with the Postgres target of its profile."""

    @property
    def target(self) -> Target:
        """Return dbt's target for Postgres."""
        return Target(type="postgres", name="postgres", profile_name="mooring", schema="analytics", database="app")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Live[Running]]:
    live: Live[Running] = Live(new_services, ["postgres"])
    yield live
    live.close()


def script_of(plan: Plan) -> str:
    """Return the statements that create the reports and all upstream relations, without rows."""
    needed, waiting = set[str](), [uid for uid, step in plan.steps.items() if step.name in REPORTS]
    while waiting:
        uid = waiting.pop()
        if uid in plan.steps and uid not in needed:
            needed.add(uid)
            waiting += plan.steps[uid].inputs
    lines = [re.sub(r"\bdouble\b", "double precision", schema_sql())]
    for uid in plan.order:
        step = plan.steps[uid]
        if uid in needed and step.is_stored:
            schema, name = step.relation.schema, step.relation.identifier
            lines.append(f'create schema if not exists "{schema}";')
            lines.append(f'create table "{schema}"."{name}" as select * from (\n{step.sql}\n) as made limit 0;')
    return "\n".join(lines)


def created_tables(running: Running, script: str) -> int:
    """Run a script, and count the tables that it created for models."""
    running.stack.postgres.app.execute(script)
    counted = "select count(*) from information_schema.tables where table_schema like 'analytics%'"
    return int(running.stack.postgres.scalar(counted))


def test_reports_and_all_that_is_above_them_run_on_postgres(postgres: Live[Running]) -> None:
    plan = plan_of(ForPostgres.read(PROJECT))
    assert plan.errors + plan.refusals == []
    script = script_of(plan)
    assert postgres(created_tables, script) == script.count('create table "analytics')
    assert script.count('create table "analytics') >= 80
