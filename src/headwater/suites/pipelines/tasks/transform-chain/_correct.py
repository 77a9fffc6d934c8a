"""Correctness checks: each table is exact, has the right types, and stays exact when events arrive late or twice."""

from __future__ import annotations

from _model import TABLES, at_start, fault
from _scenarios import outcomes

from headwater.grading import Graded, Result, correct, expect


@correct(demand="docs/events.md#payload")
def every_event_is_exact(graded: Graded) -> Result:
    """Each event is stored once with the values of its payload, whichever version of the app wrote it."""
    return _exact(graded, "events")


@correct(demand="docs/model.md#the first of")
def every_reason_is_exact(graded: Graded) -> Result:
    """Each unusable row is listed in analytics.rejected with the right reason."""
    return _exact(graded, "rejected")


@correct(demand="docs/model.md#more than 30 minutes after")
def every_visit_is_exact(graded: Graded) -> Result:
    """Visits have the right limits (even where a gap is exactly 30 minutes), sources and sums."""
    return _exact(graded, "visits")


@correct(demand="docs/model.md#belongs to the day in UTC")
def every_day_is_exact(graded: Graded) -> Result:
    """The figures for each day and source are exact."""
    return _exact(graded, "daily")


def _exact(graded: Graded, table: str) -> Result:
    message = fault(graded, at_start(graded), table)
    return expect(not message, message or "all rows are right")


@correct(demand="docs/model.md#and with these types")
def columns_have_their_types(graded: Graded) -> Result:
    """The tables have the documented columns, in the documented order and with the documented types."""
    wrong = {
        name: found
        for name, types in TABLES.items()
        if list((found := graded.clickhouse.columns(f"analytics.{name}")).items()) != list(types.items())
    }
    return expect(not wrong, f"other columns: {str(wrong)[:400] if wrong else 'none'}")


@correct(demand="docs/events.md#weeks")
def late_events_join_visits(graded: Graded) -> Result:
    """Late events merge visits, move them to the previous day, and change their sources."""
    run = outcomes(graded).late
    return expect(run.is_good, run.message)


@correct(demand="docs/events.md#the row with the lowest")
def events_that_come_again_count_once(graded: Graded) -> Result:
    """Events that are sent again before a later run count once, even if the first copy was unusable."""
    run = outcomes(graded).again
    return expect(run.is_good, run.message)
