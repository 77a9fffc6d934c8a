"""Correctness checks: each reading is stored once with exact values, and each invalid message is a dead letter."""

from __future__ import annotations

import re

from _readings import METRICS, MILLISECONDS, difference, letters, stored_readings, truth, wanted_letters

from headwater.grading import Graded, Result, correct, expect


@correct(demand="docs/messages.md#sends the message again")
def each_reading_is_there_once(graded: Graded) -> Result:
    """Each event in the topic has exactly one row."""
    fault = difference(stored_readings(graded.clickhouse, "event_id"), truth(graded.kafka).columns(0))
    return expect(not fault, fault or "every reading is stored once")


@correct(demand="docs/pages.md#without rounding")
def values_are_exact(graded: Graded) -> Result:
    """Values equal those sent to the last bit, and are NULL if the reading failed."""
    fault = difference(stored_readings(graded.clickhouse, "event_id, value"), truth(graded.kafka).columns(0, 5))
    return expect(not fault, fault or "every value is exact")


@correct(demand="queries/failed_readings.sql#value IS NULL")
def failed_readings_are_null(graded: Graded) -> Result:
    """Failed readings are stored, with NULL as the value."""
    sql = "select event_id from analytics.metrics where value is null order by event_id"
    expected = [(event,) for event, row in sorted(truth(graded.kafka).readings.items()) if row[5] is None]
    fault = difference(graded.clickhouse.query(sql), [*expected])
    return expect(not fault, fault or f"{len(expected)} failed readings are NULL")


@correct(demand="docs/messages.md#milliseconds and a zone")
def times_are_exact(graded: Graded) -> Result:
    """Times are stored in UTC to the millisecond, whatever the message schema or UTC offset."""
    fault = difference(
        stored_readings(graded.clickhouse, f"event_id, {MILLISECONDS}"), truth(graded.kafka).columns(0, 4)
    )
    return expect(not fault, fault or "every time is exact")


@correct(demand="firmware/readout.h")
def labels_are_right(graded: Graded) -> Result:
    """Stations and metrics equal those sent, and units follow from the message schema."""
    actual = stored_readings(graded.clickhouse, "event_id, station, metric, unit")
    fault = difference(actual, truth(graded.kafka).columns(0, 1, 2, 3))
    return expect(not fault, fault or "every station, metric and unit is right")


@correct(demand="docs/messages.md#All fields of a schema are required")
def bad_messages_are_dead_letters(graded: Graded) -> Result:
    """The dead letters are exactly the invalid messages, identified by partition and offset."""
    actual = [row[:2] for row in letters(graded.clickhouse)]
    fault = difference(actual, [row[:2] for row in wanted_letters(truth(graded.kafka))])
    return expect(not fault, fault or f"{len(actual)} dead letters are the invalid messages of the topic")


@correct(demand="vendor/letter.py#byte for byte")
def dead_letters_keep_every_byte(graded: Graded) -> Result:
    """Dead letters keep the raw bytes, even if they are not text, and each has a reason."""
    fault = difference(letters(graded.clickhouse), wanted_letters(truth(graded.kafka)))
    mute = graded.clickhouse.scalar("select countIf(trim(reason) = '') from analytics.metrics_dead_letters")
    return expect(not fault and mute == 0, fault or f"every byte is stored; {mute} dead letters have no reason")


@correct(demand="docs/clickhouse.md#has the types that its values have")
def types_fit(graded: Graded) -> Result:
    """Columns have suitable types: millisecond times, nullable floats, and LowCardinality text."""
    columns = graded.clickhouse.columns(METRICS)
    text = r"LowCardinality\(String\)|LowCardinality\(Nullable\(String\)\)|Enum\d+\(.*"
    fitting = {
        "event_id": "String",
        "station": text,
        "metric": text,
        "unit": text,
        "ts": r"DateTime64\([3-9](, 'UTC')?\)",
        "value": r"Nullable\(Float64\)",
    }
    unfit = {name: columns.get(name) for name, kind in fitting.items() if not re.fullmatch(kind, columns.get(name, ""))}
    return expect(not unfit, f"unsuitable types: {unfit or 'none'}")
