"""Functional checks: overdue data is deleted, and each run deletes what has become due."""

from __future__ import annotations

from datetime import date

from _bookings import BOOKING_YEARS, DETAILS_YEARS, HAS_DETAILS, add, added, booking, describe_end, this_year, years

from headwater.grading import Graded, Result, expect, functional


@functional(demand="docs/retention.md")
def the_oldest_bookings_are_gone(graded: Graded) -> Result:
    """Only bookings with a hold remain from the oldest trips, and no booking from the last nine years is missing."""
    last = this_year() - BOOKING_YEARS - 2
    remaining_years = years(graded.clickhouse, f"hold = 0 and toYear(travel_on) <= {last}")
    recent = f"toYear(travel_on) > {last + 3}"
    found, expected = years(graded.clickhouse, recent), years(graded.starting.clickhouse, recent)
    return expect(
        not remaining_years and found == expected,
        f"bookings up to {last} without a hold: {remaining_years or 'none'}; "
        f"since {last + 4}, {sum(found.values())} of {sum(expected.values())} remain",
    )


@functional(demand="docs/retention.md")
def old_details_are_gone(graded: Graded) -> Result:
    """Bookings from five or more years ago have no names unless they are on hold. Recent bookings have names."""
    last = this_year() - DETAILS_YEARS - 2
    remaining_years = years(graded.clickhouse, f"hold = 0 and toYear(travel_on) <= {last} and {HAS_DETAILS}")
    recent = f"toYear(travel_on) > {last + 3} and {HAS_DETAILS}"
    found, expected = years(graded.clickhouse, recent), years(graded.starting.clickhouse, recent)
    return expect(
        not remaining_years and found == expected,
        f"details up to {last}: {remaining_years or 'none'}; since {last + 4}, "
        f"{sum(found.values())} of {sum(expected.values())} remain",
    )


@functional(demand="docs/operations.md#the-nightly-run")
def what_becomes_due_goes_in_the_next_night(graded: Graded) -> Result:
    """A run deletes bookings and details that became due this year, and keeps the others."""
    archived_year, forgotten = this_year() - BOOKING_YEARS - 1, this_year() - DETAILS_YEARS - 1
    with graded.copy() as copy:
        add(
            copy,
            [
                booking(1, date(archived_year, 7, 4)),
                booking(2, date(forgotten, 7, 4)),
                booking(3, date(archived_year + 9, 7, 4)),
            ],
        )
        completed = copy.run()
        found = added(copy)
    return expect(
        completed.exit_code == 0 and found == {2: 0, 3: 4},
        f"{describe_end(completed)}; remaining bookings and their number of details: {found}",
    )
