"""Compute the rows of the mart of one account in some periods, and write those that differ."""

from collections.abc import Iterable
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

import psycopg
from periods import Tariff

CENT = Decimal("0.01")
# LATERAL and OFFSET make Postgres look up each period by the index.
IN_PERIODS = """
    SELECT {columns} FROM unnest(%(starts)s::date[], %(ends)s::date[]) AS periods (first, next),
    LATERAL (SELECT * FROM {table} WHERE account_id = %(account)s AND {day} >= {first} AND {day} < {next} OFFSET 0) AS found
"""
IN_DAYS = {"day": "day", "first": "periods.first", "next": "periods.next"}
IN_TIMES = {
    "day": "used_at",
    "first": "periods.first::timestamp AT TIME ZONE 'UTC'",
    "next": "periods.next::timestamp AT TIME ZONE 'UTC'",
}
USAGE = (
    IN_PERIODS.format(
        columns="(used_at AT TIME ZONE 'UTC')::date, product, record_id, quantity", table="raw.usage", **IN_TIMES
    )
    + " WHERE quantity >= 0 ORDER BY arrival_id"
)
LINES = IN_PERIODS.format(columns="month, day, product, plan, quantity, amount", table="billing.invoice_lines", **IN_DAYS)
DAILY = IN_PERIODS.format(columns="day, product, plan, quantity, amount", table="mart.daily_usage", **IN_DAYS)
POSTED = IN_PERIODS.format(columns="month, day, product, quantity, amount", table="mart.adjustments", **IN_DAYS)
CHANGES = {
    "daily_usage": (
        "DELETE FROM mart.daily_usage WHERE (account_id, day, product) = (%s, %s, %s)",
        "INSERT INTO mart.daily_usage (account_id, day, product, plan, quantity, amount) VALUES (%s, %s, %s, %s, %s, %s)",
        2,
    ),
    "adjustments": (
        "DELETE FROM mart.adjustments WHERE (account_id, month, day, product) = (%s, %s, %s, %s)",
        "INSERT INTO mart.adjustments (account_id, month, day, product, quantity, amount) VALUES (%s, %s, %s, %s, %s, %s)",
        3,
    ),
}


def due(postgres: psycopg.Connection, tariff: Tariff, account: int, values: dict[str, object]) -> dict[tuple, tuple]:
    """Return plan, quantity and amount by day and product."""
    records: dict[tuple, dict[str, Decimal]] = {}
    for day, product, record, quantity in postgres.execute(USAGE, values):
        records.setdefault((day, product), {})[record] = quantity
    rows = {}
    for (day, product), quantities in records.items():
        plan, quantity = tariff.plan(account, day), sum(quantities.values())
        amount = (quantity * tariff.price(plan, product, day)).quantize(CENT, ROUND_HALF_UP)
        rows[day, product] = (plan, quantity, amount)
    return rows


def expected(rows: dict[tuple, tuple], lines: list[tuple], open_month: date) -> tuple[set[tuple], set[tuple]]:
    """Return the rows of daily_usage and of adjustments."""
    daily = {(*key, *row) for key, row in rows.items() if key[0] >= open_month}
    adjustments = set()
    open_sums = {key: row[1:] for key, row in rows.items() if key[0] < open_month}
    for month, day, product, plan, quantity, amount in lines:
        if month == day.replace(day=1):
            daily.add((day, product, plan, quantity, amount))
        else:
            adjustments.add((month, day, product, quantity, amount))
        sums = open_sums.get((day, product), (0, 0))
        open_sums[day, product] = (sums[0] - quantity, sums[1] - amount)
    adjustments |= {(open_month, *key, *sums) for key, sums in open_sums.items() if any(sums)}
    return daily, adjustments


def write(postgres: psycopg.Connection, table: str, account: int, found: Iterable[tuple], right: set[tuple]) -> None:
    """Replace the rows of a table that differ from the right ones."""
    delete, insert, key = CHANGES[table]
    there = set(found)
    with postgres.cursor() as cursor:
        cursor.executemany(delete, [(account, *row[:key]) for row in there - right])
        cursor.executemany(insert, [(account, *row) for row in right - there])


def update(
    postgres: psycopg.Connection, tariff: Tariff, account: int, periods: list[tuple[date, date]], open_month: date
) -> None:
    """Bring the rows of an account in some periods up to date."""
    values = {"account": account, "starts": [first for first, _ in periods], "ends": [end for _, end in periods]}
    rows = due(postgres, tariff, account, values)
    daily, adjustments = expected(rows, postgres.execute(LINES, values).fetchall(), open_month)
    write(postgres, "daily_usage", account, postgres.execute(DAILY, values), daily)
    write(postgres, "adjustments", account, postgres.execute(POSTED, values), adjustments)
