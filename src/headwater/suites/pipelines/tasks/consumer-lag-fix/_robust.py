"""Robustness checks: an unreachable database, refused rows, timeouts, and half a year of events in one run."""

from __future__ import annotations

from _usage import (
    CLICKHOUSE_UNREACHABLE,
    GROUP,
    TOPIC,
    command,
    describe_errors,
    ended_right,
    new_message,
    parse,
    produce,
    run,
)

from headwater.grading import Completed, Graded, Result, expect, robust


@robust(demand="docs/consumer.md#committed only when everything before it")
def nothing_is_lost_while_clickhouse_is_away(graded: Graded) -> Result:
    """A run without ClickHouse fails and commits no offsets; the next run stores the messages."""
    with graded.copy() as copy:
        produce(copy, [new_message(number) for number in range(400)])
        before = copy.kafka.committed(GROUP, TOPIC)
        completed = run(graded, copy, **CLICKHOUSE_UNREACHABLE)
        moved = copy.kafka.committed(GROUP, TOPIC) != before
        run(graded, copy)
        fault = describe_errors(graded, copy)
    return expect(
        completed.exit_code not in (0, 124) and not moved and not fault,
        f"without ClickHouse the run exited with {completed.exit_code}, offsets were {'moved' if moved else 'kept'}; "
        f"after the next one: {fault or 'right'}",
    )


WITH_IDS = """
    select database || '.' || name from system.tables
    where database = 'usage' and engine like '%MergeTree' and name in (
        select table from system.columns where database = 'usage' and name = 'id'
    )
"""


@robust(demand="docs/consumer.md#committed only when everything before it")
def nothing_is_lost_when_an_insert_is_refused(graded: Graded) -> Result:
    """If ClickHouse refuses rows during a run, the run fails, and the next one stores all messages."""
    with graded.copy() as copy:
        tables = [name for (name,) in copy.clickhouse.query(WITH_IDS)]
        for name in tables:
            copy.clickhouse.execute(f"alter table {name} add constraint refuse check id != 'news000000777'")
        produce(copy, [new_message(number) for number in range(700, 1000)])
        refused = run(graded, copy)
        for name in tables:
            copy.clickhouse.execute(f"alter table {name} drop constraint refuse")
        run(graded, copy)
        fault = describe_errors(graded, copy)
    return expect(
        refused.exit_code not in (0, 124) and not fault,
        f"with a refused insert the run exited with {refused.exit_code}; after the next one: {fault or 'right'}",
    )


MANY = 120_000
"""More messages than a consumer can read in a second."""


@robust(demand="docs/consumer.md#RUN_SECONDS")
def a_run_that_has_to_stop_loses_nothing(graded: Graded) -> Result:
    """A run that reaches its time limit succeeds, and all messages before its committed offsets are stored."""
    with graded.copy() as copy:
        produce(copy, (new_message(number) for number in range(MANY)))
        completed = copy.run(command(graded), {"RUN_SECONDS": "1"}, timeout_sec=90)
        committed = copy.kafka.committed(GROUP, TOPIC)
        messages = copy.kafka.messages(TOPIC)
        committed_events = {parse(each.value) for each in messages if each.offset < committed.get(each.partition, 0)}
        ids = copy.clickhouse.query("select id from usage.events where id like 'news%'")
    lost = {event[0] for event in committed_events if event and event[0].startswith("news")} - {row[0] for row in ids}
    remaining_count = len(messages) - sum(committed.values())
    return expect(
        completed.exit_code == 0 and 0 < remaining_count <= MANY and not lost and len(ids) == len(set(ids)),
        f"with a second for {MANY} messages the run exited with {completed.exit_code}; "
        f"{remaining_count} are left, and {len(lost)} before the committed offsets are not stored",
    )


@robust(demand="docs/consumer.md#half a year")
def events_of_half_a_year_come_at_once(graded: Graded) -> Result:
    """If events from 170 days arrive together, some of them twice, each is stored once."""
    events = [new_message(2000 + day, days_late=day) for day in range(170)]
    with graded.copy() as copy:
        produce(copy, [*events, *events[::4]])
        first = run(graded, copy)
        produce(copy, [*events[::3], new_message(1)])
        return ended_right(
            run(graded, copy), describe_errors(graded, copy), f"with events of {len(events)} days {_end(first)}"
        )


def _end(first: Completed) -> str:
    return f"a first run exited with {first.exit_code} {first.tail if first.exit_code else ''}; then"
