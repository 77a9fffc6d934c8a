"""Reads Postgres in read-only transactions with an ordinary role. DuckDB profiles a copy of each table."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.context.catalog import Column, Engine, Table, TableKind, TypeKind, quote
from headwater.context.engines import _duckdb_profile
from headwater.context.engines._base import (
    QueryLimitReached,
    QueryRefused,
    QueryResult,
    ReadLimits,
    ResultColumn,
    Structure,
)
from headwater.context.engines._duckdb_gate import first_line, with_hint
from headwater.context.engines._duckdb_query import HARDENED, within
from headwater.context.engines._postgres_gate import check, check_plan, is_privileged
from headwater.context.engines._postgres_structure import read_structure
from headwater.context.engines._postgres_types import measured_as
from headwater.context.engines._values import limited_result
from headwater.errors import SourceError

if TYPE_CHECKING:
    import psycopg

_SAMPLED_ABOVE = 2_000_000
"""The approximate sample size. Tables with more rows are sampled."""
_COPIED_BYTES = 4 << 30
_CONNECT_SEC = 10
_CELL_BYTES = 1_000_000
_BATCH = 200
_SETTINGS = (
    "set default_transaction_read_only = on",
    "set timezone = 'UTC'",
    "set datestyle = 'ISO, YMD'",
    "set intervalstyle = 'postgres'",
    "set bytea_output = 'hex'",
    "set lock_timeout = '5s'",
)
_PRIVILEGED = "the role can read files of the server, and so could code that somebody left in the database"
_CONNECT_AS_ANOTHER = "connect as another: create role reader login password '…'; grant pg_read_all_data to reader"


class PostgresReader:
    """A database on a Postgres server."""

    engine = Engine.POSTGRES

    def __init__(self, name: str, url: str, location: str) -> None:
        """Connect once to check the settings.

        Args:
            name: The source's name in the catalog.
            url: The URL. The password may be omitted if ``PGPASSWORD`` or ``~/.pgpass`` provides it.
            location: The location without the password, for messages.

        Raises:
            SourceError: The server cannot be reached, or rejects the role.
        """
        self.name = name
        self.location = location
        self._url = url
        self._open: set[psycopg.Connection[tuple[Any, ...]]] = set()
        with self._connection() as connection:
            self._version = connection.info.server_version
            self._privileged = is_privileged(connection)

    @property
    def version(self) -> str:
        """The server's version."""
        return f"postgres {self._version // 10000}.{self._version % 10000}"

    def fingerprint(self) -> None:
        """Return None, because the server has no cheap and reliable fingerprint."""
        return

    def structure(self) -> Structure:
        """Read the server's catalog."""
        with self._connection() as connection:
            return read_structure(connection, self.name)

    def content(self, table: Table, before: Table) -> str | None:
        """Return a fingerprint if the content is unchanged, judging by row hashes that the server computes."""
        import psycopg

        if not self._is_hashed(table):
            return None
        try:
            with self._connection() as connection:
                found = self._hash(connection, table)
        except psycopg.Error:
            return None  # profiling will report the cause
        return found if found == before.fingerprint else None

    def profile(self, table: Table, seconds: float) -> Table:
        """Copy the rows and profile them."""
        import duckdb
        import psycopg

        if table.kind is TableKind.EXTERNAL:
            return replace(table, problem="not profiled: its rows are outside of this database")
        if self._privileged and table.kind is TableKind.VIEW:
            return replace(table, problem=f"not profiled: {_PRIVILEGED}; {_CONNECT_AS_ANOTHER}")
        try:
            with tempfile.TemporaryDirectory(prefix="headwater-postgres-") as folder:
                return self._profile(table, seconds, Path(folder))
        except QueryLimitReached as error:
            return replace(table, problem=f"not profiled: {error}")
        except (psycopg.Error, duckdb.Error) as error:
            return replace(table, problem=f"not profiled: {first_line(error)}")

    def ask(self, sql: str, seconds: float) -> Sequence[tuple[Any, ...]]:
        """Run trusted SQL."""
        import psycopg

        with self._connection(seconds) as connection:
            try:
                return connection.execute(sql).fetchall()
            except psycopg.errors.QueryCanceled:
                raise QueryLimitReached(f"ended after {seconds:g} s") from None
            except psycopg.Error as error:
                raise SourceError(first_line(error), where=self.location) from None

    def query(self, sql: str, limits: ReadLimits) -> QueryResult:
        """Run one SELECT in a read-only transaction."""
        import psycopg

        if self._privileged:
            raise QueryRefused(f"refused: {_PRIVILEGED}", fix=_CONNECT_AS_ANOTHER)
        with self._connection(limits.seconds) as connection:
            checked = check(connection, sql)
            # Only the check of the query needs a search path without schemas in which others can create functions.
            connection.execute("reset search_path")
            try:
                with connection.transaction():
                    return _run(connection, checked, limits)
            except psycopg.errors.QueryCanceled:
                raise QueryLimitReached(
                    f"ended after {limits.seconds:g} s", fix="ask for less, or raise the limit"
                ) from None
            except psycopg.Error as error:
                raise QueryRefused(f"{type(error).__name__}: {with_hint(error)}") from None

    def cancel(self) -> None:
        """Cancel the queries of other threads."""
        for connection in tuple(self._open):
            connection.cancel_safe()

    def close(self) -> None:
        """Do nothing, because every call closes its own connection."""

    @contextmanager
    def _connection(self, seconds: float = 60) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """Connect read-only, with only the server's own schema in the search path."""
        import psycopg

        try:
            connection = psycopg.connect(
                self._url, autocommit=True, connect_timeout=_CONNECT_SEC, application_name="headwater"
            )
        except psycopg.ProgrammingError as error:  # the message quotes the text, which may include the password
            raise SourceError(f"cannot be read: {first_line(error).partition(': ')[0]}", where=self.location) from None
        except (psycopg.Error, UnicodeError) as error:
            raise SourceError(f"cannot connect: {first_line(error)}", where=self.location) from None
        self._open.add(connection)
        try:
            for setting in (*_SETTINGS, f"set statement_timeout = {int(seconds * 1000)}"):
                connection.execute(setting)
            connection.execute("set search_path = pg_catalog")
            yield connection
        finally:
            self._open.discard(connection)
            connection.close()

    def _is_hashed(self, table: Table) -> bool:
        stored = table.kind in (TableKind.TABLE, TableKind.MATERIALIZED_VIEW)
        return stored and bool(table.columns) and (table.rows or 0) <= _SAMPLED_ABOVE

    def _hash(self, connection: psycopg.Connection[tuple[Any, ...]], table: Table) -> str:
        row = connection.execute(
            # A sum does not depend on the order of rows, and numeric cannot overflow.
            f"select count(*), sum(hashtextextended(t::text, 0)::numeric)::text from {table.name.sql} as t"
        ).fetchone()
        digest = _duckdb_profile.columns_digest(table)
        return _duckdb_profile.fingerprint_of(digest, int(row[0]) if row else 0, [str(row[1]) if row else ""])

    def _profile(self, table: Table, seconds: float, folder: Path) -> Table:
        import duckdb

        with self._connection(seconds) as connection, connection.transaction():
            # The copied rows and their hash must come from the same snapshot.
            connection.execute("set transaction isolation level repeatable read, read only")
            sampled = (table.rows or 0) > _SAMPLED_ABOVE and table.kind is not TableKind.VIEW
            source = _sampled(table) if sampled else table.name.sql
            _copy(connection, table, source, folder / "rows.csv")
            fingerprint = self._hash(connection, table) if self._is_hashed(table) else None
        config = HARDENED | {"temp_directory": str(folder)}
        with duckdb.connect(str(folder / "rows.duckdb"), config=config) as local, within(local, seconds):
            _load(local, table, folder / "rows.csv")
            measured = _duckdb_profile.profile(local, table, "measured")
        rows = table.rows if sampled else measured.rows
        return replace(measured, rows=rows, rows_exact=not sampled, fingerprint=fingerprint)


