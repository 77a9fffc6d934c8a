"""The warehouse as dbt would leave it: tables as tables, views as views."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from headwater.suites.warehouse.engine._built import Built, Outcome
from headwater.suites.warehouse.engine._plan import Plan, Step

_BASE = "base"


def export(plan: Plan, built: Built, raw: Path, base: Path, file: Path) -> None:
    """Write a warehouse whose tables are those of ``base``, which has every relation as a table."""
    with _open(file, raw) as connection:
        connection.execute(f"attach '{_quoted(base)}' as {_BASE} (read_only)")
        for step in _stored(plan, built):
            _make(connection, file.stem, step, f"select * from {step.relation.within(_BASE)}")


def rebuild(plan: Plan, built: Built, raw: Path, file: Path, changed: Collection[str]) -> None:
    """Build the ``changed`` relations of a warehouse again, in order, and remove those that cannot be built."""
    with _open(file, raw) as connection:
        for uid in plan.order:
            step = plan.steps[uid]
            if uid in changed and step.is_stored:
                _drop(connection, file.stem, step)
        for step in _stored(plan, built):
            if step.unique_id in changed:
                _make(connection, file.stem, step, step.sql)


def _stored(plan: Plan, built: Built) -> Iterator[Step]:
    for uid in plan.order:
        result = built.steps.get(uid)
        if plan.steps[uid].is_stored and result is not None and result.outcome is Outcome.OK:
            yield plan.steps[uid]


def _make(connection: duckdb.DuckDBPyConnection, database: str, step: Step, rows: str) -> None:
    schema = step.relation.schema.replace('"', '""')
    connection.execute(f'create schema if not exists "{database}"."{schema}"')
    name = step.relation.within(database)
    if step.materialized == "view":
        connection.execute(f"create view {name} as (\n{step.sql}\n)")
    else:
        connection.execute(f"create table {name} as (\n{rows}\n)")


def _drop(connection: duckdb.DuckDBPyConnection, database: str, step: Step) -> None:
    kind = "view" if step.materialized == "view" else "table"
    connection.execute(f"drop {kind} if exists {step.relation.within(database)}")


@contextmanager
def _open(file: Path, raw: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect(file, config={"memory_limit": "2GB", "threads": 2})
    try:
        connection.execute("set TimeZone = 'UTC'")
        connection.execute("set enable_progress_bar = false")
        connection.execute(f"attach '{_quoted(raw)}' as raw (read_only)")
        yield connection
        connection.execute("detach raw")
        connection.execute("checkpoint")
    finally:
        connection.close()


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
