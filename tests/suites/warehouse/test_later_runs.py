"""A later run of the company's dbt project ends with the rows of a full build."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import duckdb
import pytest
from tests.suites.warehouse.small_company import build_small

from headwater.dbt.engine import (
    Built,
    DuckDBConnection,
    EngineProject,
    Plan,
    RelationContent,
    Runner,
    plan_of,
)
from headwater.suites.warehouse._state import with_upstream
from headwater.suites.warehouse.base import PROJECT, Base, copy_project
from headwater.suites.warehouse.judge._later import FirstRun, later_plan, without_new_rows

SCALE = 0.05
TODAY, BEFORE = "2025-06-30", "2025-06-28"
NEVER_CHANGED = {
    "raw_app": ("account_changes", "workspace_plan_changes"),
    "raw_billing": ("charges", "credit_notes", "disputes", "refunds", "subscription_events"),
    "raw_cloud": ("usage_costs",),
    "raw_crm": ("activities", "opportunity_history"),
    "raw_finance": ("gl_entries",),
    "raw_licensing": ("license_events",),
    "raw_marketing": ("email_events", "form_submissions", "web_sessions"),
    "raw_support": ("satisfaction_ratings", "ticket_comments", "ticket_events"),
    "raw_survey": ("nps_responses",),
    "raw_telemetry": ("events", "incidents", "server_features", "server_pings"),
    "raw_treasury": ("fx_rates",),
}
"""Raw tables whose rows are added and not changed. Of the others, nobody knows how a row was before its last change."""
RIGHT_AFTER_A_REFRESH = {
    "model.mooring.fct_web_sessions",  # who signs up is known from then on, also in visits of months ago
    "model.mooring.tmp_sub_months",  # rows that vanish stay, as docs/legacy/incremental.md of the project says
    "model.mooring.fct_customer_months_legacy",  # reads tmp_sub_months
}
"""Models of which a few rows can stay wrong until somebody builds them from scratch."""

pytestmark = [pytest.mark.minutes, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    return build_small(tmp_path_factory, SCALE)


def incremental_models(plan: Plan) -> list[str]:
    return [uid for uid, step in plan.steps.items() if step.materialized == "incremental"]


def later_run(base: Base, connection: DuckDBConnection, stored: dict[str, RelationContent]) -> Built:
    ran, sources = later_plan(FirstRun(base.project, base.plan, base.built), stored)
    assert ran.errors + ran.refusals == []
    part = with_upstream(ran, incremental_models(ran))
    return Runner(part, connection, base.known, sources=sources).run(tests=())


def with_other_rows(contents: Mapping[str, RelationContent | None], base: Base) -> list[str]:
    """Return the relations whose rows, columns or types are not those of the full build."""
    expected = contents_of(base.built, contents)
    return sorted(uid for uid, content in contents.items() if not _same(content, expected[uid]))


def contents_of(built: Built, uids: Collection[str]) -> dict[str, RelationContent | None]:
    return {uid: built.steps[uid].content for uid in uids}


def _same(one: RelationContent | None, other: RelationContent | None) -> bool:
    return one is not None and other is not None and one.columns == other.columns and one.same_rows(other)


def test_a_later_run_adds_the_rows_of_the_last_days(base: Base) -> None:
    with closing(DuckDBConnection(base.plan.database, base.raw, base=base.relations)) as connection:
        stored = without_new_rows(base, base.built, connection)
        built = later_run(base, connection, stored)
    assert stored.keys() == set(incremental_models(base.plan))
    assert with_other_rows(stored, base) == sorted(stored)  # each of them lacks rows before the run
    assert with_other_rows(contents_of(built, stored), base) == []


@contextmanager
def stored_before(base: Base, folder: Path) -> Iterator[tuple[DuckDBConnection, dict[str, RelationContent]]]:
    """Yield a connection with the tables that a run two days earlier built of the rows loaded by then."""
    project, raw, file = folder / "project", folder / "raw.duckdb", folder / "before.duckdb"
    copy_project(PROJECT, project)
    settings = project / "dbt_project.yml"
    text = settings.read_text()
    assert text.count(f'as_of: "{TODAY}"') == 1
    settings.write_text(text.replace(f'as_of: "{TODAY}"', f'as_of: "{BEFORE}"'))
    shutil.copyfile(base.raw, raw)
    with duckdb.connect(raw) as connection:
        for table in (f"{schema}.{name}" for schema, names in NEVER_CHANGED.items() for name in names):
            connection.execute(f"delete from {table} where _loaded_at >= date '{BEFORE}' + interval 36 hour")
    plan = plan_of(EngineProject.read(project))
    models = incremental_models(plan)
    with closing(DuckDBConnection(plan.database, raw, file=file)) as before:
        built = Runner(with_upstream(plan, models), before).run(tests=())
        assert built.broken == []
    later = DuckDBConnection(base.plan.database, base.raw, base=base.relations, stored_file=file)
    with closing(later):
        taken = later.take(plan.steps[uid].relation for uid in models)
        yield later, {uid: taken[plan.steps[uid].relation] for uid in models}


def test_a_later_run_looks_back_as_far_as_rows_arrive_late(base: Base, tmp_path: Path) -> None:
    with stored_before(base, tmp_path) as (connection, stored):
        built = later_run(base, connection, stored)
    assert set(with_other_rows(stored, base)) > RIGHT_AFTER_A_REFRESH
    assert set(with_other_rows(contents_of(built, stored), base)) <= RIGHT_AFTER_A_REFRESH