def _sampled(table: Table) -> str:
    percent = 100 * _SAMPLED_ABOVE / (table.rows or 1)
    # With a fixed seed, repeated scans measure the same rows while the table does not change.
    return f"{table.name.sql} tablesample bernoulli ({percent:.6f}) repeatable (1)"


def _copy(connection: psycopg.Connection[tuple[Any, ...]], table: Table, source: str, path: Path) -> None:
    """Copy rows to a file. Text is truncated after a megabyte, which is far more than the catalog stores."""
    columns = ", ".join(_bounded(column) for column in table.columns)
    size = 0
    with path.open("wb") as file, connection.cursor() as cursor:
        statement = f"copy (select {columns} from {source}) to stdout (format csv, encoding 'utf8')"
        with cursor.copy(statement) as rows:
            for chunk in rows:
                size += len(chunk)
                if size > _COPIED_BYTES:
                    raise QueryLimitReached(f"has more than {_COPIED_BYTES >> 30} GB")
                file.write(chunk)


def _bounded(column: Column) -> str:
    name = quote(column.name)
    short = (TypeKind.BOOLEAN, TypeKind.INTEGER, TypeKind.FLOAT, TypeKind.DATE, TypeKind.UUID, TypeKind.TIMESTAMP)
    return name if column.kind in short else f"left({name}::text, {_CELL_BYTES})"


