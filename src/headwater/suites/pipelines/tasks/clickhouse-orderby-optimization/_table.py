"""Query the table for the checks, and observe a migration as a concurrent client."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from headwater.grading import Completed, Graded, QueryError
from headwater.services import ClickHouseClient

TABLE = "analytics.events"
REBUILD = "analytics.events_rebuild"
REPORTS = ("energy_per_day.sql", "faults_by_charger.sql", "busy_hours.sql", "two_regions.sql")
NEW_ID = 5_000_000_000_000
_WRITTEN = ("event_id", "event_ts", "region", "charger_id", "driver_id", "event_type", "energy_wh", "price")
_BATCH = """
    insert into analytics.events (event_id, event_ts, region, charger_id, driver_id, event_type, energy_wh, price)
    with (select arraySort(groupUniqArray(region)) from analytics.events) as regions
    select {first:UInt64} + number, toDateTime('2026-03-31 08:00:00') + number, regions[number % length(regions) + 1],
        4711, null, 'start', number, 0.25
    from numbers({rows:UInt64})
"""


def count(clickhouse: ClickHouseClient) -> int:
    """Return the number of rows in the table."""
    return int(clickhouse.scalar("select count() from analytics.events"))


def distinct(clickhouse: ClickHouseClient, first_id: int = 0, last_id: int = 2**64 - 1) -> tuple[int, int]:
    """Return the number of rows with an id in a range, and the number of distinct ids in these rows."""
    sql = """
        select count(), uniqExact(event_id) from analytics.events
        where event_id between {first:UInt64} and {last:UInt64}
    """
    rows, ids = clickhouse.query(sql, {"first": first_id, "last": last_id})[0]
    return rows, ids


def occasions(clickhouse: ClickHouseClient) -> tuple[int, int]:
    """Return the number of distinct pairs of region and time, and a hash of these pairs."""
    sql = """
        select count(), sum(pair)
        from (select distinct cityHash64(toString(region), event_ts) as pair from analytics.events)
    """
    number, total = clickhouse.query(sql)[0]
    return number, total


def content(clickhouse: ClickHouseClient, columns: list[str]) -> tuple[Any, ...]:
    """Return the number of rows and a hash of all values that does not depend on the order of the rows."""
    row = ", ".join(columns)
    return clickhouse.query(f"select count(), sum(sipHash64(toString(tuple({row})))) from analytics.events")[0]


def columns(clickhouse: ClickHouseClient) -> list[tuple[Any, ...]]:
    """Return the name, type, default and comment of each column, ignoring ``LowCardinality``, a storage detail."""
    sql = r"""
        select name, replaceRegexpOne(type, '^LowCardinality\\((.*)\\)$', '\\1'), default_expression, comment
        from system.columns where database = 'analytics' and table = 'events' order by position
    """
    return clickhouse.query(sql)


def sorting_key(clickhouse: ClickHouseClient) -> str:
    """Return the table's sorting key, or an empty string if there is no key or no table."""
    return str(clickhouse.table(TABLE).get("sorting_key", ""))


def reports(graded: Graded) -> dict[str, str]:
    """Return the shipped report queries."""
    return {name: graded.workspace.shipped_text(f"queries/{name}") or "" for name in REPORTS}


def with_other_values(sql: str) -> str:
    """Return a report query with other regions and dates."""
    for old, new in (("kallvik", "hvalstad"), ("ostermark", "mosund"), ("linnholm", "ekeby"), ("sandnes", "bryggen")):
        sql = sql.replace(old, new)
    return sql.replace("2026-01-2", "2026-02-2").replace("2026-03-", "2026-01-").replace("2026-02-0", "2026-03-0")


@dataclass(frozen=True)
class Work:
    """The cost of the reports and the size of the table.

    Attributes:
        reports: The number of rows that each report reads.
        elsewhere: The number of rows that the same reports read for other regions and dates.
        bytes_on_disk: The size of the table.
    """

    reports: dict[str, int]
    elsewhere: int
    bytes_on_disk: int


