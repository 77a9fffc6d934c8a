"""Compute the expected orders from the source, and read the orders in ClickHouse."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from headwater.grading import Completed, Graded, State
from headwater.services import ClickHouseClient, PostgresClient, QueryError

Rows = list[tuple[object, ...]]

ORDERS = "analytics.orders"
REVENUE = "analytics.daily_revenue"

# Nothing listens on this port, as if the engine were down.
CLICKHOUSE_UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
}
POSTGRES_UNREACHABLE = {
    "POSTGRES_URL": "postgresql://app:hush-4711@127.0.0.1:1/app",
    "PGPORT": "1",
    "PGPASSWORD": "hush-4711",
}

CURRENT = """
    select * from (
        select distinct on (order_id)
               order_id, customer_id, status, upper(btrim(currency)) as currency, amount,
               ordered_at at time zone 'UTC' as ordered_at, updated_at at time zone 'UTC' as updated_at
        from raw.orders where btrim(order_id) <> ''
        order by order_id, raw.orders.updated_at desc, row_id desc
    ) latest
    where status <> 'deleted'
"""
TIME = "'YYYY-MM-DD HH24:MI:SS.US'"


def expected(postgres: PostgresClient, columns: str) -> Rows:
    """Return the given columns of the expected orders, sorted by order_id."""
    return postgres.query(f"select {columns} from ({CURRENT}) orders order by order_id")


def stored_orders(clickhouse: ClickHouseClient, columns: str) -> Rows:
    """Return the given columns of the orders in ClickHouse, with a plain SELECT."""
    return clickhouse.query(f"select {columns} from analytics.orders order by order_id")


def difference(actual: Rows, expected_rows: Rows) -> str:
    """Describe how two lists of rows differ; return an empty string if they are equal."""
    if actual == expected_rows:
        return ""
    actual_rows = set(actual)
    missing = [row for row in expected_rows if row not in actual_rows]
    example = str(missing[:2])[:200]
    return f"{len(actual)} rows instead of {len(expected_rows)}, {len(missing)} missing or other, such as {example}"


def describe_errors(state: State) -> str:
    """Compare a state's orders with its source; return an empty string if they agree."""
    columns = "order_id, customer_id, status, {}, amount, {}, {}"
    times = ["currency", *(f"to_char({name}, {TIME})" for name in ("ordered_at", "updated_at"))]
    observed_times = [
        "toString(currency)",
        *(f"toString(toDateTime64({name}, 6, 'UTC'))" for name in ("ordered_at", "updated_at")),
    ]
    try:
        return difference(
            stored_orders(state.clickhouse, columns.format(*observed_times)),
            expected(state.postgres, columns.format(*times)),
        )
    except QueryError as error:
        return f"ClickHouse refuses: {error}"


def add(state: State, values: str, columns: str = "order_id, status, amount, updated_at") -> None:
    """Append rows to raw.orders, all with the same ordered_at and currency."""
    state.postgres.execute(
        f"insert into raw.orders ({columns}, currency, ordered_at) "
        f"select *, 'EUR', timestamptz '2026-04-01 12:00:00+00' from ({values}) rows",
    )


def many(count: int, first: int, updated_at: str, amount: str = "n / 8.0") -> str:
    """Return the values for ``count`` orders."""
    return f"""
        select 'OX-' || n, 'paid', round({amount}, 4),
               timestamptz '{updated_at}' + n * interval '1 millisecond'
        from generate_series({first}, {first} + {count} - 1) n
    """


def work(clickhouse: ClickHouseClient) -> dict[str, int]:
    """Return the numbers of inserts and inserted rows by the pipeline's user.

    They exclude the server's writes to its own log tables.
    """
    events = ("InsertQuery", "InsertedRows")
    sums = ", ".join(f"sum(ProfileEvents['{event}'])" for event in events)
    rows = clickhouse.query(f"select {sums} from system.user_processes where user = 'app'")
    return dict(zip(events, map(int, rows[0]), strict=True))


def rows_read(postgres: PostgresClient) -> int:
    """Return the number of rows read from raw.orders, by scan or by index."""
    postgres.query("select pg_sleep(0.2)")
    sql = """
        select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_user_tables
        where schemaname = 'raw' and relname = 'orders'
    """
    return int(postgres.scalar(sql) or 0)


def sessions(postgres: PostgresClient) -> int:
    """Return the number of connections opened so far."""
    postgres.query("select pg_stat_force_next_flush(), pg_sleep(0.2)")
    return int(postgres.scalar("select sessions from pg_stat_database where datname = 'app'") or 0)


