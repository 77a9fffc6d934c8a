"""Functional checks: the snapshots have roughly the right values, and runs, --rebuild and --check work."""

from __future__ import annotations

from collections import Counter

from _arrivals import arrivals
from _orders import COLUMNS, at_start, describe_end, last_line, table_rows
from _scenarios import checks, first_rebuild, rebuilt

from headwater.grading import Graded, Result, expect, functional


@functional(demand="docs/snapshots.md#has one row for each order")
def each_order_has_a_snapshot(graded: Graded) -> Result:
    """There is a snapshot for at least 98 % of the orders, and none for unknown orders."""
    found, right = table_rows(graded).keys(), at_start(graded).keys()
    missing, unknown = right - found, found - right
    return expect(
        len(missing) <= len(right) / 50 and not unknown,
        f"{len(missing)} orders are missing, {len(unknown)} are unknown",
    )


@functional(demand="docs/snapshots.md#total")
def the_totals_are_close(graded: Graded) -> Result:
    """The sum of all totals is right, within 2 %."""
    return _sum_is_close(graded, "total")


@functional(demand="docs/snapshots.md#paid")
def the_payments_are_close(graded: Graded) -> Result:
    """The sum of all payments less refunds is right, within 2 %."""
    return _sum_is_close(graded, "paid")


@functional(demand="docs/snapshots.md#items")
def the_items_are_close(graded: Graded) -> Result:
    """The number of all items is right, within 2 %."""
    return _sum_is_close(graded, "items")


def _sum_is_close(graded: Graded, column: str) -> Result:
    place = COLUMNS.index(column)
    found, right = (sum(row[place] for row in rows.values()) for rows in (table_rows(graded), at_start(graded)))
    return expect(abs(found - right) <= abs(right) / 50, f"the sum of {column} is {found}, and should be {right}")


@functional(demand="docs/snapshots.md#status")
def the_numbers_of_statuses_are_close(graded: Graded) -> Result:
    """The numbers of open, paid and cancelled orders are right, within 2 %."""
    found, right = (Counter(row[2] for row in rows.values()) for rows in (table_rows(graded), at_start(graded)))
    far = [status for status in {*found, *right} if abs(found[status] - right[status]) > right[status] / 50]
    return expect(not far, f"there are {dict(found)}, and should be {dict(right)}")


@functional(demand="docs/events.md#app.order_archive")
def old_orders_have_their_snapshots(graded: Graded) -> Result:
    """The orders of January, which are only in the archive, have snapshots with the right numbers of events."""
    right = {order: row for order, row in at_start(graded).items() if str(row[7]) < "2026-02-01"}
    found = table_rows(graded)
    wrong = [order for order, row in right.items() if order not in found or found[order][6] != row[6]]
    return expect(len(wrong) <= len(right) / 50, f"{len(wrong)} of {len(right)} orders of January are wrong")


@functional(demand="docs/operations.md#After a run, the snapshots are those of all events")
def new_events_are_applied(graded: Graded) -> Result:
    """A run after new events creates the snapshots of new orders."""
    run = arrivals(graded).few
    return expect(run.completed.exit_code == 0 and run.changed == 2, f"{run.changed} snapshots changed; {run.message}")


@functional(demand="docs/operations.md#The last line is")
def a_run_prints_what_it_did(graded: Graded) -> Result:
    """The last line of a run gives the numbers of new events and of changed snapshots."""
    lines = [last_line(run.completed) for run in (arrivals(graded).idle, arrivals(graded).few)]
    return expect(lines == ["events=0 snapshots=0", "events=7 snapshots=2"], f"the last lines are {lines}")


@functional(demand="docs/operations.md#builds all snapshots again")
def a_rebuild_works(graded: Graded) -> Result:
    """--rebuild on a site without an earlier run succeeds and changes at least 500 snapshots."""
    run = first_rebuild(graded)
    return expect(run.completed.exit_code == 0 and run.changed >= 500, f"{run.changed} changed; {run.message}")


@functional(demand="docs/operations.md#differences=0")
def the_check_agrees(graded: Graded) -> Result:
    """In the final state, --check exits with 0 and prints that there are no differences."""
    run = checks(graded).equal
    fit = run.exit_code == 0 and last_line(run) == "differences=0"
    return expect(fit, f"{describe_end(run)}, the last line is {last_line(run)[:80]!r}")


@functional(demand="docs/operations.md#whatever our tables contain")
def a_rebuild_repairs_totals(graded: Graded) -> Result:
    """--rebuild repairs at least 200 of the snapshots that somebody damaged."""
    run = rebuilt(graded).repaired
    return expect(run.completed.exit_code == 0 and run.changed >= 200, f"{run.changed} changed; {run.message}")
