"""Functional checks: the minutes have roughly the right values, and runs process new readings."""

from __future__ import annotations

from collections import Counter

from _arrivals import arrivals
from _readings import Key, Minute, at_start, right_minutes
from _tables import describe_end, last_line, left_minutes, rejected, rows

from headwater.grading import Graded, Result, expect, functional


@functional(demand="docs/metrics.md#One row for each host, metric and minute")
def each_minute_has_a_row(graded: Graded) -> Result:
    """There are rows for at least 98 % of the minutes with readings, and at most 2 % others."""
    found, right = left_minutes(graded).keys(), right_minutes(graded).keys()
    missing, unknown, most = len(right - found), len(found - right), len(right) / 50
    return expect(
        missing <= most and unknown <= most, f"{missing} of {len(right)} minutes are missing, {unknown} unknown"
    )


@functional(demand="docs/metrics.md#samples", required=True)
def the_readings_are_counted(graded: Graded) -> Result:
    """The number of readings in each hour is right, within 2 %."""
    return _close(graded, 1, lambda key: key[2] // 3600)


@functional(demand="docs/metrics.md#for a gauge, the sum of the values")
def the_gauges_are_close(graded: Graded) -> Result:
    """The sums of each gauge are right, within 2 %."""
    return _close(graded, 2, lambda key: key[1] if key[1] in ("cpu_percent", "memory_mb") else "")


@functional(demand="docs/metrics.md#for a counter, the sum of the increases", required=True)
def the_counters_are_close(graded: Graded) -> Result:
    """The increases of each counter are right, within 2 %."""
    return _close(graded, 2, lambda key: key[1] if key[1] in ("cpu_seconds", "egress_bytes") else "")


@functional(demand="docs/readings.md#format 2")
def updated_hosts_are_close(graded: Graded) -> Result:
    """The values of each host that sends the second format are right, within 2 %."""
    return _close(graded, 2, lambda key: key[0] if key[0].startswith(("db", "cache")) else "")


@functional(demand="docs/metrics.md#the lowest and the highest value")
def the_extremes_are_close(graded: Graded) -> Result:
    """The sums of the highest values of each metric are right, within 2 %."""
    return _close(graded, 4, lambda key: key[1])


def _close(graded: Graded, place: int, group: object) -> Result:
    sums = []
    for minutes in (left_minutes(graded), right_minutes(graded)):
        sums.append(_sums(minutes, place, group))
    found, right = sums
    far = [name for name in right if name != "" and abs(found[name] - right[name]) > abs(right[name]) / 50]
    example = f", such as {far[0]} with {found[far[0]]} instead of {right[far[0]]}" if far else ""
    return expect(not far, f"{len(far)} of {len(right)} sums are off{example}")


def _sums(minutes: dict[Key, Minute], place: int, group: object) -> Counter[object]:
    sums: Counter[object] = Counter()
    for key, minute in minutes.items():
        sums[group(key)] += minute[place]  # type: ignore[operator, arg-type]
    return sums


@functional(demand="docs/metrics.md#closed-minutes")
def closed_minutes_are_there(graded: Graded) -> Result:
    """The closed minutes of 31 May are there."""
    found, right = ({key for key, _ in rows(state, closed=True)} for state in (graded, graded.starting))
    return expect(
        found == right, f"{len(right - found)} of {len(right)} closed minutes are missing, {len(found - right)} new"
    )


@functional(demand="docs/metrics.md#analytics.rejected_messages")
def unusable_messages_are_listed(graded: Graded) -> Result:
    """At least 90 % of the unusable messages are listed, and at most 10 % others."""
    found, right = {row[:2] for row in rejected(graded)}, set(at_start(graded).unusable)
    missing, unknown = len(right - found), len(found - right)
    most = len(right) / 10
    return expect(missing <= most and unknown <= most, f"{missing} of {len(right)} are missing, {unknown} are unknown")


@functional(demand="docs/operations.md#Afterwards")
def new_readings_are_processed(graded: Graded) -> Result:
    """A run after new messages of both formats creates the minutes of new hosts."""
    run = arrivals(graded).few
    return expect(run.is_good, run.message)


@functional(demand="docs/operations.md#The last line is")
def a_run_prints_what_it_did(graded: Graded) -> Result:
    """The last line of a run gives the numbers of messages, usable readings and unusable messages."""
    runs = arrivals(graded)
    lines = [last_line(run.completed) for run in (runs.idle, runs.few)]
    right = ["messages=0 readings=0 rejected=0", "messages=9 readings=12 rejected=0"]
    return expect(lines == right, f"the last lines are {lines}; {describe_end(runs.few.completed)}")


@functional(demand="queries/fleet.sql")
def the_queries_answer(graded: Graded) -> Result:
    """The queries of the dashboards and of billing return rows."""
    paths = ("queries/fleet.sql", "queries/host_hour.sql", "queries/host_days.sql", "queries/rejected.sql")
    numbers = {path: len(graded.clickhouse.query(graded.workspace.shipped_text(path) or "")) for path in paths}
    return expect(all(numbers.values()), f"rows by query: {numbers}")