@dataclass(frozen=True)
class Run:
    """A run and its cost."""

    completed: Completed
    inserts: int
    inserted: int
    read: int
    sessions: int


@dataclass(frozen=True)
class Growth:
    """Runs on a grown source: the first loads everything, the second finds no changes, and the third finds a few."""

    total: int
    loaded: int
    everything: Run
    nothing: Run
    little: Run
    changed: int
    page: int | None


GROWN = 200_000
LITTLE = 40


def grow(state: State, page: str) -> Growth:
    """Run the entry point on a grown source; ``page`` is the order page's query."""
    add(state, many(GROWN, 1_000_000, "2026-04-02 00:00:00+00"))
    state.postgres.execute("analyze raw.orders")
    everything = measure_run(state)
    loaded = visible(state)
    nothing = measure_run(state)
    add(state, many(LITTLE, 1_000_000, "2026-04-09 00:00:00+00", "n + 0.5"))
    little = measure_run(state)
    changed = visible(state, "where updated_at >= toDateTime64('2026-04-09 00:00:00', 6, 'UTC')")
    total = int(state.postgres.scalar("select count(*) from raw.orders") or 0)
    return Growth(total, loaded, everything, nothing, little, changed, merged_rows_read(state, page))


def measure_run(state: State) -> Run:
    """Run the entry point and measure its cost."""
    before, read, opened = work(state.clickhouse), rows_read(state.postgres), sessions(state.postgres)
    completed = state.run()
    after = work(state.clickhouse)
    return Run(
        completed,
        after["InsertQuery"] - before["InsertQuery"],
        after["InsertedRows"] - before["InsertedRows"],
        rows_read(state.postgres) - read,
        sessions(state.postgres) - opened,
    )


def visible(state: State, where: str = "") -> int:
    """Return the number of orders that a reader sees; 0 if the table cannot be read."""
    try:
        return int(state.clickhouse.scalar(f"select count() from analytics.orders {where}") or 0)
    except QueryError:
        return 0


def merged_rows_read(state: State, sql: str) -> int | None:
    """Return how many rows a query reads after a merge of all parts, so that merge timing does not matter."""
    engines = "select name from system.tables where database = 'analytics' and engine like '%MergeTree'"
    try:
        for (name,) in state.clickhouse.query(engines):
            state.clickhouse.execute(f"optimize table analytics.`{name}` final")
        return state.clickhouse.rows_read(sql)
    except QueryError:
        return None


def query_of(graded: Graded, path: str) -> str:
    """Return one of the readers' queries that the task ships."""
    return (graded.workspace.shipped_text(path) or "").strip().rstrip(";")


@cache
def growth(graded: Graded) -> Growth:
    """Run the agent's pipeline on a grown source; all checks share these runs."""
    with graded.copy() as copy:
        return grow(copy, query_of(graded, "queries/order.sql"))


@cache
def reference_growth(graded: Graded) -> Growth:
    """Run the reference solution on the grown source."""
    return grow(graded.reference, query_of(graded, "queries/order.sql"))


@dataclass
class Watched:
    """The observations of a reader during an action."""

    looks: int = 0
    doubled: int = 0
    fewest: int | None = None
    refused: str = ""
    completed: list[Completed] = field(default_factory=list)


def watch(state: State, action: Callable[[], Completed]) -> Watched:
    """Read the orders repeatedly while ``action`` runs."""
    watched = Watched()
    thread = threading.Thread(target=lambda: watched.completed.append(action()))
    thread.start()
    while thread.is_alive():
        try:
            rows, orders = state.clickhouse.query("select count(), uniqExact(order_id) from analytics.orders")[0]
        except QueryError as error:
            watched.refused = str(error)
            thread.join(0.05)
            continue
        watched.looks += 1
        watched.doubled = max(watched.doubled, rows - orders)
        watched.fewest = orders if watched.fewest is None else min(watched.fewest, orders)
    thread.join()
    return watched


APPLY_SCHEMA = """
import os, sys, clickhouse_connect
client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"])
text = open("schema.sql").read() + "\\n"
for statement in text.split(";\\n"):
    if statement.strip():
        client.command(statement)
"""


def apply_schema(state: State) -> Completed:
    """Apply schema.sql as the pipeline's account."""
    state.write(".apply_schema", APPLY_SCHEMA)
    return state.run("python3 -I .apply_schema")


def catalog(clickhouse: ClickHouseClient) -> Mapping[str, str]:
    """Return the tables and views in analytics, with their columns."""
    names = [str(name) for (name,) in clickhouse.query("select name from system.tables where database = 'analytics'")]
    return {
        name: str(clickhouse.columns(f"analytics.{name}")) for name in sorted(names) if not name.startswith(".inner")
    }
