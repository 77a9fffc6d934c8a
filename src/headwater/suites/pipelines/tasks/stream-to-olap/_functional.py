"""Functional: readings and dead letters can be read, and new ones arrive."""

from __future__ import annotations

from _readings import LETTERS, METRICS, produce, query_of, reading

from headwater.grading import Graded, Result, expect, functional


@functional
def readings_are_there(graded: Graded) -> Result:
    """The readings can be read, and there are some."""
    rows = graded.clickhouse.scalar("select count() from analytics.metrics") or 0
    return expect(rows > 0, f"{METRICS} has {rows} rows")


@functional
def dead_letters_are_there(graded: Graded) -> Result:
    """So can the dead letters."""
    rows = graded.clickhouse.scalar("select count() from analytics.metrics_dead_letters") or 0
    return expect(rows > 0, f"{LETTERS} has {rows} rows")


@functional
def columns_have_the_agreed_names(graded: Graded) -> Result:
    """Readers find the columns that they were promised."""
    missing = {"event_id", "station", "metric", "unit", "ts", "value"} - set(graded.clickhouse.columns(METRICS))
    missing |= {"kafka_partition", "kafka_offset", "payload", "reason"} - set(graded.clickhouse.columns(LETTERS))
    return expect(not missing, f"missing columns: {', '.join(sorted(missing)) or 'none'}")


@functional
def dashboards_answer(graded: Graded) -> Result:
    """The queries of the dashboards give rows."""
    queries = ("queries/station_day.sql", "queries/failed_readings.sql", "queries/rejected.sql")
    rows = {path: len(graded.clickhouse.query(query_of(graded, path))) for path in queries}
    return expect(all(rows.values()), f"rows by query: {rows}")


@functional
def new_readings_arrive(graded: Graded) -> Result:
    """What is sent after a run is there after the next one."""
    with graded.copy() as copy:
        produce(copy, [reading(number) for number in range(12)])
        completed = copy.run()
        rows = copy.clickhouse.scalar("select count() from analytics.metrics where event_id like 'added-%'")
    return expect(rows == 12, f"the run ended with {completed.exit_code}; of 12 new readings {rows} are there")
