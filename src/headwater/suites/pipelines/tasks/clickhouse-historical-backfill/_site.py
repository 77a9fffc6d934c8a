"""Run backfills on another site in the same starting state, and on a site that gets further exports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from _usage import Months, describe_errors, export, let_merge, one, parts, rows_of

from headwater.grading import Completed, Graded, State

# This includes the rows that the same statements read from other tables.
_READ = """
    select sum(read_rows) from system.query_log
    where type = 'QueryFinish' and user = 'app' and has(tables, 'staging.history')
"""
_PARTS = """
    select max(c) from (
        select partition, count() as c from system.parts
        where database = 'usage' and table = 'events' and active and partition < '202607' group by partition
    )
"""

Rows = dict[int, list[tuple[Any, ...]]]
"""The rows of usage.events by event."""
Record = tuple[str, str, str, str, int, str, int]
"""Customer, meter, local time, offset, amount, unit, deleted."""

_FINE: Record = ("C-000902", "storage", "2025-08-01 12:00:00", "+02:00", 1, "KiB", 0)
READABLE: dict[int, Record] = {
    0x00000000000000A1: ("C-000901", "EGRESS", "2025-07-01 01:30:00", "+02:00", 3, "GiB", 0),
    0xA200000000000000: ("C-000901", "Storage", "2025-12-31 20:00:00", "-05:30", 5, "KiB", 0),
    0xFFFFFFFFFFFFFFA3: ("C-000901", "storage", "2025-10-26 02:30:00", "+02:00", 7, "B", 0),
    0x00000000000000A4: ("C-000901", "storage", "2025-10-26 02:30:00", "+01:00", 9, "MiB", 0),
}
UNREADABLE: dict[int, Record] = {
    0xB1: (*_FINE[:3], "CEST", *_FINE[4:]),
    0xB2: (*_FINE[:5], "kB", 0),
    0xB3: (*_FINE[:3], "+2:00", *_FINE[4:]),
    0xB4: (*_FINE[:5], "", 0),
    0xB5: _FINE,
    0xB6: (*_FINE[:6], 1),
}
"""The last export's versions of records that were valid before; 0xB5 is still valid, and 0xB6 is cancelled."""

ALONE = 0xD1
_ALONE_IN_ITS_MONTH = ("C-000904", "storage", "2024-11-11 11:11:11", "+01:00", 4, "B")
_SOME = """
    select reinterpretAsUInt64(reverse(unhex(substring(record, 5)))),
        customer, meter, local_time, utc_offset, amount, unit
    from staging.history
    where export_no = 2 and match(utc_offset, '^[+]') and unit = 'MiB' and local_time < '2026-06-01'
    order by record limit 90
"""


@dataclass(frozen=True)
class Site:
    """The result of a run on another site.

    Attributes:
        completed: The completed run.
        months: The historical events after the run.
        exports: The number of rows in the exports.
        read: The number of rows read by statements that scan the exports.
        parts: The largest number of parts that a closed month has right after the run.
    """

    completed: Completed
    months: Months
    exports: int
    read: int
    parts: int


@cache
def site(graded: Graded) -> Site:
    """Run the backfill on another site; all checks share one run."""
    with graded.copy(data="starting") as copy:
        exports = int(copy.clickhouse.scalar("select count() from staging.history"))
        completed = copy.run()
        parts = int(copy.clickhouse.scalar(_PARTS) or 0)
        copy.clickhouse.execute("system flush logs")
        return Site(completed, rows_of(copy), exports, int(copy.clickhouse.scalar(_READ)), parts)


@dataclass(frozen=True)
class Exports:
    """The results of runs after further exports.

    Attributes:
        quiet: The run without a new export, and the parts that it created.
        single: The run after an export with one record.
        corrected: The run after an export with corrections, cancellations, moved records and new records.
        corrected_fault: The errors after that run; empty if there are none.
        first: For each record defined in this module, its rows in usage.events after that export.
        last: The run after an export that makes records unreadable or cancels them.
        last_fault: The errors after that run; empty if there are none.
        rows: For each record defined in this module, its rows in usage.events after the last run.
    """

    quiet: tuple[Completed, list[tuple[Any, ...]]]
    single: Completed
    corrected: Completed
    corrected_fault: str
    first: Rows
    last: Completed
    last_fault: str
    rows: Rows


@cache
def after_exports(graded: Graded) -> Exports:
    """Run the backfill after each of several exports; all checks share these runs."""
    with graded.copy() as copy:
        let_merge(copy, "stop")
        before = parts(copy)
        quiet = copy.run()
        new = [part for part in parts(copy) if part not in before]
        let_merge(copy, "start")
        export(copy, 7, (0xE1, "C-000905", "storage", "2025-09-09 09:09:09", "+02:00", 1, "B", 0))
        single = copy.run()
        export(
            copy,
            8,
            *_corrections(copy),
            *((event, *row) for event, row in READABLE.items()),
            *((event, *_FINE) for event in UNREADABLE),
            (ALONE, *_ALONE_IN_ITS_MONTH, 0),
        )
        corrected = copy.run()
        corrected_fault, first = describe_errors(copy), _rows(copy)
        export(copy, 9, *((event, *row) for event, row in UNREADABLE.items()), (ALONE, *_ALONE_IN_ITS_MONTH, 1))
        last = copy.run()
        return Exports(
            (quiet, new), single, corrected, corrected_fault, first, last, describe_errors(copy), _rows(copy)
        )


def _corrections(state: State) -> Iterator[tuple[int, str, str, str, str, int, str, int]]:
    """Yield thirty corrections of amounts, thirty cancellations and thirty moves into another month."""
    for n, row in enumerate(state.clickhouse.query(_SOME)):
        if n < 30:
            yield (*row[:5], int(row[5]) + 5, row[6], 0)
        elif n < 60:
            yield (*row, 1)
        else:
            yield (*row[:3], "2025-02-10 10:00:00", "+01:00", *row[5:], 0)


def _rows(state: State) -> Rows:
    return {event: one(state, event) for event in (*READABLE, *UNREADABLE, ALONE)}
