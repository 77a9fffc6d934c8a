"""Writes the warehouse as dbt would leave it: tables as tables, and views as views.

Each file is written from scratch, with relations in the order of the plan and the rows of every table sorted by value.
A file in which relations were rebuilt is therefore indistinguishable from one written by a first run: it contains no
blocks from an older catalog, and all rows are sorted in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from headwater.dbt.engine._built import Built, NodeStatus
from headwater.dbt.engine._connection import STORED
from headwater.dbt.engine._fresh import quoted, replacing
from headwater.dbt.engine._plan import BuildStep, Plan

_BASE = "base"


def export(plan: Plan, built: Built, raw: Path, base: Path, file: Path) -> None:
    """Write a warehouse from ``base``, a file that contains every relation as a table.

    An existing file is replaced when the new one is complete.
    """
    with replacing(file) as new, _open(new, file.stem, raw, base) as connection:
        for step in _stored(plan, built):
            rows = f"select * from (\nselect * from {step.relation.within(_BASE)}\n) order by all"
            _make(connection, file.stem, step, rows)


def rebuild(
    plan: Plan, built: Built, raw: Path, file: Path, changed: Collection[str], stored: Path | None = None
) -> None:
    """Rewrite a warehouse with the ``changed`` relations as in the plan, leaving out relations that were not built.

    Args:
        plan: The plan of the changed project.
        built: The build of the plan.
        raw: The raw tables.
        file: The warehouse that `export` wrote. It is replaced.
        changed: The unique ids of the relations to build again. The others are copied.
        stored: A file with the tables that the plan reads as they are stored. See `from_stored`.
    """
    with replacing(file) as new, _open(new, file.stem, raw, file) as connection:
        if stored is not None:
            connection.execute(f"attach '{quoted(stored)}' as {STORED} (read_only)")
        for step in _stored(plan, built):
            # the SQL may end with a comment, so a line break follows it
            is_rebuilt = step.unique_id in changed
            rows = (
                f"select * from (\n{step.sql}\n) order by all" if is_rebuilt else f"from {step.relation.within(_BASE)}"
            )
            _make(connection, file.stem, step, rows)


def _stored(plan: Plan, built: Built) -> Iterator[BuildStep]:
    for uid in plan.order:
        result = built.steps.get(uid)
        step = plan.steps[uid]
        if step.is_stored and not step.is_query and result is not None and result.outcome is NodeStatus.OK:
            yield step


def _make(connection: duckdb.DuckDBPyConnection, database: str, step: BuildStep, rows: str) -> None:
    schema = step.relation.schema.replace('"', '""')
    connection.execute(f'create schema if not exists "{database}"."{schema}"')
    name = step.relation.within(database)
    if step.materialized == "view":
        connection.execute(f"create view {name} as (\n{step.sql}\n)")
    else:
        connection.execute(f"create table {name} as (\n{rows}\n)")


@contextmanager
def _open(file: Path, database: str, raw: Path, base: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect(config={"memory_limit": "2GB", "threads": 2})
    try:
        connection.execute("set TimeZone = 'UTC'")
        connection.execute("set enable_progress_bar = false")
        connection.execute(f"attach '{quoted(file)}' as \"{database}\"")
        connection.execute(f"attach '{quoted(raw)}' as raw (read_only)")
        connection.execute(f"attach '{quoted(base)}' as {_BASE} (read_only)")
        connection.execute(f'use "{database}"')
        yield connection
        connection.execute(f'checkpoint "{database}"')
    finally:
        connection.close()
