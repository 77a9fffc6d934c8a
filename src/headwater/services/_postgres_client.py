"""What seeds and checks ask Postgres with: few calls, plain values, errors in one line."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from headwater.services._queries import UNREADABLE, QueryError, QueryLimits, Row, first_line, median_seconds

if TYPE_CHECKING:
    import psycopg

# Names are compared as they are, and not parsed as SQL: agents choose capitals, dots and spaces, too.
_RELATIONS = "pg_class c join pg_namespace n on n.oid = c.relnamespace"
_NAMED = "n.nspname || '.' || c.relname = %s"

# Every name with its schema and every operator with its own, for this runs where the agent made functions. Those of
# extensions belong to the superuser, whose id is 10, and do not count.
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


_CONNECT_SEC = 10
_CHUNK = 100
"""Rows that the driver holds at once; each can be of many megabytes."""


class PostgresClient:
    """Postgres as the superuser, over its socket; one connection a database."""

    def __init__(self, socket_folder: Path, port: int, limits: QueryLimits | None = None) -> None:
        self._folder = socket_folder
        self._port = port
        self._limits = limits
        self._connections: dict[str, psycopg.Connection[Row]] = {}

    def _connection(self, database: str) -> psycopg.Connection[Row]:
        import psycopg

        if database not in self._connections:
            try:
                self._connections[database] = self._connect(database, self._pinned_settings())
            except psycopg.Error as error:  # the agent owns its database: it can close or drop it
                raise QueryError(first_line(error)) from None
        return self._connections[database]

    def _connect(self, database: str, options: str = "") -> psycopg.Connection[Row]:
        import psycopg

        return psycopg.connect(
            host=str(self._folder),
            port=self._port,
            user="postgres",
            dbname=database,
            options=options,
            connect_timeout=_CONNECT_SEC,
            autocommit=True,
        )

    def _pinned_settings(self) -> str:
        """Return options that undo what ``alter database`` and ``alter role`` set, as the agent's database may.

        Otherwise an agent could put functions of its own before the built-in ones by ``search_path``, or let
        every query time out. The values are those of the database ``postgres``, which only superusers change.
        """
        sql = """
            select distinct name, current_setting(name, true)
            from pg_db_role_setting, unnest(setconfig) as setting, split_part(setting, '=', 1) as name
        """
        with self._connect("postgres") as connection:
            found = [(name, value) for name, value in connection.execute(sql) if value is not None]
        if self._limits is not None:
            ms = str(int(self._limits.seconds * 1000))
            found += [("statement_timeout", ms), ("lock_timeout", ms)]
        return " ".join(f"-c {name}={_escaped(value)}" for name, value in found)

    def execute(self, script: str, database: str = "app", role: str | None = None) -> None:
        """Run one or more statements, as ``role`` if given; the first that fails ends it."""
        import psycopg

        connection = self._connection(database)
        try:
            if role is not None:
                connection.execute(f"set role {role}".encode())
            connection.execute(script.encode())
        except psycopg.Error as error:
            raise QueryError(first_line(error)) from None
        finally:
            if role is not None:
                connection.execute("reset role")

    def query(self, sql: str, params: Sequence[Any] = (), database: str = "app") -> list[Row]:
        """Return all rows of a query, with ``%s`` for parameters.

        Raises:
            QueryError: It failed; or there is a function or operator of the agent's that it could reach by the name
                of a built-in one, for example ``lower(varchar)``, and whatever it returned would be the agent's word.
        """
        if self._limits is not None:  # a function of the agent's can change settings, limits among them
            self.execute("reset all", database)
        hidden = self._fetch(_HIDES_BUILT_IN, (), database)
        if hidden:
            raise QueryError(f"{hidden[0][0]} can hide a built-in function or operator, so queries cannot be trusted")
        return self._fetch(sql, params, database)

    def _fetch(self, sql: str, params: Sequence[Any], database: str) -> list[Row]:
        import psycopg

        connection = self._connection(database)
        try:
            if self._limits is None:
                return connection.execute(sql.encode(), params or None).fetchall()
            with (
                connection.cursor() as cursor,
                closing(cast("Generator[Row]", cursor.stream(sql.encode(), params or None, size=_CHUNK))) as rows,
            ):
                return self._limits.take(rows)
        except (psycopg.Error, *UNREADABLE) as error:
            raise QueryError(first_line(error)) from None

    def scalar(self, sql: str, params: Sequence[Any] = (), database: str = "app") -> Any:
        """Return the first value of the first row, or None."""
        rows = self.query(sql, params, database)
        return rows[0][0] if rows else None

    def tables(self, database: str = "app") -> list[str]:
        """Return the tables and materialised views that are not the system's, as ``schema.table``, sorted."""
        sql = """
            select n.nspname || '.' || c.relname
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p', 'm') and not c.relispartition
              and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
            order by 1
        """
        return [row[0] for row in self.query(sql, database=database)]

    def has_table(self, name: str) -> bool:
        """Whether ``schema.table`` exists: a table or a view of any kind."""
        sql = f"select count(*) from {_RELATIONS} where {_NAMED} and c.relkind in ('r', 'p', 'v', 'm', 'f')"
        return bool(self.scalar(sql, [name]))

    def columns(self, name: str) -> dict[str, str]:
        """Return column names and types of ``schema.table``, in order; empty if there is no such table."""
        sql = f"""
            select attname, format_type(atttypid, atttypmod) from {_RELATIONS} join pg_attribute on attrelid = c.oid
            where {_NAMED} and attnum > 0 and not attisdropped order by attnum
        """
        return dict(cast("list[tuple[str, str]]", self.query(sql, [name])))

    def plan(self, sql: str, params: Sequence[Any] = ()) -> dict[str, Any]:
        """Return ``explain (analyze, buffers)`` of a query as its JSON tree."""
        rows = self.query(f"explain (analyze, buffers, format json) {sql}", params)
        return cast("dict[str, Any]", rows[0][0][0])

    def seconds(self, sql: str, params: Sequence[Any] = (), repeats: int = 5) -> float:
        """Return the median time of a query in seconds, after one run to warm up."""
        self.query(sql, params)
        return median_seconds(lambda: self._fetch(sql, params, "app"), repeats)


def _escaped(value: str) -> str:
    """Escape a setting for the server's command-line options, which are split at spaces."""
    return "".join(f"\\{character}" if character in "\\ \t\n" else character for character in value)
