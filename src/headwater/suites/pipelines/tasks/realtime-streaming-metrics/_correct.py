"""Correctness checks: each column is exact, and stays exact when readings arrive late, twice, or with a wrong clock."""

from __future__ import annotations

from _arrivals import arrivals
from _readings import at_start, right_minutes
from _runs import Run
from _tables import FIELDS, describe_end, left_minutes, rejected, rows
from _weeks import DAYS, weeks

from headwater.grading import Graded, Result, correct, expect

_TYPES = {
    "minute": "DateTime('UTC')",
    "total": "Decimal(18, 3)",
    "low": "Decimal(18, 3)",
    "high": "Decimal(18, 3)",
    "last": "Decimal(18, 3)",
}


@correct(demand="docs/metrics.md#One row for each host, metric and minute", required=True)
def each_minute_has_one_row(graded: Graded) -> Result:
    """The open minutes are exactly those with readings, and each has one row, without FINAL."""
    found, right = rows(graded), right_minutes(graded)
    keys = {key for key, _ in found}
    missing, unknown = len(right.keys() - keys), len(keys - right.keys())
    fits = not missing and not unknown and len(found) == len(right)
    return expect(fits, f"{len(found)} rows for {len(right)} minutes; {missing} are missing, {unknown} are unknown")


@correct(demand="docs/readings.md#It counts once", required=True)
def every_number_of_readings_is_exact(graded: Graded) -> Result:
    """Each minute has exactly the right number of readings."""
    return _exact(graded, "samples")


@correct(demand="docs/metrics.md#for a gauge, the sum of the values", required=True)
def every_total_of_a_gauge_is_exact(graded: Graded) -> Result:
    """The totals of all gauges are exact."""
    return _exact(graded, "total", "kind", only="gauge")


@correct(demand="docs/readings.md#counters", required=True)
def every_increase_of_a_counter_is_exact(graded: Graded) -> Result:
    """The increases of all counters are exact."""
    return _exact(graded, "total", "kind", only="counter")


@correct(demand="docs/metrics.md#the lowest and the highest value")
def every_extreme_is_exact(graded: Graded) -> Result:
    """The lowest and highest values of all minutes are exact."""
    return _exact(graded, "low", "high")


@correct(demand="docs/metrics.md#the value with the latest time")
def every_last_value_is_exact(graded: Graded) -> Result:
    """The last values of all minutes are exact, also if several readings have the same time."""
    result, run = _exact(graded, "last"), arrivals(graded).last
    return result if not result.passed else expect(run.is_good, run.message)


def _exact(graded: Graded, *fields: str, only: str = "") -> Result:
    places = [FIELDS.index(field) for field in fields]
    found, wrong = left_minutes(graded), []
    right = {key: minute for key, minute in right_minutes(graded).items() if not only or minute[0] == only}
    for key, minute in right.items():
        if key not in found or any(found[key][place] != minute[place] for place in places):
            wrong.append((key, found.get(key), minute))
    return expect(not wrong, f"{len(wrong)} of {len(right)} minutes differ (found and right: {wrong[:1]})")


@correct(demand="docs/metrics.md#closed-minutes", required=True)
def closed_minutes_are_unchanged(graded: Graded) -> Result:
    """The closed minutes have the rows that they had at the start."""
    found, right = sorted(rows(graded, closed=True)), sorted(rows(graded.starting, closed=True))
    same = sum(one == two for one, two in zip(found, right, strict=False))
    return expect(found == right, f"{len(found)} rows instead of {len(right)}, {same} of them equal")


@correct(demand="docs/metrics.md#Decimal(18, 3)")
def columns_have_their_types(graded: Graded) -> Result:
    """The time and the values have the documented types."""
    columns = graded.clickhouse.columns("analytics.realtime_metrics")
    other = {name: columns.get(name) for name, kind in _TYPES.items() if columns.get(name) != kind}
    return expect(not other, f"other types: {other or 'none'}")


@correct(demand="docs/metrics.md#analytics.rejected_messages")
def each_unusable_message_is_listed_once(graded: Graded) -> Result:
    """The unusable messages are listed once, with their bytes and a reason."""
    right = sorted((*place, value.hex().upper()) for place, value in at_start(graded).unusable.items())
    found = rejected(graded)
    mute = graded.clickhouse.scalar("select countIf(trim(reason) = '') from analytics.rejected_messages")
    missing, other = len(set(right) - set(found)), len(set(found) - set(right))
    return expect(
        found == right and mute == 0,
        f"{len(found)} rows for {len(right)} messages, {missing} missing, {other} others, {mute} without a reason",
    )


@correct(demand="docs/readings.md#then the other readings of the message count")
def usable_readings_of_unusable_messages_count(graded: Graded) -> Result:
    """Messages with unusable readings are listed with their bytes, and their other readings count."""
    results = arrivals(graded)
    right, found = set(results.unusable), set(results.listed)
    missing, other = len(right - found), len(found - right)
    fits = results.odd.is_good and results.listed == results.unusable
    return expect(fits, f"{missing} messages are not listed, {other} others are; {results.odd.message}")


@correct(demand="docs/readings.md#It counts once", required=True)
def readings_that_come_again_change_nothing(graded: Graded) -> Result:
    """Readings that come again, in the other format, other messages and other partitions, change no row."""
    return _good(arrivals(graded).repeated)


@correct(demand="docs/metrics.md#one that comes before a counter reading of this minute", required=True)
def late_readings_change_later_minutes(graded: Graded) -> Result:
    """Late readings of a counter lower the increase of the reading after them, in whichever minute that is."""
    results = arrivals(graded)
    message = f"new hosts: {results.late.message}; old hosts: {results.gap.message}"
    return expect(results.late.is_good and results.gap.is_good, message)


@correct(demand="docs/readings.md#the counter was reset")
def counters_can_restart(graded: Graded) -> Result:
    """Counters are reset and agents restart, and readings from before and after it arrive in any order."""
    return _good(arrivals(graded).reset)


@correct(demand="docs/readings.md#less `skew_ms`")
def wrong_clocks_are_corrected(graded: Graded) -> Result:
    """Readings of hosts whose clock is wrong count in the minute of the right time."""
    return _good(arrivals(graded).skewed)


@correct(demand="docs/metrics.md#Readings before this time change no row")
def readings_of_closed_minutes_change_no_row(graded: Graded) -> Result:
    """Readings of closed minutes change no row, but increases are counted from them."""
    return _good(arrivals(graded).closed)


@correct(demand="docs/readings.md#sometimes after weeks", required=True)
def weeks_of_a_host_are_exact(graded: Graded) -> Result:
    """The readings of a host of two weeks, and six of them that come later, are right."""
    results = weeks(graded)
    fits = results.all.completed.exit_code == 0 and results.late.is_good
    return expect(fits, f"{DAYS} days: {describe_end(results.all.completed)}; late ones: {results.late.message}")


def _good(run: Run) -> Result:
    return expect(run.is_good, run.message)
