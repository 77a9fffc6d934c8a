"""Performance checks: a run rewrites few rows."""

from __future__ import annotations

from datetime import date

from _bookings import (
    HAS_DETAILS,
    add,
    added,
    are_details_due,
    booking,
    describe_end,
    first_run,
    is_row_due,
    rewritten,
    this_year,
    years,
)

from headwater.grading import Graded, Result, expect, performant

_SMALL = 2_000


@performant(demand="docs/operations.md#what-a-run-may-rewrite")
def a_night_without_anything_due_rewrites_nothing(graded: Graded) -> Result:
    """The second of two consecutive runs rewrites no partition."""
    with graded.copy() as copy:
        copy.run()
        before = rewritten(copy)
        completed = copy.run()
        rows = rewritten(copy) - before
    return expect(
        completed.exit_code == 0 and rows <= _SMALL,
        f"{describe_end(completed)}; with nothing due it rewrote {rows} rows",
    )


@performant(demand="docs/operations.md#leaves the parts of the others alone")
def one_late_booking_costs_its_year(graded: Graded) -> Result:
    """After a late booking, a run rewrites the partition for its year at most twice, and no other partition."""
    year = this_year() - 6
    with graded.copy() as copy:
        copy.run()
        add(copy, [booking(1, date(year, 7, 4))])
        size = years(copy.clickhouse)[year]
        before = rewritten(copy)
        completed = copy.run()
        rows, found = rewritten(copy) - before, added(copy)
    return expect(
        found == {1: 0} and rows <= 2 * size + _SMALL,
        f"{describe_end(completed)} and kept {found}; it rewrote {rows} rows, and the year has {size}",
    )


@performant(demand="docs/operations.md#each such year once")
def the_first_run_takes_each_year_once(graded: Graded) -> Result:
    """The first run rewrites at most 1.5 times the number of rows in the years in which something is due."""
    condition = f"{is_row_due()} or {are_details_due()} and {HAS_DETAILS}"
    concerned = years(graded.starting.clickhouse, condition)
    size = sum(rows for year, rows in years(graded.starting.clickhouse).items() if year in concerned)
    run = first_run(graded)
    return expect(
        run.completed.exit_code == 0 and not run.faults and run.rewritten <= 1.5 * size,
        f"{describe_end(run.completed)}; it rewrote {run.rewritten} rows, and the affected years have {size}; "
        f"{'; '.join(run.faults) or 'all is right'}",
    )
