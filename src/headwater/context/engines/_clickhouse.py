"""Reads ClickHouse over HTTP with ``readonly = 1``. The server profiles each table in one pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from headwater.context.catalog import Column, Engine, Table, TableKind, TableName
from headwater.context.engines import _clickhouse_gate, _clickhouse_profile
from headwater.context.engines._base import (
    QueryLimitReached,
    QueryRefused,
    QueryResult,
    ReadLimits,
    ResultColumn,
    Structure,
)
from headwater.context.engines._clickhouse_http import Http, ServerError
from headwater.context.engines._clickhouse_types import is_nullable, kind_of
from headwater.context.engines._duckdb_profile import fingerprint_of
from headwater.context.engines._values import limited_result

_TABLES = """
select database, name, engine, total_rows, comment, as_select from system.tables
where database not in ('system', 'INFORMATION_SCHEMA', 'information_schema') and not is_temporary
  and not startsWith(name, '.inner') order by database, name
"""
_COLUMNS = """
select database, table, name, type, default_expression, comment from system.columns
where database not in ('system', 'INFORMATION_SCHEMA', 'information_schema') order by database, table, position
"""
_FINGERPRINT = """
select database, table, groupArray(part) from (
  select database, table, concat(name, ':', hash_of_all_files) as part from system.parts where active order by part
) group by database, table
"""
_CATALOG_SEC = 60


class ClickHouseReader:
    """A ClickHouse server, with all databases that the account may see.

    ClickHouse declares no keys, so all keys are inferred. A table's ORDER BY columns are not a key, because several
    rows may have the same values in them.
    """

    engine = Engine.CLICKHOUSE

    def __init__(self, name: str, url: str, location: str) -> None:
        """Check the connection by querying the version.

        Raises:
            SourceError: The server cannot be reached, or rejects the account.
        """
        self.name = name
        self.location = location
        self._http = Http.of(url, location)
        try:
            self._version = str(self._http.all_rows("select version()", 10)[0][0])
        except ServerError as error:
            raise ServerError(error.what, where=location) from None
        self._parts: dict[tuple[str, str], str] = {}

    @property
    def version(self) -> str:
        """The server's version."""
        return f"clickhouse {self._version}"

    def fingerprint(self) -> None:
        """Return None, because no fingerprint works for all table engines."""
        return

    def structure(self) -> Structure:
        """Read the server's system tables."""
        columns: dict[tuple[str, str], list[Column]] = {}
        for database, table, name, native, default, comment in self._http.all_rows(_COLUMNS, _CATALOG_SEC):
            table_columns = columns.setdefault((database, table), [])
            kind, nullable = kind_of(native), is_nullable(native)
            table_columns.append(
                Column(name, len(table_columns), native, kind, nullable, default or None, comment or None)
            )
        self._parts = {(row[0], row[1]): "\n".join(row[2]) for row in self._http.all_rows(_FINGERPRINT, _CATALOG_SEC)}
        tables = []
        for database, name, engine, rows, comment, definition in self._http.all_rows(_TABLES, _CATALOG_SEC):
            table = Table(
                TableName(self.name, database, name),
                _kind(engine),
                tuple(columns.get((database, name), ())),
                rows=rows,
                rows_exact=False,
                comment=comment or None,
                definition=definition or None,
            )
            tables.append(replace(table, problem=_problem(table, engine)))
        return Structure(tuple(tables))

    def content(self, table: Table, before: Table) -> str | None:
        """Return a fingerprint of the table if its content is unchanged."""
        try:
            found = self._content(table)
        except (ServerError, QueryLimitReached):
            return None  # profiling will report the cause
        return found if found == before.fingerprint else None

    def profile(self, table: Table, seconds: float) -> Table:
        """Let the server profile the table."""
        try:
            if table.definition is not None:
                _clickhouse_gate.check(self._http, table.definition)
            measured = _clickhouse_profile.profile(self._http, table, seconds)
            return replace(measured, fingerprint=self._content(table))
        except (ServerError, QueryRefused, QueryLimitReached) as error:
            return replace(table, problem=f"not profiled: {error}")

    def ask(self, sql: str, seconds: float) -> Sequence[tuple[Any, ...]]:
        """Run trusted SQL."""
        return [tuple(row) for row in self._http.all_rows(sql, seconds)]

    def query(self, sql: str, limits: ReadLimits) -> QueryResult:
        """Run one SELECT that the gate allows."""
        statement = _without_semicolon(sql)
        _clickhouse_gate.check(self._http, statement)
        # A large result is truncated here, because the server would refuse it.
        settings = {"limit": str(limits.rows + 1), "max_result_bytes": "0", "max_memory_usage": str(2 << 30)}
        try:
            with self._http.rows(statement, limits.seconds, settings) as rows:
                names, types = next(rows), next(rows)
                columns = tuple(ResultColumn(name, kind) for name, kind in zip(names, types, strict=True))
                return limited_result(columns, _readable(rows), limits)
        except ServerError as error:
            raise QueryRefused(error.what, where=error.where, fix=error.fix) from None

    def cancel(self) -> None:
        """Close all connections. The server cancels a query whose client has disconnected."""
        for connection in tuple(self._http.open):
            connection.close()

    def close(self) -> None:
        """Do nothing, because every query closes its own connection."""

    def _content(self, table: Table) -> str | None:
        """Return the names and hashes of a MergeTree table's immutable parts, or else a hash of all rows."""
        if table.kind is not TableKind.TABLE:
            return None
        parts = self._parts.get((table.name.schema, table.name.name))
        if parts is None:
            return _clickhouse_profile.content(self._http, table, _CATALOG_SEC)
        return fingerprint_of(_clickhouse_profile.columns_digest(table), 0, [parts])


def _kind(engine: str) -> TableKind:
    if engine == "View":
        return TableKind.VIEW
    if engine == "MaterializedView":
        return TableKind.MATERIALIZED_VIEW
    return TableKind.TABLE if _clickhouse_gate.is_stored(engine) else TableKind.EXTERNAL


def _problem(table: Table, engine: str) -> str | None:
    if table.kind is TableKind.EXTERNAL:
        return f"not profiled: its rows are outside of this server ({engine})"
    names = (table.name.schema, table.name.name, *(column.name for column in table.columns))
    if any("\\" in name or '"' in name for name in names):
        return "not profiled: a name has a quote or a backslash"
    return None


def _without_semicolon(sql: str) -> str:
    """Remove the final semicolon. The server itself rejects additional statements."""
    stripped = sql.strip()
    return stripped[:-1] if stripped.endswith(";") else sql


def _readable(rows: Iterator[list[Any]]) -> Iterator[list[Any]]:
    """Write arrays, maps and tuples as JSON instead of Python literals."""
    import json

    for row in rows:
        yield [json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value for value in row]
