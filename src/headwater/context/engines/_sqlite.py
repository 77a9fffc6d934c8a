"""Loads SQLite tables into DuckDB as text, and then converts each column to a type that fits all of its values."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from headwater.context.catalog import quote
from headwater.context.engines._base import QueryLimitReached
from headwater.context.engines._walk import path_of

if TYPE_CHECKING:
    import duckdb

_BATCH = 10_000
_CELL = 10_000_000


@dataclass(frozen=True)
class SQLiteTable:
    """A table as SQLite declares it.

    Attributes:
        key: The columns of the primary key.
        foreign: The foreign keys, each as a tuple of columns, referenced table and referenced columns. If there are no
            referenced columns, the key refers to the table's primary key.
    """

    name: str
    columns: tuple[tuple[str, str], ...]
    key: tuple[str, ...]
    foreign: tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...]


@contextmanager
def open_sqlite(descriptor: int, seconds: float) -> Iterator[sqlite3.Connection]:
    """Open the database behind a file descriptor as data, without running its code.

    Raises:
        QueryLimitReached: Reading took too long.
        sqlite3.Error: The database is damaged.
    """
    uri = f"file:{path_of(descriptor)}?mode=ro&immutable=1"
    until = time.monotonic() + seconds
    with closing(sqlite3.connect(uri, uri=True, check_same_thread=False)) as connection:
        connection.execute("pragma trusted_schema = off")
        connection.execute("pragma query_only = on")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _CELL)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        # SQLite has no time limit. It calls the handler after a fixed number of instructions, and ends the query if the
        # handler does not return 0.
        connection.set_progress_handler(lambda: int(time.monotonic() > until), 10_000)
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        try:
            yield connection
        except sqlite3.OperationalError as error:
            if "interrupted" in str(error):
                raise QueryLimitReached(f"ended after {seconds:g} s") from None
            raise


def tables_of(connection: sqlite3.Connection) -> list[SQLiteTable]:
    """Return the ordinary tables. Views and virtual tables are skipped, because they can run code."""
    rows = connection.execute(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'"
        " and sql not like 'create virtual%' order by name"
    ).fetchall()
    return [_table(connection, name) for (name,) in rows]


def _table(connection: sqlite3.Connection, name: str) -> SQLiteTable:
    columns = connection.execute("select name, type, pk from pragma_table_info(?)", [name]).fetchall()
    key = tuple(column for _, column in sorted((order, column) for column, _, order in columns if order))
    foreign: dict[int, list[tuple[str, str, str | None]]] = {}
    for number, table, column, to_column in connection.execute(
        'select id, "table", "from", "to" from pragma_foreign_key_list(?) order by id, seq', [name]
    ):
        foreign.setdefault(number, []).append((table, column, to_column))
    return SQLiteTable(
        name,
        tuple((column, declared or "") for column, declared, _ in columns),
        key,
        tuple(
            (
                tuple(part[1] for part in parts),
                parts[0][0],
                tuple(part[2] for part in parts if part[2] is not None),
            )
            for parts in foreign.values()
        ),
    )


def copy_table(source: sqlite3.Connection, table: SQLiteTable, target: duckdb.DuckDBPyConnection, into: str) -> None:
    """Copy a table. A column keeps its declared type if all of its values fit. Otherwise, it becomes text."""
    import pyarrow as pa

    names = ", ".join(f"{quote(name)} varchar" for name, _ in table.columns)
    target.execute(f"create temp table copied ({names})")
    cursor = source.execute(f"select * from {quote(table.name)}")
    while rows := cursor.fetchmany(_BATCH):
        columns = [pa.array([_text(row[index]) for row in rows], pa.string()) for index in range(len(table.columns))]
        batch = pa.Table.from_arrays(columns, names=[f"c{index}" for index in range(len(columns))])
        target.register("batch", batch)
        target.execute("insert into copied select * from batch")
        target.unregister("batch")
    expressions = ", ".join(_typed(target, name, declared) for name, declared in table.columns)
    target.execute(f"create table {into} as select {expressions} from copied")
    target.execute("drop table copied")


def _typed(target: duckdb.DuckDBPyConnection, name: str, declared: str) -> str:
    column = quote(name)
    kind = _declared_kind(declared)
    if kind is None:
        return column
    row = target.execute(
        f"select count(*) from copied where {column} is not null and try_cast({column} as {kind}) is null"
    ).fetchone()
    return f"try_cast({column} as {kind}) as {column}" if row == (0,) else column


def _declared_kind(declared: str) -> str | None:
    upper = declared.upper()
    for part, kind in (
        ("BOOL", "BOOLEAN"),
        ("INT", "BIGINT"),
        ("DATETIME", "TIMESTAMP"),
        ("TIMESTAMP", "TIMESTAMP"),
        ("DATE", "DATE"),
        ("REAL", "DOUBLE"),
        ("FLOA", "DOUBLE"),
        ("DOUB", "DOUBLE"),
        ("NUM", "DOUBLE"),
        ("DEC", "DOUBLE"),
    ):
        if part in upper:
            return kind
    return None


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return "0x" + value.hex() if isinstance(value, bytes) else str(value)
