"""Reads untrusted databases read-only, with resource limits and without access to anything else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from headwater.untrusted import one_line

_MEMORY = "700MB"


class DatabaseProblemError(Exception):
    """Raised if a database or table cannot be read. The message is one line."""


@dataclass(frozen=True)
class RelationSchema:
    """A table or view: its schema, its exact name, and its columns with their types."""

    schema: str
    name: str
    columns: tuple[tuple[str, str], ...]


@contextmanager
def attached(path: Path, alias: str, timeout_sec: float) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a connection with the database at ``path`` attached as ``alias``. Temporary tables can be created.

    Args:
        path: The file.
        alias: The name of the catalog. It must be the name that the project uses, because dbt writes it into views.
        timeout_sec: The time after which the connection is interrupted.

    Raises:
        DatabaseProblemError: The database cannot be opened, or a statement in the block failed or took too long.
    """
    if not path.is_file():
        raise DatabaseProblemError(f"{path.name}: the file does not exist")
    connection = duckdb.connect(config={"memory_limit": _MEMORY, "preserve_insertion_order": "true"})
    timer = threading.Timer(timeout_sec, connection.interrupt)
    timer.daemon = True
    try:
        connection.execute(f"attach {_literal(str(path))} as {quoted(alias)} (read_only)")
        # From here on, a view in the submission can read only this database.
        connection.execute("set enable_external_access = false")
        connection.execute("set lock_configuration = true")
        connection.execute(f"use {quoted(alias)}")
        timer.start()
        yield connection
    except duckdb.InterruptException:
        raise DatabaseProblemError(f"{path.name}: reading took longer than {timeout_sec:.0f} s") from None
    except duckdb.Error as error:
        raise DatabaseProblemError(f"{path.name}: {first_line(error)}") from None
    finally:
        timer.cancel()
        connection.close()


def first_line(error: Exception) -> str:
    """Return the first line of an error's message, limited in length."""
    return one_line(str(error))[:300]


def quoted(name: str) -> str:
    """Quote an identifier for SQL."""
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def relations(connection: duckdb.DuckDBPyConnection, name: str, alias: str) -> list[RelationSchema]:
    """Return the tables and views with this name in any schema, ignoring case, with those in ``main`` first."""
    rows = connection.execute(
        "select schema_name, table_name, column_name, data_type from duckdb_columns() "
        "where database_name = ? and lower(table_name) = lower(?) and not internal order by column_index",
        [alias, name],
    ).fetchall()
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for schema, table, column, kind in rows:
        found.setdefault((schema, table), []).append((column, kind))
    ordered = sorted(found.items(), key=lambda item: (item[0][0] != "main", item[0]))
    return [RelationSchema(schema, table, tuple(columns)) for (schema, table), columns in ordered]


def table_names(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the tables and views in the default schema, as ``SHOW TABLES`` does."""
    return [row[0] for row in connection.execute("show tables").fetchall()]
