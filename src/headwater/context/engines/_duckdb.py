"""Reads DuckDB files: every schema of one database, read-only, without access to files, network or extensions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.context.catalog import (
    Column,
    Engine,
    ForeignKey,
    Key,
    Origin,
    Table,
    TableKind,
    TableName,
)
from headwater.context.engines import _duckdb_profile
from headwater.context.engines._base import QueryLimitReached, QueryRefused, QueryResult, ReadLimits, Structure
from headwater.context.engines._duckdb_files import stamp_of
from headwater.context.engines._duckdb_gate import QueryGuard, first_line, guard_of, shared_parser
from headwater.context.engines._duckdb_open import open_file
from headwater.context.engines._duckdb_query import run_query, within
from headwater.context.engines._duckdb_types import kind_of
from headwater.errors import SourceError

if TYPE_CHECKING:
    import duckdb

_STAGED_ROWS = 1_000_000
"""The maximum number of rows that are profiled in a view. A view is materialized in memory once."""

_FAILED = "failed"
"""The fingerprint of a table that fails until the file changes."""
_VIEW = "view"
"""The fingerprint of a view, which is profiled again when the file changes."""

_GATES: dict[tuple[str, ...], QueryGuard] = {}
"""The gate for the last queried file, keyed by path and fingerprint. Building a gate takes longer than most queries."""


class DuckDBReader:
    """A DuckDB database file."""

    engine = Engine.DUCKDB

    def __init__(self, name: str, path: Path) -> None:
        """Open the file.

        Raises:
            UserError: The file cannot be opened. The message says what to try.
        """
        self.name = name
        self.location = str(path)
        self._path = path
        self._opened = open_file(path)
        self._connection = self._opened.connection
        self._parser = shared_parser()
        self._running: set[duckdb.DuckDBPyConnection] = set()

    @property
    def version(self) -> str:
        """The version of the library, which may differ from the file's version."""
        import duckdb

        return f"duckdb {duckdb.__version__}"

    def fingerprint(self) -> str:
        """The sizes and modification times of the file and its write-ahead log."""
        return stamp_of(self._path)

    def structure(self) -> Structure:
        """Read the structure from the engine's catalog functions, ignoring temporary and internal objects."""
        import duckdb

        with self._connection.cursor() as cursor:
            try:
                return self._structure(cursor)
            except duckdb.Error as error:  # a macro in the file may shadow a function used here
                raise SourceError(f"its contents cannot be read: {first_line(error)}", where=self.location) from None

    def _structure(self, cursor: duckdb.DuckDBPyConnection) -> Structure:
        columns = self._columns(cursor)
        tables = [
            *self._tables(cursor, columns),
            *self._views(cursor, columns),
        ]
        keys, foreign_keys = self._constraints(cursor)
        ordered = tuple(sorted(tables, key=lambda table: table.name))
        return Structure(ordered, keys, foreign_keys, self._opened.problems)

    def content(self, table: Table, before: Table) -> str | None:
        """Return a fingerprint computed from a hash of the rows.

        The result is None for a view, because hashing its rows would be as expensive as profiling it.
        """
        import duckdb

        if table.kind is TableKind.VIEW:
            return None
        with self._cursor() as cursor:
            try:
                found = _duckdb_profile.content(cursor, table)
            except duckdb.Error:
                return None  # profiling will report the cause
        return found if found == before.fingerprint else None

    def profile(self, table: Table, seconds: float) -> Table:
        """Profile a table. Views are evaluated once."""
        import duckdb

        with self._cursor() as cursor:
            try:
                with within(cursor, seconds):
                    if table.kind is TableKind.VIEW:
                        return self._profile_view(cursor, table)
                    return _duckdb_profile.profile(cursor, table, table.name.sql, with_content=True)
            except QueryLimitReached as error:  # the table gets no fingerprint, so that the next scan tries again
                return replace(table, problem=f"not profiled: {error}")
            except duckdb.Error as error:
                return replace(table, problem=f"not profiled: {first_line(error)}", fingerprint=_FAILED)

    def ask(self, sql: str, seconds: float) -> Sequence[tuple[Any, ...]]:
        """Run trusted SQL."""
        with self._cursor() as cursor, within(cursor, seconds):
            return cursor.execute(sql).fetchall()

    def query(self, sql: str, limits: ReadLimits) -> QueryResult:
        """Run one SELECT that the gate allows."""
        parsed = self.gate.check(sql)
        with self._connection.cursor() as cursor:
            return run_query(cursor, parsed.sql, limits)

    def cancel(self) -> None:
        """Interrupt the queries of all other threads."""
        for cursor in tuple(self._running):
            cursor.interrupt()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def _cursor(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Open a connection to the same database for one thread. ``cancel`` can interrupt its queries."""
        with self._connection.cursor() as cursor:
            self._running.add(cursor)
            try:
                yield cursor
            finally:
                self._running.discard(cursor)

    @cached_property
    def gate(self) -> QueryGuard:
        """The gate, which knows this file's views and macros.

        It is cached until the file changes. Other processes cannot write to the file while it is open here.
        """
        import duckdb

        key = (self.location, self.fingerprint(), *self._opened.attached)
        if key in _GATES:
            return _GATES[key]
        with self._connection.cursor() as cursor:
            try:
                gate = guard_of(cursor, self._parser)
            except duckdb.Error as error:
                raise QueryRefused(f"refused: its views and macros are not allowed: {first_line(error)}") from None
        _GATES.clear()
        _GATES[key] = gate
        return gate

    def _profile_view(self, cursor: duckdb.DuckDBPyConnection, table: Table) -> Table:
        objection = self.gate.objection(self._parser.parse(f"from {table.name.sql}").uses)
        if objection is not None:
            return replace(table, problem=f"not profiled: {objection}", fingerprint=_FAILED)
        staged = "temp.main.staged"  # only this cursor sees the table
        cursor.execute(f"create or replace temp table staged as from {table.name.sql} limit {_STAGED_ROWS}")
        measured = replace(_duckdb_profile.profile(cursor, table, staged), fingerprint=_VIEW)
        cursor.execute("drop table temp.main.staged")
        if measured.rows == _STAGED_ROWS:
            counted = cursor.execute(f"select count(*) from {table.name.sql}").fetchone()
            measured = replace(measured, rows=int(counted[0]) if counted else None)
        return measured

    def _columns(self, cursor: duckdb.DuckDBPyConnection) -> dict[tuple[str, str], tuple[Column, ...]]:
        found: dict[tuple[str, str], list[Column]] = {}
        rows = cursor.execute(
            "select schema_name, table_name, column_name, data_type, is_nullable, column_default, comment"
            " from duckdb_columns() where database_name = current_database() and not internal"
            " order by schema_name, table_name, column_index"
        ).fetchall()
        for schema, table, name, native, nullable, default, comment in rows:
            columns = found.setdefault((schema, table), [])
            columns.append(Column(name, len(columns), native, kind_of(native), bool(nullable), default, comment))
        return {key: tuple(columns) for key, columns in found.items()}

    def _tables(
        self, cursor: duckdb.DuckDBPyConnection, columns: dict[tuple[str, str], tuple[Column, ...]]
    ) -> list[Table]:
        rows = cursor.execute(
            "select schema_name, table_name, estimated_size, comment from duckdb_tables()"
            " where database_name = current_database() and not internal and not temporary"
        ).fetchall()
        return [
            Table(
                TableName(self.name, schema, name),
                TableKind.TABLE,
                columns.get((schema, name), ()),
                rows=estimate,
                rows_exact=False,
                comment=comment,
            )
            for schema, name, estimate, comment in rows
        ]

    def _views(
        self, cursor: duckdb.DuckDBPyConnection, columns: dict[tuple[str, str], tuple[Column, ...]]
    ) -> list[Table]:
        rows = cursor.execute(
            "select schema_name, view_name, sql, comment from duckdb_views()"
            " where database_name = current_database() and not internal and not temporary"
        ).fetchall()
        tables = []
        for schema, name, sql, comment in rows:
            known = columns.get((schema, name), ())
            problem = None if known else "its columns are not known: it does not bind any more"
            table_name = TableName(self.name, schema, name)
            tables.append(Table(table_name, TableKind.VIEW, known, comment=comment, definition=sql, problem=problem))
        return tables

    def _constraints(self, cursor: duckdb.DuckDBPyConnection) -> tuple[tuple[Key, ...], tuple[ForeignKey, ...]]:
        rows = cursor.execute(
            "select schema_name, table_name, constraint_type, constraint_column_names, referenced_table,"
            " referenced_column_names from duckdb_constraints() where database_name = current_database()"
            " and constraint_type in ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')"
            " order by schema_name, table_name, constraint_index"
        ).fetchall()
        keys, foreign_keys = [], []
        for schema, table, kind, columns, to_table, to_columns in rows:
            name = TableName(self.name, schema, table)
            if kind == "FOREIGN KEY":  # foreign keys cannot cross schemas in DuckDB
                target = TableName(self.name, schema, to_table)
                foreign_keys.append(ForeignKey(name, tuple(columns), target, tuple(to_columns), Origin.DECLARED))
            else:
                keys.append(Key(name, tuple(columns), Origin.DECLARED, primary=kind == "PRIMARY KEY"))
        return tuple(keys), tuple(foreign_keys)
