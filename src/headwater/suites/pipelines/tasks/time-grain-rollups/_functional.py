"""Functional checks: the sums over hours, days and months equal those over the readings, old and new."""

from __future__ import annotations

from _days import days, describe_end
from _rollups import expected_rollups, fault, final_tables

from headwater.grading import Graded, Result, expect, expect_equal, functional


def _bikes(graded: Graded, grain: str, counter: int) -> Result:
    bikes = sum(row["bikes"] for (number, _), row in final_tables(graded)[grain] if number == counter)
    right = sum(row["bikes"] for (number, _), row in expected_rollups(graded)[grain].items() if number == counter)
    return expect_equal(bikes, right, f"the number of bikes of counter {counter} in the {grain} table")


@functional(demand="prompt#rollups.hourly")
def hours_add_up(graded: Graded) -> Result:
    """The sum over a counter's hours equals the sum over its readings."""
    return _bikes(graded, "hourly", 2)


@functional(demand="prompt#rollups.daily")
def days_add_up(graded: Graded) -> Result:
    """The sum over a counter's days equals the sum over its readings."""
    return _bikes(graded, "daily", 2)


@functional(demand="prompt#rollups.monthly")
def months_add_up(graded: Graded) -> Result:
    """The sum over a counter's months equals the sum over its readings."""
    return _bikes(graded, "monthly", 2)


@functional(demand="tickets/BC-77.md#Counter 7")
def corrections_show(graded: Graded) -> Result:
    """The months for the wrongly mounted counter include its corrected readings."""
    return _bikes(graded, "monthly", 7)


@functional(demand="prompt")
def new_readings_show(graded: Graded) -> Result:
    """After a run, all three tables include the readings from a new day."""
    run = days(graded).counter
    mismatch = fault(run.found, run.expected, lambda key: key[0] == 2 and f"{key[1]:%Y-%m}" == "2025-11")
    return expect(not mismatch, f"{describe_end(run.completed)}; {mismatch or 'the new day is included'}")
