"""Read the five queries, with the shipped or other values, and the indexes on the orders table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from headwater.grading import Graded, State
from headwater.services import PostgresClient

BLOCKING = {"ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"}
"""Table locks for which an INSERT has to wait."""

_OTHER_VALUES = {
    "queries/latest_orders_of_user.sql": [("= 17", "= 4102")],
    "queries/revenue_of_day.sql": [("2025-03-14", "2024-07-02"), ("2025-03-15", "2024-07-03")],
    "queries/picking_queue.sql": [],
    "queries/returns_of_month.sql": [("2025-10-01", "2024-05-01"), ("2025-11-01", "2024-06-01")],
    "queries/orders_of_email.sql": [("buyer4102@", "buyer4166@")],
}
QUERIES = tuple(_OTHER_VALUES)

_INDEXES = """
    select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), pg_relation_size(i.indexrelid),
        i.indisvalid and i.indisready and i.indislive
    from pg_index i where i.indrelid = to_regclass('app.orders') order by 1
"""
_KINDS = """
    select c.relname::text, i.indisunique, concat_ws(' ', c.relam, pg_get_expr(i.indpred, i.indrelid)),
        array(select pg_get_indexdef(c.oid, n, true) from generate_series(1, i.indnkeyatts) n order by n)
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass('app.orders')
"""
# This trigger runs inside each DDL statement in the migration, while the statement still holds its locks. It runs as
# the superuser, so its search_path must not reach the agent's functions or operators.
_WATCH = """
    create table public.noted_locks (statement text, mode text);
    create function public.note_locks() returns event_trigger language plpgsql security definer
    set search_path = pg_catalog, pg_temp as $$
    begin
        insert into public.noted_locks select tg_tag, null;
        insert into public.noted_locks select tg_tag, mode from pg_locks
        where pid = pg_backend_pid() and relation = to_regclass('app.orders') and granted;
    end $$;
    create event trigger note_locks on ddl_command_end execute function public.note_locks();
"""


@dataclass(frozen=True)
class Index:
    """An index on the orders table."""

    name: str
    definition: str
    size: int
    usable: bool

    @property
    def bare_name(self) -> str:
        """Return a name without its schema and quotes."""
        return self.name.rpartition(".")[2].strip('"')


def indexes(postgres: PostgresClient, database: str = "app") -> list[Index]:
    """Return all indexes on the orders table."""
    return [Index(*row) for row in postgres.query(_INDEXES, database=database)]


def new_indexes(graded: Graded) -> list[Index]:
    """Return the indexes that the starting state did not have."""
    return added(graded, graded.postgres)


def added(graded: Graded, postgres: PostgresClient) -> list[Index]:
    """Return the indexes in a database that the starting state did not have."""
    old = {index.name for index in indexes(graded.starting.postgres)}
    return [index for index in indexes(postgres) if index.name not in old]


def texts(graded: Graded, *, other_values: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the file and text of each shipped query, optionally with another user, day, month or address."""
    for path, values in _OTHER_VALUES.items():
        text = graded.workspace.shipped_text(path) or ""
        for old, new in values if other_values else []:
            text = text.replace(old, new)
        yield path, text.strip().rstrip(";")


def pages(postgres: PostgresClient, sql: str) -> int:
    """Return the number of pages that a query touches; it does not depend on the machine's load."""
    plan = postgres.plan(sql)["Plan"]
    return int(plan["Shared Hit Blocks"]) + int(plan["Shared Read Blocks"])


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield all nodes in a plan."""
    yield plan
    for child in plan.get("Plans", []):
        yield from nodes(child)


def uses_new_index(graded: Graded, postgres: PostgresClient, path: str) -> bool:
    """Return whether a shipped query uses an index that the starting state did not have."""
    sql = dict(texts(graded))[path]
    names = {index.bare_name for index in added(graded, postgres)}
    return any(node.get("Index Name") in names for node in nodes(postgres.plan(sql)["Plan"]))


def back_to_start(graded: Graded, copy: State) -> None:
    """Revert the agent's changes to a copy's database, except changes to the orders themselves."""
    started_with = graded.starting.postgres.tables()
    for table in copy.postgres.tables():
        if table not in started_with:
            copy.postgres.execute(f"drop table if exists {table} cascade")
    for index in added(graded, copy.postgres):
        copy.postgres.execute(f"drop index if exists {index.name}")


def watch_locks(postgres: PostgresClient) -> None:
    """Start recording the locks that DDL takes on the orders table."""
    postgres.administrator.execute(_WATCH)


def noted_locks(postgres: PostgresClient) -> list[tuple[str, str | None]]:
    """Return the recorded locks; each statement has one entry without a lock, and one for each lock that it held."""
    return [(statement, mode) for statement, mode in postgres.query("select statement, mode from public.noted_locks")]


def superfluous(postgres: PostgresClient) -> set[str]:
    """Return the indexes whose columns are a prefix of another index with the same method and predicate.

    A unique index is never superfluous. If two indexes are equal, the one whose name sorts later is superfluous.
    """
    found = set()
    for name, unique, kind, keys in postgres.query(_KINDS):
        for other, other_unique, other_kind, other_keys in postgres.query(_KINDS):
            later = len(keys) < len(other_keys) or other_unique or other < name
            if kind == other_kind and keys == other_keys[: len(keys)] and other != name and later and not unique:
                found.add(str(name))
    return found


def insert_wal_bytes(postgres: PostgresClient) -> int:
    """Return the bytes of WAL for inserting five thousand orders; the insert is rolled back."""
    sql = """
        explain (analyze, wal, format json)
        insert into app.orders
        select 2000000 + n, n * 7 % 60000, 'buyer' || n || '@larkspur.example', 'awaiting_pick', 'web', 2, 1990,
            timestamptz '2026-01-02 00:00:00+00' + n * interval '1 minute', null
        from generate_series(1, 5000) n
    """
    postgres.app.execute("begin")
    try:
        return int(postgres.app.query(sql)[0][0][0]["Plan"]["WAL Bytes"])
    finally:
        postgres.app.execute("rollback")
