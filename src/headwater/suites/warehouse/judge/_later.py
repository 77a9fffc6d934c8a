"""Judges a later run with new rows: incremental models have to add what is missing.

It happens on another seed's data. The stored tables are those of the clean build without the newest rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from headwater.dbt.engine import (
    Built,
    DuckDBConnection,
    EngineProject,
    Known,
    Plan,
    RelationContent,
    Runner,
    injected,
    next_run,
    stored_source,
)
from headwater.errors import GradingError
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.judge._guard import SelectGuard
from headwater.suites.warehouse.judge._opened import RAISED, OpenedWork, connected, error_text, refused
from headwater.suites.warehouse.judge._reading import read_work
from headwater.suites.warehouse.judge._records import Judgement, is_reported

_Sources = dict[str, RelationContent]
_NEW_DAYS = 2


def with_later_run(
    found: Judgement, differs: Sequence[str], project: EngineProject, plan: Plan, solved: Plan, opened: OpenedWork
) -> Judgement:
    """Add relations that are wrong after a later run with new rows, in which incremental models add what is missing.

    Args:
        found: The judgement of a first run.
        differs: The relations whose content after a first run is not identical to the solution's, even if it is right.
        project: The project of the work.
        plan: The plan of the work's first run.
        solved: The plan of the solution's first run.
        opened: What the judge opens.
    """
    base, inject = opened.base, opened.work.task.inject
    solved_project, _ = read_work(base, opened.work.task.solved, ())
    with closing(connected(opened)) as connection:
        ran, sources = later_plan(solved_project, solved, without_new_rows(base, connection))
        known = Known(base.built, base.names)
        changed = injected(solved, connection, inject)
        expected = Runner(ran, connection, known, sources={**changed, **sources}).run(tests=())
        if expected.broken:
            raise GradingError(f"a later run of the solution does not build: {expected.broken[0]}")
        connection.reset()
        ran, sources = later_plan(project, plan, without_new_rows(base, connection))
        if refusal := refused(ran, base):
            return refusal
        known = Known(base.built, base.names, {step.action: step for step in expected.steps.values()})
        guarded = Runner(ran, connection, known, guard=SelectGuard(base.plan), sources={**changed, **sources})
        try:
            built = guarded.run(tests=())
        except RAISED as error:
            return Judgement(refusals=(f"the project cannot be built: {error_text(error)}",))
    outdated = tuple(uid for uid in differing_reports(built, expected) if uid not in differs)
    return found.model_copy(update={"outdated": outdated})


def without_new_rows(base: Base, connection: DuckDBConnection) -> _Sources:
    """Store the incremental models of the clean build as they were before the newest rows arrived.

    The rows of the last days are left out, by the column that the model's setting ``event_time`` names.
    """
    contents = {}
    for uid, step in base.plan.steps.items():
        column = step.config.get("event_time")
        if step.materialized == "incremental" and column:
            name = base.names[uid]
            newest = f"{column} > max({column}) over () - interval {_NEW_DAYS} day"
            contents[uid] = connection.keep_part(name, name, f"true qualify not coalesce({newest}, false)")
    return contents


def later_plan(project: EngineProject, plan: Plan, contents: _Sources) -> tuple[Plan, _Sources]:
    """Return the plan of the next run on stored tables, which are given by their contents, and its sources."""
    ran = next_run(project, plan, {uid: content.columns for uid, content in contents.items()})
    return ran, {stored_source(uid): content for uid, content in contents.items()}


def differing_reports(built: Built, expected: Built) -> tuple[str, ...]:
    """Return the relations for people that were not built or have other rows than expected."""
    found = []
    for uid, step in expected.steps.items():
        actual = built.steps[uid].content if uid in built.steps else None
        if is_reported(uid) and step.content and not (actual and actual.same_rows(step.content)):
            found.append(uid)
    return tuple(sorted(found))
