"""Compute the expected contents of usage.events and usage.monthly, and read the actual ones."""

from __future__ import annotations

from functools import cache
from typing import Any

from headwater.grading import Completed, Graded, QueryError, State

Months = dict[int, tuple[int, int]]
"""The number of rows and the sum of their hashes, by month (yyyymm)."""

READ = """
    select
        reinterpretAsUInt64(reverse(unhex(replaceOne(record, 'evt-', '')))) as id,
        toUInt32(replaceOne(customer, 'C-', '')) as customer_id,
        lower(meter) as name,
        toDateTime(local_time, 'UTC') - if(utc_offset like '-%', -1, 1)
            * (toInt32(substring(utc_offset, 2, 2)) * 3600 + toInt32(substring(utc_offset, 5, 2)) * 60) as moment,
        amount * multiIf(unit = 'B', 1, unit = 'KiB', 1024, unit = 'MiB', 1024 * 1024, 1024 * 1024 * 1024) as bytes
    from (select * from staging.history order by export_no desc limit 1 by record)
    where not deleted and unit in ('B', 'KiB', 'MiB', 'GiB') and match(utc_offset, '^[-+]\\\\d\\\\d:\\\\d\\\\d$')
        and id not in (select event_id from usage.events where source = 'live')
"""
"""The events that the history adds, as docs/history.md and docs/usage.md define them."""

EXPECTED = f"""
    select toYYYYMM(moment) as month, count(), sum(cityHash64(id, customer_id, name, moment, toUInt64(bytes)))
    from ({READ}) group by month
"""
FOUND = """
    select toYYYYMM(at) as month, count(), sum(cityHash64(event_id, customer_id, toString(meter), at, bytes))
    from usage.events where source = {source:String} group by month
"""
_MONTHLY = """
    select toYYYYMM(month) as m, count(), sum(cityHash64(c, n, toInt64(e), toInt64(b))) from (
        select month, customer_id as c, toString(meter) as n, sum(s.events) as e, sum(s.bytes) as b
        from {} as s group by month, c, n having e != 0 or b != 0
    ) group by m
"""
_JULY = """
    select 202607, count(), sum(cityHash64(c, n, toInt64(e), toInt64(b))) from (
        select customer_id as c, toString(meter) as n, count() as e, sum(v.bytes) as b
        from usage.events as v where at >= '2026-07-01 00:00:00' group by c, n
    )
"""


def _months(rows: list[tuple[Any, ...]]) -> Months:
    return {int(month): (int(count), int(hashes)) for month, count, hashes in rows}


def expected_months(state: State) -> Months:
    """Compute a state's expected history from its exports and live rows."""
    return _months(state.clickhouse.query(EXPECTED))


@cache
def at_the_start(graded: Graded) -> Months:
    """Compute the expected history of the starting state."""
    return expected_months(graded.starting)


def rows_of(state: State | Graded, source: str = "history") -> Months:
    """Return the rows in usage.events from one source, summarized per month."""
    return _months(state.clickhouse.query(FOUND, {"source": source}))


def monthly(state: State | Graded) -> Months:
    """Return the totals in usage.monthly, keyed by month."""
    return _months(state.clickhouse.query(_MONTHLY.format("usage.monthly")))


def monthly_wanted(state: State | Graded) -> Months:
    """Return the expected totals in usage.monthly: the invoiced amounts, and for July the sums over usage.events."""
    closed = _months(state.clickhouse.query(_MONTHLY.format("usage.invoiced")))
    return closed | _months(state.clickhouse.query(_JULY))


def difference(found: Months, right: Months, what: str) -> str:
    """Describe the months that differ; return an empty string if none does."""
    other = sorted(month for month in found.keys() | right.keys() if found.get(month) != right.get(month))
    if not other:
        return ""
    first = other[0]
    sizes = [months.get(first, (0, 0))[0] for months in (found, right)]
    return f"{what}: {len(other)} of {len(right)} months are wrong, such as {first} with {sizes[0]} rows for {sizes[1]}"


def describe_errors(state: State, right: Months | None = None) -> str:
    """Describe the errors in a state's events or months; return an empty string if there are none.

    Args:
        state: The state.
        right: The expected history; by default it is computed from the exports.
    """
    try:
        history = difference(rows_of(state), expected_months(state) if right is None else right, "history")
        return history or difference(monthly(state), monthly_wanted(state), "usage.monthly")
    except QueryError as error:
        return f"ClickHouse refuses: {error}"


def export(state: State, number: int, *rows: tuple[int, str, str, str, str, int, str, int]) -> None:
    """Add an export. Its rows are (id, customer, meter, local time, offset, amount, unit, deleted flag)."""
    columns = [
        *("export_no", "record", "customer", "meter", "local_time", "utc_offset", "amount", "unit", "deleted"),
    ]
    state.clickhouse.insert("staging.history", [(number, f"evt-{row[0]:016x}", *row[1:]) for row in rows], columns)


def one(state: State, event: int) -> list[tuple[Any, ...]]:
    """Return the rows with this event id."""
    sql = "select customer_id, toString(meter), toString(at), bytes from usage.events where event_id = {id:UInt64}"
    return state.clickhouse.query(sql, {"id": event})


def parts(state: State | Graded) -> list[tuple[Any, ...]]:
    """Return the parts of the tables."""
    sql = "select table, name, rows from system.parts where database = 'usage' and active order by table, name"
    return state.clickhouse.query(sql)


def let_merge(state: State, verb: str) -> None:
    """Start or stop merges in the background; ``verb`` is ``start`` or ``stop``."""
    for table in ("events", "monthly", "invoiced"):
        state.clickhouse.administrator.execute(f"system {verb} merges usage.{table}")


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"backfill.py exited with {completed.exit_code}" + (
        f": {completed.last_line}" if completed.exit_code else ""
    )
