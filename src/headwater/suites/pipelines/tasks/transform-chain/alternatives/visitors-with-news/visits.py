"""Group visitors' events into visits, and store visits and days as versioned rows."""

import time
from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby

from clickhouse_connect.driver.client import Client

PAUSE = timedelta(minutes=30)
VISITS = ["visitor", "started_at", "ended_at", "source", "events", "purchases", "revenue"]
DAYS = ["day", "source", "visits", "visitors", "purchases", "revenue"]
EVENTS = """
    SELECT visitor, at, source, amount FROM analytics.events
    WHERE visitor IN (SELECT visitor FROM analytics.event_rows WHERE before < {before:UInt64}) ORDER BY visitor, at, event_id
"""
HELD = f"""
    SELECT {", ".join(VISITS)} FROM analytics.visits
    WHERE visitor IN (SELECT visitor FROM analytics.event_rows WHERE before < {{before:UInt64}})
"""
COUNTED = """
    SELECT toDate(v.started_at) AS day, v.source AS source, count(), uniqExact(v.visitor), sum(v.purchases), sum(v.revenue)
    FROM analytics.visits AS v GROUP BY day, source
"""


def divided(events: list[tuple]) -> Iterator[tuple]:
    """Yield the visits that events form. The events must be sorted by visitor and time."""
    for visitor, some in groupby(events, key=lambda event: event[0]):
        visit: list[tuple] = []
        for event in some:
            if visit and event[1] - visit[-1][1] > PAUSE:
                yield summed(visitor, visit)
                visit = []
            visit.append(event)
        yield summed(visitor, visit)


def summed(visitor: str, visit: list[tuple]) -> tuple:
    amounts = [event[3] for event in visit if event[3] is not None]
    source = next((event[2] for event in visit if event[2] != "unknown"), "unknown")
    return visitor, visit[0][1], visit[-1][1], source, len(visit), len(amounts), sum(amounts)


def replace(client: Client, table: str, columns: list[str], old: list[tuple], new: list[tuple]) -> None:
    """Write new versions of the rows that are new or changed, and mark the keys that no longer exist as gone."""
    keys, known, version = {row[:2] for row in new}, set(old), time.time_ns()
    rows = [[*row, version, 0] for row in new if row not in known]
    rows += [[*row, version, 1] for row in old if row[:2] not in keys]
    if rows:
        client.insert(table, rows, column_names=[*columns, "version", "is_gone"])


def update(client: Client, before: int) -> None:
    """Update the visits and days affected by events whose `before` is lower than the given value."""
    events = client.query(EVENTS, parameters={"before": before}).result_rows
    held = client.query(HELD, parameters={"before": before}).result_rows
    replace(client, "analytics.visit_versions", VISITS, held, list(divided(events)))
    days = client.query(f"SELECT {', '.join(DAYS)} FROM analytics.daily").result_rows
    replace(client, "analytics.day_versions", DAYS, days, client.query(COUNTED).result_rows)
