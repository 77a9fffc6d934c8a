"""Correctness checks: each column is exact, and stays exact when events arrive late, twice, or as corrections."""

from __future__ import annotations

from _arrivals import arrivals
from _orders import TYPES, at_start, difference, table_rows
from _runs import Run
from _scenarios import rebuilt

from headwater.grading import Graded, Result, correct, expect, expect_equal


@correct(demand="docs/snapshots.md#total")
def every_total_is_exact(graded: Graded) -> Result:
    """Each order has exactly the right total and number of items."""
    return _exact(graded, "total", "items")


@correct(demand="docs/snapshots.md#the sum of payments less refunds")
def every_payment_is_exact(graded: Graded) -> Result:
    """Each order has exactly the right sum of payments."""
    return _exact(graded, "paid")


@correct(demand="docs/snapshots.md#while the order is cancelled")
def every_status_is_exact(graded: Graded) -> Result:
    """Each order has the right status and customer."""
    return _exact(graded, "status", "customer")


@correct(demand="docs/snapshots.md#Only events without a gap")
def every_last_event_is_exact(graded: Graded) -> Result:
    """Each order has the number and the time of the last event that has no gap before it."""
    return _exact(graded, "last_seq", "changed_at")


def _exact(graded: Graded, *columns: str) -> Result:
    message = difference(table_rows(graded), at_start(graded), columns)
    return expect(not message, message or "all snapshots are right")


@correct(demand="docs/snapshots.md#numeric(12, 2)")
def columns_have_their_types(graded: Graded) -> Result:
    """app.order_snapshots has the documented columns and types."""
    return expect_equal(graded.postgres.columns("app.order_snapshots"), TYPES, "the columns")


@correct(demand="docs/events.md#arrive in any order")
def events_are_applied_by_number(graded: Graded) -> Result:
    """Events of both versions that arrive in another order than their numbers are applied by number."""
    return _good(arrivals(graded).few)


@correct(demand="docs/events.md#An event with the same id is the same event")
def repeated_events_change_nothing(graded: Graded) -> Result:
    """Events that are sent again change no snapshot, even if they are months old."""
    run = arrivals(graded).repeated
    return expect(run.is_good and not run.changed, f"{run.changed} snapshots changed; {run.message}")


@correct(demand="docs/snapshots.md#until event 4")
def events_after_a_gap_wait(graded: Graded) -> Result:
    """Events after a gap change no snapshot."""
    run = arrivals(graded).gap
    return expect(run.is_good and not run.changed, f"{run.changed} snapshots changed; {run.message}")


@correct(demand="docs/snapshots.md#arrives")
def a_filled_gap_counts(graded: Graded) -> Result:
    """When the missing event arrives, it and the events after it count."""
    return _good(arrivals(graded).filled)


@correct(demand="docs/events.md#as if it had had this")
def corrections_change_earlier_events(graded: Graded) -> Result:
    """Corrections replace the data of earlier events, in either version, and the last one counts."""
    return _good(arrivals(graded).corrected)


@correct(demand="docs/events.md#everything before and after the cancellation counts")
def cancelled_orders_can_be_reopened(graded: Graded) -> Result:
    """Cancelled orders have a total of 0, and reopened ones have all their articles."""
    return _good(arrivals(graded).cancelled)


@correct(demand="docs/snapshots.md#half a cent up")
def totals_are_rounded_up(graded: Graded) -> Result:
    """Discounts that lead to half a cent are rounded up, and a discount replaces the earlier one."""
    return _good(arrivals(graded).rounded)


def _good(run: Run) -> Result:
    return expect(run.is_good, run.message)


@correct(demand="docs/operations.md#whatever our tables contain")
def a_rebuild_is_exact(graded: Graded) -> Result:
    """--rebuild repairs damaged snapshots, creates deleted ones, and removes those of unknown orders."""
    return _good(rebuilt(graded).repaired)
