"""Read the sales in ClickHouse, and replace whole months."""

from datetime import UTC, datetime

from clickhouse_connect.driver.client import Client
from postgres_sales import COLUMNS, Row

HELPER = "analytics.sales_next"
SELECT = f"SELECT {', '.join(COLUMNS)} FROM analytics.sales"
KEPT = f"""
    INSERT INTO {HELPER} SELECT * FROM analytics.sales
    WHERE toYYYYMM(sold_at) IN {{months:Array(UInt32)}} AND sale_id NOT IN (SELECT sale_id FROM {HELPER}_numbers)
"""
SOLD_AT = COLUMNS.index("sold_at")


def rows_of(client: Client, sql: str, **parameters: object) -> list[Row]:
    """Return rows with timezone-aware times."""
    rows = client.query(sql, parameters=parameters).result_rows
    return [(*row[:SOLD_AT], row[SOLD_AT].replace(tzinfo=UTC), *row[SOLD_AT + 1 :]) for row in rows]


def brought_before(client: Client) -> int | None:
    """Return the id of the first transaction whose changes may not be loaded yet; None before the first run."""
    runs = client.query("SELECT argMax(before, run), count() FROM analytics.sales_runs").first_row
    return runs[0] if runs[1] else None


def note_run(client: Client, before: int) -> None:
    client.insert("analytics.sales_runs", [[datetime.now(UTC), before]])


def held(client: Client, numbers: list[int]) -> list[Row]:
    """Return the sales with these ids; after an interrupted run, a sale may be stored under two months."""
    if not numbers:
        return []
    wanted = set(numbers)
    within = " WHERE sale_id BETWEEN {first:UInt64} AND {last:UInt64}"
    return [row for row in rows_of(client, SELECT + within, first=numbers[0], last=numbers[-1]) if row[0] in wanted]


def month(row: Row) -> int:
    moment = row[SOLD_AT].astimezone(UTC)
    return moment.year * 100 + moment.month


class Helper:
    """A table like analytics.sales, from which a month or the whole table is replaced atomically."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def __enter__(self) -> "Helper":
        self._drop()
        self._client.command(f"CREATE TABLE {HELPER} AS analytics.sales")
        self._client.command(f"CREATE TABLE {HELPER}_numbers (sale_id UInt64) ENGINE = Memory")
        return self

    def __exit__(self, *_: object) -> None:
        self._drop()

    def add(self, rows: list[Row]) -> None:
        if rows:
            self._client.insert(HELPER, rows, column_names=COLUMNS)

    def add_others(self, months: list[int], numbers: list[int]) -> None:
        """Add the existing sales of some months, except for these ids."""
        self._client.insert(f"{HELPER}_numbers", [[number] for number in numbers])
        self._client.command(KEPT, parameters={"months": months})

    def replace(self, months: list[int]) -> None:
        self._client.command(f"OPTIMIZE TABLE {HELPER} FINAL")
        filled = {row[0] for row in self._client.query(f"SELECT DISTINCT toYYYYMM(sold_at) FROM {HELPER}").result_rows}
        for number in months:
            if number in filled:
                self._client.command(f"ALTER TABLE analytics.sales REPLACE PARTITION {number} FROM {HELPER}")
            else:
                self._client.command(f"ALTER TABLE analytics.sales DROP PARTITION {number}")

    def exchange(self) -> None:
        self._client.command(f"OPTIMIZE TABLE {HELPER} FINAL")
        self._client.command(f"EXCHANGE TABLES analytics.sales AND {HELPER}")

    def _drop(self) -> None:
        for name in (HELPER, f"{HELPER}_numbers"):
            self._client.command(f"DROP TABLE IF EXISTS {name} SYNC")
