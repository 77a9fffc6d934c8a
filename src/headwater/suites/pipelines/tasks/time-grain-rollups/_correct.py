"""Correctness checks: each figure follows its definition, and each period has one row."""

from __future__ import annotations

from _rollups import GRAINS, difference, expected_rollups, final_tables, keys

from headwater.grading import Graded, Result, correct, expect


def _are_right(graded: Graded, grain: str, *figures: str) -> Result:
    mismatch = difference(final_tables(graded)[grain], expected_rollups(graded)[grain], figures)
    return expect(
        not mismatch, mismatch or f"{', '.join(figures)} of {len(expected_rollups(graded)[grain])} rows are right"
    )


@correct(demand="docs/rollups.md#hours begin at half past", required=True)
def hours_are_those_of_the_clocks(graded: Graded) -> Result:
    """Each of a counter's local hours has the right numbers of bikes and readings."""
    return _are_right(graded, "hourly", "bikes", "readings")


@correct(demand="docs/rollups.md#days and months are those of the clocks", required=True)
def days_are_those_of_the_clocks(graded: Graded) -> Result:
    """Each of a counter's local days has the right numbers of bikes and readings."""
    return _are_right(graded, "daily", "bikes", "readings")


@correct(demand="docs/rollups.md#days and months are those of the clocks", required=True)
def months_are_those_of_the_clocks(graded: Graded) -> Result:
    """Each of a counter's local months has the right numbers of bikes and readings."""
    return _are_right(graded, "monthly", "bikes", "readings")


@correct(demand="docs/rollups.md#the mean of their temperatures")
def temperatures_are_means_of_readings(graded: Graded) -> Result:
    """Temperatures in all tables are means over readings."""
    results = [_are_right(graded, grain, "temperature") for grain in GRAINS]
    return expect(all(each.passed for each in results), "; ".join(each.message for each in results))


@correct(demand="docs/rollups.md#peak_hour_bikes")
def peak_hours_are_right(graded: Graded) -> Result:
    """Days and months have the right number of bikes in the peak hour."""
    results = [_are_right(graded, grain, "peak_hour_bikes") for grain in ("daily", "monthly")]
    return expect(all(each.passed for each in results), "; ".join(each.message for each in results))


@correct(demand="docs/rollups.md#peak_day")
def peak_days_are_right(graded: Graded) -> Result:
    """Months have the right peak day."""
    return _are_right(graded, "monthly", "peak_day")


@correct(demand="docs/rollups.md#at least one reading that counts", required=True)
def each_period_is_there_once(graded: Graded) -> Result:
    """Each period with valid readings has exactly one row, and other periods have none."""
    mismatches = {grain: keys(final_tables(graded)[grain], expected_rollups(graded)[grain]) for grain in GRAINS}
    return expect(
        not any(mismatches.values()),
        f"{ {grain: each for grain, each in mismatches.items() if each} or 'each period has one row' }",
    )