@lru_cache(maxsize=2)
def work_left(graded: Graded) -> Work:
    """Measure a copy of the agent's table."""
    with graded.copy() as copy:
        return _work(copy.clickhouse, reports(graded))


@lru_cache(maxsize=2)
def work_of_reference(graded: Graded) -> Work:
    """Measure the reference solution's table."""
    return _work(graded.reference.clickhouse, reports(graded))


def _work(clickhouse: ClickHouseClient, queries: dict[str, str]) -> Work:
    """Measure a table after all its parts are merged, so that the result does not depend on background merges."""
    clickhouse.execute("optimize table analytics.events final")
    read = {name: clickhouse.rows_read(sql) for name, sql in queries.items()}
    elsewhere = sum(clickhouse.rows_read(with_other_values(sql)) for sql in queries.values())
    return Work(read, elsewhere, bytes_on_disk(clickhouse))


def bytes_on_disk(clickhouse: ClickHouseClient) -> int:
    """Return the size of the table on disk, with its projections and indexes."""
    sql = "select sum(bytes_on_disk) from system.parts where active and database = 'analytics' and table = 'events'"
    return int(clickhouse.scalar(sql) or 0)


def parts_of_a_batch(clickhouse: ClickHouseClient) -> int:
    """Insert one hour of events from every region; return the number of parts that this created."""
    active = "select count() from system.parts where active and database = 'analytics' and table = 'events'"
    clickhouse.execute("system stop merges analytics.events")
    before = clickhouse.scalar(active)
    clickhouse.app.query(_BATCH, {"first": NEW_ID, "rows": 480})
    return int(clickhouse.scalar(active) - before)


def write(clickhouse: ClickHouseClient, first_id: int, rows: int = 5) -> int:
    """Insert a few events with ids starting at ``first_id``; return how many."""
    batch = [(first_id + n, 1_774_944_000 + n, "torsby", 4711, None, "start", n, 1) for n in range(rows)]
    clickhouse.insert(TABLE, batch, _WRITTEN)
    return rows


@dataclass(frozen=True)
class Watched:
    """A migration of a fresh site with a concurrent reader and writer.

    Attributes:
        key: The table's sorting key afterwards.
        started_with: The number of rows before the migration.
        lowest: The smallest row count that a report saw.
        written: The number of rows whose insert the server acknowledged.
        kept_count: The number of those rows that are in the table at the end.
        ids: The number of distinct ids in the kept rows.
        refusals: The errors that the reader and the writer received.
        drops: The statements that dropped or truncated the table by its name.
    """

    completed: Completed
    key: str
    started_with: int
    lowest: int
    written: int
    kept_count: int
    ids: int
    refusals: tuple[str, ...]
    drops: int


@lru_cache(maxsize=1)
def watched_migration(graded: Graded) -> Watched:
    """Migrate a fresh site while other clients read and write; all checks share one run."""
    with graded.copy(data="starting") as site:
        clickhouse = site.clickhouse
        started_with = lowest = count(clickhouse)
        outcome: list[Completed] = []
        migration = threading.Thread(target=lambda: outcome.append(site.run()))
        migration.start()
        written = 0
        refusals = []
        while migration.is_alive():
            try:
                written += write(clickhouse, NEW_ID + written)
                lowest = min(lowest, count(clickhouse))
            except QueryError as error:
                refusals.append(str(error))
            time.sleep(0.005)
        migration.join()
        kept_count, ids = distinct(clickhouse, NEW_ID, NEW_ID + written) if clickhouse.has_table(TABLE) else (0, 0)
        key, drops = sorting_key(clickhouse), _drops(clickhouse)
    return Watched(outcome[0], key, started_with, lowest, written, kept_count, ids, tuple(refusals), drops)


def _drops(clickhouse: ClickHouseClient) -> int:
    clickhouse.execute("system flush logs")
    sql = """
        select count() from system.query_log
        where type = 'QueryFinish' and query_kind = 'Drop' and has(tables, 'analytics.events')
    """
    return int(clickhouse.scalar(sql))
