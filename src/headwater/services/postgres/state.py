"""Reads the state of a Postgres server: its tables, and texts that only a client can read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.services._state import Content, Stored, Window, in_window, table_changes
from headwater.services.postgres.client import PostgresClient

_LARGE = 1500
"""The row size in bytes above which Postgres may compress values or move them out of the row's page."""
_DEFINITIONS = """
    select 'the view ' || oid::regclass, pg_get_viewdef(oid) from pg_class where relkind in ('v', 'm')
        and relnamespace not in (select oid from pg_namespace where nspname in ('pg_catalog', 'information_schema'))
    union all select 'the function ' || oid::regprocedure, prosrc from pg_proc where oid > 16383
    union all select 'the comment of ' || objoid::text, description from pg_description where objoid > 16383
"""


class PostgresState:
    """The state of a Postgres server. Tables are compared by row count and by a hash of their rows."""

    def changes(self, before: PostgresClient, after: PostgresClient, window: Window | None) -> Iterator[str]:
        """Yield the differences between the tables in two states."""
        yield from table_changes(_PostgresTables(before), _PostgresTables(after), window)

    def settle(self, client: PostgresClient) -> None:
        """Remove dead rows and update statistics."""
        client.execute("vacuum analyze")

    def stored(self, client: PostgresClient, anchors: Sequence[str], shortest: int) -> Iterator[Stored]:  # noqa: ARG002
        """Yield views, functions, comments and long rows."""
        for (database,) in client.query("select datname from pg_database where not datistemplate order by 1"):
            place = f"Postgres, database {database}"
            for what, text in client.query(_DEFINITIONS, database=database):
                yield _stored(f"{place}, {what}", text)
            for table in client.tables(database):
                name = ".".join('"' + part.replace('"', '""') + '"' for part in table.split(".", 1))
                rows = client.query(f"select t::text from {name} t where length(t::text) > {_LARGE}", database=database)
                for (row,) in rows:
                    yield _stored(f"{place}, table {table}", row)


class _PostgresTables:
    def __init__(self, client: PostgresClient) -> None:
        self._client = client

    def names(self) -> list[str]:
        return self._client.tables()

    def columns(self, table: str) -> dict[str, str]:
        return self._client.columns(table)

    def content(self, table: str, columns: Sequence[str]) -> Content:
        row = ", ".join(map(_identifier, columns))
        # The call is qualified and has exact argument types, because an agent's function could otherwise match better.
        digest = f"pg_catalog.hashtextextended(row({row})::text, 0::bigint)"
        sql = f"select count(*), coalesce(sum({digest}::numeric), 0) from {_quoted(table)}"
        rows, total = self._client.query(sql)[0]
        return Content(rows, str(total))

    def is_run_time(self, table: str, column: str, window: Window) -> bool:
        kind = self.columns(table)[column]
        if kind.startswith("timestamp"):
            value = f"extract(epoch from max({_identifier(column)}))"
        elif kind in ("bigint", "integer", "numeric", "double precision"):
            value = f"max({_identifier(column)})"
        else:
            return False
        return in_window(self._client.scalar(f"select {value} from {_quoted(table)}"), window)


def _quoted(table: str) -> str:
    schema, name = table.split(".", 1)
    return f"{_identifier(schema)}.{_identifier(name)}"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _stored(where: str, text: str | None) -> Stored:
    return Stored(where, (text or "").encode(errors="replace"))
