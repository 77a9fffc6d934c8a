"""Disturb runs in copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from _agents import add_partitions, delete_group, expire, groups, many, send, set_back, several, single
from _readings import TOPIC, start_messages
from _runs import Run, measured_run, run_while_reading
from _tables import Row, fault, rejected

from headwater.grading import Completed, Graded, State, kill_points

_MERGE_TREES = "select name from system.tables where database = 'analytics' and engine like '%MergeTree' order by name"
_OBJECTS = "select name from system.tables where database = 'analytics' order by name"
_WATCHED = """
    select count(), sum(samples), sum(cityHash64(host, metric, minute, samples, total, low, high, last))
    from analytics.realtime_metrics where host in ('web-03', 'db-02')
"""


def merge_trees(state: State | Graded) -> list[str]:
    """Return the tables of a state."""
    return [f"analytics.`{name}`" for (name,) in state.clickhouse.query(_MERGE_TREES)]


def objects(state: State | Graded) -> set[str]:
    """Return the names of the tables and views of a state."""
    return {str(name) for (name,) in state.clickhouse.query(_OBJECTS)}


@dataclass(frozen=True)
class Refused:
    """The exit codes of runs for which ClickHouse refused the rows of one table, and the run after them."""

    codes: list[int]
    next: Run


@cache
def refused(graded: Graded) -> Refused:
    """Refuse the rows of each table in turn while a run has new messages, and run once more without refusing any."""
    sent: list[bytes | None] = []
    codes = []
    with graded.copy() as copy:
        for place, table in enumerate(merge_trees(copy)):
            values = [b"{", *many(f"refused-{place}", 3, 40)]
            sent += values
            send(copy, values)
            copy.clickhouse.execute(f"alter table {table} add constraint refuse check 1 = 0")
            codes.append(copy.run().exit_code)
            copy.clickhouse.execute(f"alter table {table} drop constraint refuse")
        return Refused(codes, measured_run(graded, copy, sent))


@dataclass(frozen=True)
class Killed:
    """The run after killed ones, the tables and views after it, and the consumer groups that Kafka knows."""

    next: Run
    objects: set[str]
    groups: list[str]


@cache
def killed(graded: Graded) -> Killed:
    """Kill runs with new messages at several of their requests to ClickHouse."""
    sent: list[bytes | None] = [*many("killed", 6, 250)]
    with graded.copy() as copy:
        send(copy, sent)
        whole = copy.run_killed(after=None)
        for after in kill_points(whole.requests):
            values = many(f"killed-{after}", 6, 100)
            sent += values
            send(copy, values)
            copy.run_killed(after=after)
        return Killed(measured_run(graded, copy, sent), objects(copy), groups(copy))


@dataclass(frozen=True)
class ReadAgain:
    """Runs after the group was set back and after it was deleted, and the unusable messages listed after them."""

    back: Run
    deleted: Run
    listed: list[Row]


@cache
def read_again(graded: Graded) -> ReadAgain:
    """Set the group back, delete it, and send new messages each time, while Kafka has a tenth of the messages."""
    first, second = many("back", 3, 20), many("deleted", 3, 20)
    with graded.copy() as copy:
        expire(copy, 90)
        set_back(copy)
        send(copy, first)
        back = measured_run(graded, copy, first)
        delete_group(copy)
        send(copy, second)
        return ReadAgain(back, measured_run(graded, copy, first + second), rejected(copy))


@dataclass(frozen=True)
class Changed:
    """Runs after the topic changed.

    Attributes:
        days: After readings of two hundred days.
        partitions: The same run, for messages in all partitions after the topic got two more.
        expired: After Kafka deleted all messages, and a late reading arrived that comes before deleted ones.
        busy: A run while messages keep arriving.
        after_busy: The run after it.
    """

    days: Run
    partitions: Run
    expired: Run
    busy: Completed
    after_busy: Run


_PRODUCE = """
import os, time
from confluent_kafka import Producer
producer = Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "linger.ms": 1})
for number in range(1, 5000):
    producer.produce(TOPIC, TEMPLATE.replace(b'"seq": 1,', b'"seq": %d,' % number), partition=number % 6)
    producer.poll(0)
    time.sleep(0.02)
"""
_BUSY = "python3 -I .produce & producer=$!; sleep 1; timeout 60 {}; code=$?; kill $producer; exit $code"


@cache
def changed(graded: Graded) -> Changed:
    """Add partitions, send readings of many days, let messages expire, and run while messages keep arriving."""
    assert graded.config.entrypoint is not None
    days = [several("days", ("requests", day, day * 86_400 - 70_000, day * 3_000)) for day in range(1, 201)]
    early = [single("expired", ("requests", 1, 10, 4_000)), single("expired", ("requests", 3, 130, 9_000))]
    late = [several("expired", ("requests", 2, 70, 7_500), ("load", 2, 70.25, 5_000)), early[1]]
    added = many("partition", 4, 40)
    sent = [*days[::2], *days[1::2], *early, *added]
    with graded.copy() as copy:
        add_partitions(copy, 8)
        send(copy, sent, partitions=8)
        first = measured_run(graded, copy, sent)
        runs = [replace(first, fault=fault(graded, copy, group, others=sent)) for group in (days, added)]
        expire(copy)
        send(copy, late)
        sent += late
        runs.append(measured_run(graded, copy, sent))
        copy.write(".produce", f"TOPIC, TEMPLATE = {TOPIC!r}, {single('busy', ('load', 1, 30, 4_000))!r}\n{_PRODUCE}")
        busy = copy.run(_BUSY.format(graded.config.entrypoint.command))
        sent += [message.value for message in copy.kafka.messages(TOPIC)]
        return Changed(*runs, busy, measured_run(graded, copy, sent))


@cache
def read_meanwhile(graded: Graded) -> tuple[dict[str, Any], str]:
    """Query the minutes of two hosts while a run processes their readings again. Return a report and the answer."""
    again = [message.value for message in start_messages(graded)[::2]]
    with graded.copy() as copy:
        before = str(copy.clickhouse.query(_WATCHED))
        send(copy, [value for value in again if b'"web-03"' in (value or b"") or b'"db-02"' in (value or b"")])
        return run_while_reading(copy, _WATCHED), before
