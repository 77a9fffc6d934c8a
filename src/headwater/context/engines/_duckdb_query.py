"""Run queries on a hardened DuckDB connection, with limits on time, rows and bytes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from headwater.context.catalog import TypeKind
from headwater.context.engines._base import QueryLimitReached, QueryRefused, QueryResult, ReadLimits, ResultColumn
from headwater.context.engines._duckdb_gate import with_hint
from headwater.context.engines._duckdb_types import kind_of
from headwater.context.engines._values import limited_result

if TYPE_CHECKING:
    import duckdb

MEMORY = "2GB"
HARDENED: dict[str, str | bool | int | float | list[str]] = {
    "allow_community_extensions": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "memory_limit": MEMORY,
    "python_enable_replacements": "false",
    "temp_directory": "",
}
"""The initial settings for every connection. Add ``NO_FILES`` if SQL need not read files."""
NO_FILES: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "lock_configuration": "true",
}

_BATCH = 256
_NATIVE = (TypeKind.BOOLEAN, TypeKind.INTEGER, TypeKind.FLOAT)


@contextmanager
def within(connection: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
    """Interrupt the connection when the time limit is reached.

    Raises:
        QueryLimitReached: The query was interrupted, or the engine ran out of memory.
    """
    import duckdb

    timer = threading.Timer(seconds, connection.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    except duckdb.InterruptException:
        raise QueryLimitReached(f"ended after {seconds:g} s", fix="ask for less, or raise the limit") from None
    except duckdb.OutOfMemoryException:
        raise QueryLimitReached(f"needs more than {MEMORY} of memory", fix="ask for less") from None
    finally:
        timer.cancel()


def run_query(connection: duckdb.DuckDBPyConnection, sql: str, limits: ReadLimits) -> QueryResult:
    """Run a query that the gate has allowed.

    Raises:
        QueryRefused: The engine rejects the query.
        QueryLimitReached: The query took too long.
    """
    import duckdb

    try:
        with within(connection, limits.seconds):
            described = connection.execute(f"describe ({sql})").fetchall()
            columns = tuple(ResultColumn(str(line[0]), str(line[1])) for line in described)
            expressions = ", ".join(
                _truncated_text(position, column, limits) for position, column in enumerate(columns, 1)
            )
            connection.execute(f"select {expressions} from ({sql}) limit {limits.rows + 1}")
            return limited_result(columns, _rows(connection), limits)
    except duckdb.Error as error:
        raise QueryRefused(f"{type(error).__name__}: {with_hint(error)}") from None


def _truncated_text(position: int, column: ResultColumn, limits: ReadLimits) -> str:
    """Return an expression that makes the engine truncate a value as text, so that large values never reach Python.

    Numbers are not changed.
    """
    if kind_of(column.type) in _NATIVE:
        return f"#{position}"
    return f"left(#{position}::varchar, {limits.cell + 1})"


def _rows(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while batch := connection.fetchmany(_BATCH):
        yield from batch
