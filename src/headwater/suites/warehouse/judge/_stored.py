"""Judges stored tables: the next run of the agent's project starts from the incremental models and snapshots there."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.dbt.engine import (
    DuckDBConnection,
    EngineProject,
    Plan,
    RelationContent,
    from_stored,
    is_stateful,
    next_run,
    stored_source,
)
from headwater.suites.warehouse.base import Base

Sources = dict[str, RelationContent]


def on_clean_tables(plan: Plan, base: Base, uids: Sequence[str], connection: DuckDBConnection) -> tuple[Plan, Sources]:
    """Let the solution read the stored tables of the clean build, which a later run would not change."""
    sources = {}
    for uid in uids:
        connection.keep(plan.steps[uid].relation, base.names[uid])
        content = base.built.steps[uid].content
        assert content is not None
        sources[stored_source(uid)] = content
    return from_stored(plan, uids), sources


def on_left_tables(
    project: EngineProject, plan: Plan, base: Base, uids: Sequence[str], connection: DuckDBConnection
) -> tuple[Plan, Sources]:
    """Return the plan of the next run on the tables that the connection's stored file contains.

    A table that is missing, or that is now a view, is built as in a first run, as dbt does. Besides the given tables,
    those count that the agent changed or whose model it changed. The others are built from scratch with the same rows.

    Raises:
        StatementError: A stored table cannot be read.
    """
    others = [uid for uid, step in base.plan.steps.items() if is_stateful(step) and uid not in uids]
    names = {uid: base.names[uid] for uid in (*uids, *others)}
    # A changed model does not build its stored rows again in the next run, even if the agent left these as they were.
    edited = [uid for uid in others if uid in plan.steps and plan.steps[uid].sql != base.plan.steps[uid].sql]
    taken = connection.take(names[uid] for uid in (*uids, *edited))
    taken |= connection.take_changed([names[uid] for uid in others if uid not in edited])
    contents = {uid: taken[name] for uid, name in names.items() if name in taken}
    ran = next_run(project, plan, {uid: content.columns for uid, content in contents.items()})
    return ran, {stored_source(uid): content for uid, content in contents.items()}
