"""Repair the sales of closed months, which are only in ClickHouse: see old/, docs/log.md and app.closings."""

from datetime import UTC, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import psycopg
from clickhouse_connect.driver.client import Client
from postgres_sales import COLUMNS, END, Row

LOADED = f"SELECT {', '.join(COLUMNS)}, loaded_at, loaded_by FROM analytics.sales ORDER BY loaded_at"
# load_1 wrote times as the server's time zone had them, until it moved.
OLD_SERVER, MOVED = ZoneInfo("Europe/Vienna"), datetime(2024, 7, 8, 18, tzinfo=UTC)
CENT = Decimal("0.01")


def closed_sales(client: Client, postgres: psycopg.Connection) -> list[Row]:
    """Return the sales of closed months as they were when these were closed."""
    last = {row[0]: row for row in client.query(LOADED).result_rows}
    refunds = dict(postgres.execute("SELECT sale_id, sum(amount) FROM app.refunds GROUP BY sale_id"))
    deletions = dict(postgres.execute("SELECT sale_id, max(deleted_at) FROM app.sales_deleted GROUP BY sale_id"))
    (end,) = postgres.execute(END).fetchone()
    is_open = {number for (number,) in postgres.execute("SELECT sale_id FROM app.sales")}
    rows = []
    for number, row in last.items():
        loaded_at = row[-2].replace(tzinfo=UTC)
        # A sale that was loaded after it was deleted had come back.
        is_gone = number in deletions and deletions[number] > loaded_at
        if number not in is_open and not is_gone:
            rows.append(_repaired(row, loaded_at, refunds.get(number)))
    return [row for row in rows if end is not None and row[6] < end]


def _repaired(row: Row, loaded_at: datetime, refunded: Decimal | None) -> Row:
    number, customer, product, country, stored, currency, sold_at, status, net_of, *_, program = row
    amount = Decimal(stored).quantize(CENT)
    sold_at = sold_at.replace(tzinfo=UTC)
    if program == "load_1":
        country = None if country == "unknown" else country
        amount = Decimal(round(stored)) / 100
        if loaded_at < MOVED:
            sold_at = sold_at.replace(tzinfo=OLD_SERVER).astimezone(UTC)
    elif program == "load_2":
        amount += Decimal(net_of).quantize(CENT)
    # The refund job does not set updated_at, so what was loaded can lack refunds. There were no notes yet.
    status = "refunded" if refunded else status
    return number, customer, product, country or None, amount, currency, sold_at, status, refunded, None
