"""Compare ClickHouse with the parcels in Postgres."""

from collections.abc import Iterator

import connections
import psycopg
from clickhouse_connect.driver.client import Client

_PARCELS = "SELECT parcel_id, revision, depot, state, price, posted_on FROM {}.parcels"
_DAYS = """
    SELECT posted_on, depot, count(*), count(*) FILTER (WHERE state = 'delivered'),
        coalesce(sum(price) FILTER (WHERE state <> 'returned'), 0)
    FROM app.parcels GROUP BY 1, 2
"""
_SHOWN_DAYS = """
    SELECT day, depot, sum(parcels), sum(delivered), sum(revenue) FROM analytics.depot_daily
    GROUP BY day, depot HAVING sum(parcels) != 0 OR sum(delivered) != 0 OR sum(revenue) != 0
"""


def _selected(clickhouse: Client, sql: str) -> list[tuple]:
    return clickhouse.query(sql).result_rows


def differences(postgres: psycopg.Connection) -> Iterator[str]:
    """Yield a line for each parcel, day and depot that ClickHouse does not show as Postgres has it."""
    clickhouse = connections.clickhouse()
    with postgres.transaction():
        postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        right = {row[0]: row for row in postgres.execute(_PARCELS.format("app"))}
        days = {row[:2]: row[2:] for row in postgres.execute(_DAYS)}
    seen = set()
    for row in _selected(clickhouse, _PARCELS.format("analytics")):
        if row[0] in seen or row[0] not in right:
            yield f"parcel {row[0]} {'differs' if row[0] in right else 'unknown'}"
        elif row != right[row[0]]:
            yield f"parcel {row[0]} differs"
        seen.add(row[0])
    for parcel in sorted(right.keys() - seen):
        yield f"parcel {parcel} missing"
    shown = {row[:2]: row[2:] for row in _selected(clickhouse, _SHOWN_DAYS)}
    for day, depot in sorted(days.keys() | shown.keys()):
        if days.get((day, depot)) != shown.get((day, depot)):
            yield f"day {day} {depot} differs"
