"""Robustness checks: released holds, late bookings, and servers that still have the original table."""

from __future__ import annotations

from datetime import UTC, date, datetime

from _bookings import BOOKING_YEARS, DETAILS_YEARS, add, added, booking, describe_end, first_run, this_year

from headwater.grading import Graded, Result, expect, robust

_OLD = 2012
"""A trip year that has been due for years, which a run that checks only newly due years misses."""


@robust(demand="ops/release.sql")
def a_released_booking_follows_in_the_next_night(graded: Graded) -> Result:
    """A run keeps a booking with a hold, and the next run after the hold is released deletes it."""
    release = graded.workspace.shipped_text("ops/release.sql") or ""
    with graded.copy() as copy:
        add(copy, [booking(1, date(_OLD, 7, 4), hold=1), booking(2, date(this_year() - 6, 7, 4), hold=1)])
        copy.run()
        added_bookings = added(copy)
        copy.clickhouse.execute(release.replace("(100000)", "(90000001, 90000002)"))
        completed = copy.run()
        found = added(copy)
    return expect(
        added_bookings == {1: 4, 2: 4} and found == {2: 0},
        f"with the hold: {added_bookings}; after the release {describe_end(completed)} and kept {found}",
    )


@robust(demand="docs/retention.md#reach us years late")
def late_bookings_are_treated_by_their_trip(graded: Graded) -> Result:
    """Late bookings of all ages, on the first and last days of a year, are treated according to the trip's year."""
    first, last = this_year() - BOOKING_YEARS, this_year() - DETAILS_YEARS
    rows = [
        booking(1, date(_OLD, 3, 1)),
        booking(2, date(first - 1, 12, 31)),
        booking(3, date(first, 1, 1)),
        booking(4, date(last - 1, 12, 31)),
        booking(5, date(last, 1, 1)),
        booking(6, date(this_year() + 1, 8, 1)),
        booking(7, date(first + 2, 5, 5)),
    ]
    with graded.copy() as copy:
        add(copy, rows)
        completed = copy.run()
        found = added(copy)
    expected = {3: 0, 4: 0, 5: 4, 6: 4, 7: 0}
    return expect(
        completed.exit_code == 0 and found == expected,
        f"{describe_end(completed)}; remaining bookings and their number of details: {found}, expected {expected}",
    )


@robust(demand="docs/retention.md#no other date counts")
def nothing_counts_from_loading(graded: Graded) -> Result:
    """Bookings that were loaded long ago and are not due are unchanged after merges and a run."""
    loaded = datetime(this_year() - 14, 1, 1, tzinfo=UTC)
    with graded.copy() as copy:
        for number in (1, 2):
            add(copy, [booking(number, date(this_year() - number, 7, 4), loaded_at=loaded)])
        add(copy, [booking(3, date(_OLD, 7, 4), hold=1, loaded_at=loaded)])
        copy.clickhouse.execute("optimize table rail.bookings final;")
        completed = copy.run()
        found = added(copy)
    return expect(
        found == {1: 4, 2: 4, 3: 4},
        f"{describe_end(completed)}; of three bookings that must stay, these remain: {found}",
    )


@robust(demand="docs/operations.md#Nobody logs in there")
def a_run_is_all_that_another_server_needs(graded: Graded) -> Result:
    """On a server with the original table, one run applies all deadlines."""
    run = first_run(graded)
    return expect(
        run.completed.exit_code == 0 and not run.faults,
        f"on a server with the original table {describe_end(run.completed)}; {'; '.join(run.faults) or 'all is right'}",
    )
