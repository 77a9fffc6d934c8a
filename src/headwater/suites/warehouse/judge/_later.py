"""Judges a later run with new rows: incremental models have to add what is missing.

It happens on another seed's data. The stored tables are those of the clean build without the newest rows.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass

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
from headwater.suites.warehouse.judge._records import Judgement, is_reported

_Sources = dict[str, RelationContent]
_NEW_DAYS = 2


@dataclass(frozen=True)
class FirstRun:
    """The first run of a project, which begins with empty tables."""

    project: EngineProject
    plan: Plan
    built: Built


def outdated_after(first: FirstRun, solved: FirstRun, differs: Collection[str], opened: OpenedWork) -> Judgement:
    """Return the relations that are wrong after a later run with new rows, which incremental models have to add.

    Args:
        first: The first run of the work.
        solved: The first run of the solution.
        differs: The relations whose content after a first run is not identical to the solution's, even if it is right.
        opened: What the judge opens.
    """
    base, inject = opened.base, opened.work.task.inject
    with closing(connected(opened)) as connection:
        ran, sources = later_plan(solved, without_new_rows(base, solved.built, connection))
        known = Known(base.built, base.names)
        changed = injected(solved.plan, connection, inject)
        expected = Runner(ran, connection, known, sources={**changed, **sources}).run(tests=())
        if expected.broken:
            raise GradingError(f"a later run of the solution does not build: {expected.broken[0]}")
        connection.reset()
        ran, sources = later_plan(first, without_new_rows(base, first.built, connection))
        if refusal := refused(ran, base):
            return refusal
        known = Known(base.built, base.names, {step.action: step for step in expected.steps.values()})
        guarded = Runner(ran, connection, known, guard=SelectGuard(base.plan), sources={**changed, **sources})
        try:
            built = guarded.run(tests=())
        except RAISED as error:
            return Judgement(refusals=(f"the project cannot be built: {error_text(error)}",))
    return Judgement(outdated=differing_reports(built, expected, differs))


def without_new_rows(base: Base, built: Built, connection: DuckDBConnection) -> _Sources:
    """Store the incremental models of the clean build as they were before the newest rows arrived.

    The rows of the last days are left out, by the column that the model's setting ``event_time`` names. Models that
    have other columns in ``built``, the first run of a project, have no stored table, as if they were built anew.
    """
    contents = {}
    for uid, step in base.plan.steps.items():
        column = step.config.get("event_time")
        if step.materialized != "incremental" or not column:
            continue
        clean, content = base.built.steps[uid].content, built.steps[uid].content if uid in built.steps else None
        if clean and content and _column_names(content) == _column_names(clean):
            name = base.names[uid]
            newest = f"{column} > max({column}) over () - interval {_NEW_DAYS} day"
            contents[uid] = connection.keep_part(name, name, f"true qualify not coalesce({newest}, false)")
    return contents


def _column_names(content: RelationContent) -> set[str]:
    return {name for name, _ in content.columns}


def later_plan(first: FirstRun, contents: _Sources) -> tuple[Plan, _Sources]:
    """Return the plan of the next run on stored tables, which are given by their contents, and its sources."""
    ran = next_run(first.project, first.plan, {uid: content.columns for uid, content in contents.items()})
    return ran, {stored_source(uid): content for uid, content in contents.items()}


def differing_reports(built: Built, expected: Built, counted: Collection[str] = ()) -> tuple[str, ...]:
    """Return the relations for people that were not built or have other rows than expected.

    Rows of the relations in ``counted`` are only counted, because their values can have other types.
    """
    found = []
    for uid, step in expected.steps.items():
        actual = built.steps[uid].content if uid in built.steps else None
        if not is_reported(uid) or step.content is None:
            continue
        is_right = actual and (actual.rows == step.content.rows if uid in counted else actual.same_rows(step.content))
        if not is_right:
            found.append(uid)
    return tuple(sorted(found))
