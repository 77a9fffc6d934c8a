"""Writes the stored tables that a workspace gets if its code was wrong for some time.

Incremental models and snapshots keep rows that earlier runs built, so correct code alone does not repair them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from headwater.dbt.engine import STORED, DuckDBConnection, Plan, Runner, replan
from headwater.suites.warehouse._bi import without_bi
from headwater.suites.warehouse.base import Base


class UnchangedPastError(ValueError):
    """Raised if past code builds the same rows as the clean code, so that a break would store nothing wrong."""


def write_stored(base: Base, past: Mapping[str, str], rows: Mapping[str, str], file: Path) -> None:
    """Write a database with stored tables, some rows of which past code built.

    Args:
        base: The clean company.
        past: The texts of the past code's files that differ from the clean project.
        rows: For each stored relation, the condition on its rows that the past code built, by unique id. The clean code
            built the others.
        file: The database to write.

    Raises:
        UnchangedPastError: The past code builds a relation as the clean code does.
    """
    found = replan(base.project, without_bi(base.plan), past)
    assert found is not None, "past code changes no YAML, names or materializations"
    assert not found.errors, found.errors[0]
    plan = with_upstream(found, rows)
    with closing(DuckDBConnection(plan.database, base.raw, base=base.relations, file=file)) as connection:
        runner = Runner(plan, connection, base.known)
        built = runner.run(tests=()).steps
        if same := [plan.steps[uid].name for uid in rows if built[uid].content == base.built.steps[uid].content]:
            raise UnchangedPastError(f"the past code builds the same rows as the clean code: {', '.join(same)}")
        for uid in rows:
            runner.ensure(uid)
        for uid, condition in rows.items():
            name = plan.steps[uid].relation
            connection.keep(name, base.names[uid])
            is_past = f"coalesce({condition}, false)"
            connection.create(
                name,
                f"select * from {name.within(STORED)} where not {is_past}\n"
                f"union all by name\nselect * from {name.within(plan.database)} where {is_past}",
            )


def with_upstream(plan: Plan, uids: Collection[str]) -> Plan:
    """Return the part of a plan that builds some relations, without tests."""
    wanted = {*uids, *plan.upstream(uids)}
    steps = {uid: step for uid, step in plan.steps.items() if uid in wanted}
    return replace(plan, steps=steps, tests={}, unit_tests={})
