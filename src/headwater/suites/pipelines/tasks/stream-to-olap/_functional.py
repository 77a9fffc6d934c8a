"""Functional checks: readings and dead letters can be read, and new readings are loaded."""

from __future__ import annotations

import json

from _readings import LETTERS, METRICS, letters, produce, query_of, reading, truth

from headwater.grading import Graded, Result, expect, functional


@functional(demand="prompt#analytics.metrics")
def readings_are_there(graded: Graded) -> Result:
    """All readings in the topic can be read, with at most as many other rows as there are invalid messages."""
    found = {row[0] for row in graded.clickhouse.query("select distinct event_id from analytics.metrics")}
    topic = truth(graded.kafka)
    missing, strange = len(topic.readings.keys() - found), len(found - topic.readings.keys())
    return expect(
        found and not missing and strange <= len(topic.rejected),
        f"{METRICS} has {len(found)} events; {missing} of {len(topic.readings)} are missing, "
        f"and {strange} are not in the topic",
    )


@functional(demand="prompt#analytics.metrics_dead_letters")
def dead_letters_are_there(graded: Graded) -> Result:
    """The messages that are not JSON are dead letters, identified by partition and offset."""
    found = {row[:2] for row in letters(graded.clickhouse)}
    expected = {place for place, payload in truth(graded.kafka).rejected.items() if not _is_json(payload)}
    missing = len(expected - found)
    return expect(
        found and not missing,
        f"{LETTERS} has {len(found)} messages; {missing} of {len(expected)} that are not JSON are missing",
    )


def _is_json(payload: bytes) -> bool:
    try:
        json.loads(payload)
    except (ValueError, RecursionError):
        return False
    return True


@functional(demand="vendor/letter.py#kafka_offset")
def columns_have_the_agreed_names(graded: Graded) -> Result:
    """The target tables have the documented column names."""
    missing = {"event_id", "station", "metric", "unit", "ts", "value"} - set(graded.clickhouse.columns(METRICS))
    missing |= {"kafka_partition", "kafka_offset", "payload", "reason"} - set(graded.clickhouse.columns(LETTERS))
    return expect(not missing, f"missing columns: {', '.join(sorted(missing)) or 'none'}")


@functional(demand="queries/station_day.sql")
def dashboards_answer(graded: Graded) -> Result:
    """The dashboards' queries return rows."""
    queries = ("queries/station_day.sql", "queries/failed_readings.sql", "queries/rejected.sql")
    rows = {path: len(graded.clickhouse.query(query_of(graded, path))) for path in queries}
    return expect(all(rows.values()), f"rows by query: {rows}")


@functional(demand="docs/jobs.md#the next run")
def new_readings_arrive(graded: Graded) -> Result:
    """A reading sent after a run is stored by the next one, with its value."""
    sql = "select distinct event_id, value from analytics.metrics where event_id like 'added-%' order by event_id"
    expected = [(f"added-{number:06d}", number * 1.5) for number in range(1, 13)]
    with graded.copy() as copy:
        produce(copy, [reading(number, number * 1.5) for number in range(1, 13)])
        completed = copy.run()
        rows = copy.clickhouse.query(sql)
    arrived = len(set(expected).intersection(rows))
    return expect(
        rows == expected, f"the run exited with {completed.exit_code}; {arrived} of 12 new readings are stored"
    )
