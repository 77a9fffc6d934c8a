"""Correctness checks: the history matches the latest exports, and all other data is unchanged."""

from __future__ import annotations

from _rounds import rounds
from _site import READABLE, UNREADABLE, after_exports
from _usage import READ, at_the_start, describe_end, difference, monthly, monthly_wanted, rows_of

from headwater.grading import Graded, Result, correct, expect, expect_equal


@correct(demand="docs/history.md#the one with the highest number counts", required=True)
def the_history_is_exact(graded: Graded) -> Result:
    """The history has exactly the expected events, with the right customer, meter, time and bytes."""
    fault = difference(rows_of(graded), at_the_start(graded), "history")
    return expect(not fault, fault or "all months are right")


@correct(demand="docs/usage.md#never touched", required=True)
def live_rows_are_as_they_were(graded: Graded) -> Result:
    """Live rows are unchanged since the start."""
    fault = difference(rows_of(graded, "live"), rows_of(graded.starting, "live"), "live usage")
    return expect(not fault, fault or "live usage is unchanged")


@correct(demand="docs/usage.md#is one event")
def no_event_is_there_twice(graded: Graded) -> Result:
    """No event has two rows, and events that live metering missed during the overlap have been added."""
    duplicates = graded.clickhouse.scalar("select count() - uniqExact(event_id) from usage.events")
    lost_span = f"select count() from ({READ}) where moment >= '2026-06-28 00:00:00'"
    span = "select count() from usage.events where source = 'history' and at >= '2026-06-28 00:00:00'"
    found, right = graded.clickhouse.scalar(span), graded.starting.clickhouse.scalar(lost_span)
    return expect(
        duplicates == 0 and found == right,
        f"{duplicates} events have two rows; {found} of {right} lost events are filled in",
    )


@correct(demand="docs/usage.md#closed", required=True)
def closed_months_are_as_invoiced(graded: Graded) -> Result:
    """For closed months, usage.monthly has the invoiced amounts, even where the events differ."""
    found, right = (
        {m: v for m, v in months.items() if m < 202607} for months in (monthly(graded), monthly_wanted(graded))
    )
    fault = difference(found, right, "usage.monthly")
    return expect(not fault, fault or "all closed months are as invoiced")


@correct(demand="docs/usage.md#is open")
def the_open_month_has_its_events(graded: Graded) -> Result:
    """For July, usage.monthly agrees with usage.events, which has the starting events and the history."""
    found, right = monthly(graded).get(202607), monthly_wanted(graded)[202607]
    count = graded.clickhouse.scalar("select count() from usage.events where at >= '2026-07-01 00:00:00'")
    start = graded.starting.clickhouse.scalar("select count() from usage.events where at >= '2026-07-01 00:00:00'")
    expected = start + at_the_start(graded)[202607][0]
    return expect(
        found == right and count == expected,
        f"July is {'right' if found == right else 'wrong'}; {count} events of {expected}",
    )


@correct(demand="docs/history.md#what it was ahead of utc")
def records_are_read_as_they_say(graded: Graded) -> Result:
    """Records are parsed correctly: positive and negative UTC offsets, a repeated hour, units and spellings."""
    right = {
        0x00000000000000A1: (901, "egress", "2025-06-30 23:30:00", 3 << 30),
        0xA200000000000000: (901, "storage", "2026-01-01 01:30:00", 5 << 10),
        0xFFFFFFFFFFFFFFA3: (901, "storage", "2025-10-26 00:30:00", 7),
        0x00000000000000A4: (901, "storage", "2025-10-26 01:30:00", 9 << 20),
    }
    outcome = after_exports(graded)
    other = {hex(event): outcome.first[event] for event in READABLE if outcome.first[event] != [right[event]]}
    return expect(
        outcome.corrected.exit_code == 0 and not other,
        f"{describe_end(outcome.corrected)}; wrong rows: {other or 'none'}",
    )


@correct(demand="docs/history.md#does not take its place")
def records_that_cannot_be_read_are_left_out(graded: Graded) -> Result:
    """A record with an invalid unit or offset is left out, even if an earlier export of the record was valid."""
    outcome = after_exports(graded)
    found = {event: len(outcome.rows[event]) for event in UNREADABLE}
    return expect_equal(
        (outcome.last.exit_code, found),
        (0, {event: int(event == 0xB5) for event in UNREADABLE}),
        "exit code, rows of each record",
    )


@correct(demand="docs/operations.md#whatever state they are in", required=True)
def the_history_is_exact_in_every_round(graded: Graded) -> Result:
    """On a small site, the events are exact after each of many exports, kills and wrong states that were found."""
    outcome = rounds(graded)
    return expect(
        not outcome.events,
        outcome.events[0] if outcome.events else "in each round the history is what the exports say",
        faults=outcome.events[:5],
        log=outcome.log,
    )
