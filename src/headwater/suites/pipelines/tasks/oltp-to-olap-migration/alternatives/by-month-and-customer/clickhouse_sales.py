"""Read and write the sales in ClickHouse: see schema.sql."""

from datetime import UTC

import psycopg
from clickhouse_connect.driver.client import Client
from postgres_sales import COLUMNS, Row, batches, snapshot

SELECT = f"SELECT {', '.join(COLUMNS)} FROM analytics.sales"
SOLD_AT = COLUMNS.index("sold_at")
PLACES = "SELECT month, customer_id, sale_id FROM analytics.sale_places WHERE sale_id IN {numbers:Array(UInt64)}"
HELD = f"SELECT {', '.join(COLUMNS)} FROM analytics.sale_versions FINAL WHERE (month, customer_id, sale_id) IN ({PLACES})"
AT_ONCE = 1_000


def rows_of(client: Client, sql: str, **parameters: object) -> list[Row]:
    """Return rows with timezone-aware times."""
    rows = client.query(sql, parameters=parameters).result_rows
    return [(*row[:SOLD_AT], row[SOLD_AT].replace(tzinfo=UTC), *row[SOLD_AT + 1 :]) for row in rows]


def parts(numbers: list[int]) -> list[list[int]]:
    return [numbers[start : start + AT_ONCE] for start in range(0, len(numbers), AT_ONCE)]


def held(client: Client, numbers: list[int]) -> list[Row]:
    """Return the sales with these ids."""
    return [row for some in parts(numbers) for row in rows_of(client, HELD, numbers=some)]


def key(row: Row) -> tuple[int, int, int]:
    moment = row[SOLD_AT].astimezone(UTC)
    return moment.year * 100 + moment.month, row[1], row[0]


def last_snapshot(client: Client) -> str | None:
    sql = "SELECT snapshot FROM analytics.snapshots WHERE snapshot != '' ORDER BY run DESC LIMIT 1"
    rows = client.query(sql).result_rows
    return rows[0][0] if rows else None


def begin_run(client: Client) -> int:
    rows = client.query("SELECT run FROM analytics.snapshots ORDER BY run DESC LIMIT 1").result_rows
    run = rows[0][0] + 1 if rows else 1
    client.insert("analytics.snapshots", [[run, ""]])
    return run


def end_run(client: Client, run: int, seen: str) -> None:
    client.insert("analytics.snapshots", [[run, seen]])


def write(client: Client, run: int, rows: list[Row], gone: list[Row]) -> None:
    """Write versions, and tombstones at all other places where the sales have been."""
    numbers = sorted({row[0] for row in (*rows, *gone)})
    known = [place for some in parts(numbers) for place in client.query(PLACES, parameters={"numbers": some}).result_rows]
    current = {key(row) for row in rows}
    samples = {row[0]: row for row in (*rows, *gone)}
    versions = [[*row, key(row)[0], run, 0] for row in rows]
    for month, customer, number in {tuple(place) for place in known} - current:
        row = samples[number]
        versions.append([number, customer, *row[2:], month, run, 1])
    store(client, versions)


def store(client: Client, versions: list[list[object]]) -> None:
    """Note the places before the versions that are there, so that no killed run leaves a version that cannot be found."""
    if versions:
        client.insert("analytics.sale_places", [[row[0], row[-3], row[1]] for row in versions])
        client.insert("analytics.sale_versions", versions, column_names=[*COLUMNS, "month", "run", "is_gone"])


def bring_all(postgres: psycopg.Connection, client: Client, closed: list[Row]) -> int:
    """Load all sales and the closed months, whatever a killed migration has left behind. Return the number of sales."""
    run, seen, count = begin_run(client), snapshot(postgres), len(closed)
    client.command("TRUNCATE TABLE analytics.sale_versions")
    client.command("TRUNCATE TABLE analytics.sale_places")
    store(client, [[*row, key(row)[0], run, 0] for row in closed])
    for rows in batches(postgres):
        store(client, [[*row, key(row)[0], run, 0] for row in rows])
        count += len(rows)
    end_run(client, run, seen)
    return count
