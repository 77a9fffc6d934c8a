"""Reads the strings in databases and table files whose encodings only the engine can read."""

from __future__ import annotations

import importlib.util
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from headwater.errors import MissingDependencyError
from headwater.leaks._needles import LEAST_LETTERS

_SQLITE = b"SQLite format 3\0"
_PARQUET = b"PAR1"
_DUCKDB = (8, b"DUCK")
"""The marker and its offset."""
_TEXTS = ("VARCHAR", "BLOB", "JSON", "STRUCT", "MAP", "UNION", "ENUM", "BIT", "GEOMETRY", "VARIANT")
_CATALOG_QUERIES = (
    "select sql || coalesce(comment, '') from duckdb_tables() where database_name = 'searched'",
    "select sql || coalesce(comment, '') from duckdb_views() where database_name = 'searched'",
    "select macro_definition || coalesce(comment, '') from duckdb_functions() "
    "where database_name = 'searched' and macro_definition is not null",
    "select comment from duckdb_columns() where database_name = 'searched' and comment is not null",
)


def strings_of(path: Path, start: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the strings in a database or table file with their locations. Other files yield nothing.

    Args:
        path: The file.
        start: The first bytes of the file.
    """
    at, mark = _DUCKDB
    if start[at : at + len(mark)] == mark:
        yield from _of_duckdb(path, f"attach '{_quoted(path)}' as searched (read_only)")
    elif start.startswith(_PARQUET):
        yield from _of_duckdb(path, f"create view searched as from read_parquet('{_quoted(path)}')")
    elif start.startswith(_SQLITE):
        yield from _of_sqlite(path)


def _of_duckdb(path: Path, opening: str) -> Iterator[tuple[str, bytes]]:
    if any(importlib.util.find_spec(name) is None for name in ("duckdb", "pyarrow")):
        raise MissingDependencyError(
            "searching it requires DuckDB", where=path.name, fix="pip install 'headwater[warehouse]'"
        )
    import duckdb

    with closing(duckdb.connect(config={"memory_limit": "1GB", "threads": 2})) as connection:
        connection.execute("set enable_progress_bar = false")
        connection.execute(opening)
        for query in _CATALOG_QUERIES:
            texts = "\n".join(str(row[0]) for row in connection.execute(query).fetchall())
            yield "the catalog", texts.encode(errors="replace")
        columns = connection.execute(
            "select database_name, schema_name, table_name, column_name, data_type from duckdb_columns() c where"
            " database_name = 'searched' and table_name in (select table_name from duckdb_tables())"
            " or table_name = 'searched'"
        ).fetchall()
        for database, schema, table, column, kind in columns:
            if any(text in kind for text in _TEXTS):
                yield from _of_column(connection, f'"{database}"."{schema}"."{table}"', column)


def _of_column(connection: Any, table: str, column: str) -> Iterator[tuple[str, bytes]]:
    """Yield the strings in a column in large batches, as buffers instead of Python objects."""
    value = f'cast("{column}" as varchar)'
    query = f"select {value} from {table} where length({value}) >= {LEAST_LETTERS}"
    for batch in connection.sql(query).to_arrow_reader(100_000):
        # The first two buffers are the validity and the offsets of the strings.
        for buffer in batch.column(0).buffers()[2:]:
            if buffer is not None:
                yield f"column {column} of {table}", memoryview(buffer).tobytes()


def _of_sqlite(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the strings in an SQLite file.

    The file's pages are also searched as bytes, but a value may span several pages.
    """
    # SQLite neither locks an immutable file nor looks for its journal.
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as connection:
        # The text may be invalid UTF-8.
        connection.text_factory = bytes
        for (name,) in connection.execute("select name from sqlite_master where type = 'table'").fetchall():
            table = '"' + name.decode(errors="replace").replace('"', '""') + '"'
            for row in connection.execute(f"select * from {table}"):
                found = b"\n".join(value for value in row if isinstance(value, bytes) and len(value) >= LEAST_LETTERS)
                if found:
                    yield f"table {table}", found


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
