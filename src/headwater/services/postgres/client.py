"""Defines the Postgres client for seeds and checks, which has few methods and raises one-line errors."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from functools import cached_property
from typing import Any, cast

from headwater.errors import QueryError
from headwater.services._queries import UNREADABLE, Row, first_line, median_seconds
from headwater.services.postgres._sessions import PostgresAccount, PostgresSessions

# Names are compared as text rather than parsed as SQL, because agents may use capitals, dots and spaces in names.
_RELATIONS = "pg_class c join pg_namespace n on n.oid = c.relnamespace"
_HAS_NAME = "n.nspname || '.' || c.relname = %s"

# Every name and operator is qualified with its schema, because the agent may have created functions in this database.
# Functions of extensions belong to the superuser, whose id is 10, and are ignored.
_HIDES_BUILT_IN = """
    select p.oid::pg_catalog.regprocedure::pg_catalog.text
    from pg_catalog.pg_proc as p join pg_catalog.pg_proc as built_in using (proname)
    where p.proowner operator(pg_catalog.<>) 10::pg_catalog.oid
      and built_in.pronamespace operator(pg_catalog.=) 11::pg_catalog.oid
    union all
    select o.oid::pg_catalog.regoperator::pg_catalog.text
    from pg_catalog.pg_operator as o join pg_catalog.pg_operator as built_in using (oprname)
    where o.oprowner operator(pg_catalog.<>) 10::pg_catalog.oid
      and built_in.oprnamespace operator(pg_catalog.=) 11::pg_catalog.oid
    limit 1
"""


_CHUNK = 100
"""The number of rows that the driver fetches at a time, because each can have many megabytes."""


class PostgresClient:
    """A Postgres client that uses a Unix socket.

    If the client has limits, as after an agent's run, queries use a role that may only select, and ``execute`` uses the
    agent's role. If it has none, as for seeds, everything uses the superuser's role. ``app`` and ``administrator`` are
    clients of the same server that use one role for everything.
    """

    def __init__(self, sessions: PostgresSessions, account: PostgresAccount | None = None) -> None:
        trusted = PostgresAccount.ADMINISTRATOR if sessions.limits is None else None
        self._sessions = sessions
        self._limits = sessions.limits
        self._reads = account or trusted or PostgresAccount.READER
        self._writes = account or trusted or PostgresAccount.APP

    @cached_property
    def app(self) -> PostgresClient:
        """A client that uses the agent's role, so that reads and writes have the rights of the agent's code."""
        return PostgresClient(self._sessions, PostgresAccount.APP)

    @cached_property
    def administrator(self) -> PostgresClient:
        """A client that uses the superuser's role.

        Any agent-created object that a statement uses, such as a view, a trigger or a column default, gets the
        superuser's rights as well. Therefore use this client for system tables, but never for the agent's tables.
        """
        return PostgresClient(self._sessions, PostgresAccount.ADMINISTRATOR)

    def execute(self, script: str, database: str = "app") -> None:
        """Run one or more statements. If a statement fails, the remaining statements do not run."""
        self._execute(self._writes, script, database)

    def _execute(self, account: PostgresAccount, script: str, database: str) -> None:
        import psycopg

        connection = self._sessions.get(account, database)
        try:
            with self._sessions.watched(connection):
                connection.execute(script.encode())
        except psycopg.Error as error:
            raise QueryError(first_line(error)) from None

    def query(self, sql: str, params: Sequence[Any] = (), database: str = "app") -> list[Row]:
        """Return all rows of a query, with ``%s`` for parameters.

        Raises:
            QueryError: The query failed, or the agent has created a function or operator that the query could call
                instead of a built-in one, for example ``lower(varchar)``. The agent could then determine the result.
        """
        if self._limits is not None:  # an agent's function could have changed settings, including limits
            self._execute(self._reads, "reset all", database)
        shadows = self._fetch(_HIDES_BUILT_IN, (), database)
        if shadows:
            raise QueryError(f"{shadows[0][0]} can hide a built-in function or operator, so queries cannot be trusted")
        return self._fetch(sql, params, database)

    def _fetch(self, sql: str, params: Sequence[Any], database: str) -> list[Row]:
        import psycopg

        connection = self._sessions.get(self._reads, database)
        try:
            if self._limits is None:
                return connection.execute(sql.encode(), params or None).fetchall()
            with (
                self._sessions.watched(connection),
                connection.cursor() as cursor,
                closing(cast("Generator[Row]", cursor.stream(sql.encode(), params or None, size=_CHUNK))) as rows,
            ):
                return self._limits.take(rows)
        except (psycopg.Error, *UNREADABLE) as error:
            raise QueryError(first_line(error)) from None

    def scalar(self, sql: str, params: Sequence[Any] = (), database: str = "app") -> Any:
        """Return the first value of the first row, or None if there are no rows."""
        rows = self.query(sql, params, database)
        return rows[0][0] if rows else None

    def tables(self, database: str = "app") -> list[str]:
        """Return the tables and materialised views outside the system schemas, as sorted names ``schema.table``."""
        sql = """
            select n.nspname || '.' || c.relname
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p', 'm') and not c.relispartition
              and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
            order by 1
        """
        return [row[0] for row in self.query(sql, database=database)]

    def has_table(self, name: str) -> bool:
        """Return whether ``schema.table`` exists, as a table or a view of any kind."""
        sql = f"select count(*) from {_RELATIONS} where {_HAS_NAME} and c.relkind in ('r', 'p', 'v', 'm', 'f')"
        return bool(self.scalar(sql, [name]))

    def columns(self, name: str) -> dict[str, str]:
        """Return column names and types of ``schema.table`` in order, or an empty mapping if it does not exist."""
        sql = f"""
            select attname, format_type(atttypid, atttypmod) from {_RELATIONS} join pg_attribute on attrelid = c.oid
            where {_HAS_NAME} and attnum > 0 and not attisdropped order by attnum
        """
        return dict(cast("list[tuple[str, str]]", self.query(sql, [name])))

    def plan(self, sql: str, params: Sequence[Any] = ()) -> dict[str, Any]:
        """Return the JSON tree of ``explain (analyze, buffers)`` for a query."""
        rows = self.query(f"explain (analyze, buffers, format json) {sql}", params)
        return cast("dict[str, Any]", rows[0][0][0])

    def seconds(self, sql: str, params: Sequence[Any] = (), repeats: int = 5) -> float:
        """Return the median query time in seconds, after one warm-up run."""
        self.query(sql, params)
        return median_seconds(lambda: self._fetch(sql, params, "app"), repeats)