def _load(local: Any, table: Table, path: Path) -> None:
    """Load the copied rows, using the types for profiling. Values that cannot be converted become null."""
    names = ", ".join(f"'c{column.position}': 'VARCHAR'" for column in table.columns)
    expressions = ", ".join(f"{_value(column)} as {quote(column.name)}" for column in table.columns)
    options = "header = false, delim = ',', quote = '\"', escape = '\"', nullstr = '', allow_quoted_nulls = false"
    local.execute(
        f"create table measured as select {expressions} from read_csv('{path}', columns = {{{names}}}, {options},"
        f" max_line_size = {64 << 20}, parallel = false, auto_detect = false)"
    )


def _value(column: Column) -> str:
    if column.kind is TypeKind.BINARY:
        # The text begins with ``\x``.
        return f"unhex(substr(c{column.position}, 3))"
    return f"try_cast(c{column.position} as {measured_as(column.native_type, column.kind)})"


def _run(connection: psycopg.Connection[tuple[Any, ...]], sql: str, limits: ReadLimits) -> QueryResult:
    """Run a checked query as a single statement, and let the server truncate long values."""
    nested = f"(\n{sql}\n)"
    # A prepared statement cannot contain a second statement.
    described = connection.execute(f"select * from {nested} as q limit 0", prepare=True).description or []
    plan = connection.execute(f"explain (format json) select * from {nested} as q", prepare=True).fetchone()
    check_plan(plan[0] if plan else [])
    columns = tuple(ResultColumn(column.name, column.type_display) for column in described)
    names = [f"c{number}" for number in range(len(columns))]
    expressions = ", ".join(
        name if column.type in _NUMBERS else f"left({name}::text, {limits.cell + 1})"
        for name, column in zip(names, columns, strict=True)
    )
    outer = f"select {expressions} from {nested} as q({', '.join(names)}) limit {limits.rows + 1}"
    cursor = connection.cursor("headwater_query")
    cursor.itersize = _BATCH
    with cursor:
        cursor.execute(outer)
        return limited_result(columns, cursor, limits)


_NUMBERS = frozenset({"bool", "int2", "int4", "int8", "float4", "float8"})
