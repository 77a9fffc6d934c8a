"""Robustness checks: repeated and malformed messages, crashed runs, unreachable engines and changed topics."""

from __future__ import annotations

from _readings import (
    CLICKHOUSE_UNREACHABLE,
    GROUP,
    KAFKA_UNREACHABLE,
    LETTERS,
    METRICS,
    TOPIC,
    administer,
    delete_group,
    describe_errors,
    ended_right,
    produce,
    reading,
    run_again,
    set_back,
    truth,
)

from headwater.grading import Graded, Message, Result, expect, robust


@robust(demand="docs/messages.md#at times much later")
def a_reading_sent_again_stays_one(graded: Graded) -> Result:
    """Messages that are sent again to another partition after a run change nothing."""
    with graded.copy() as copy:
        again = [message.value for message in copy.kafka.messages(TOPIC)[::7] if b'"schema"' in (message.value or b"")]
        copy.kafka.produce(TOPIC, [Message(value, partition=n * 3 % 4) for n, value in enumerate(again)])
        completed = copy.run()
        return ended_right(completed, describe_errors(copy), f"after {len(again)} messages that came again")


@robust(demand="docs/jobs.md#between two statements")
def a_crash_before_the_commit_does_no_harm(graded: Graded) -> Result:
    """If the committed offsets are behind the stored rows, reading the messages again changes nothing."""
    with graded.copy() as copy:
        set_back(copy)
        return ended_right(copy.run(), describe_errors(copy), "with the group set back")


@robust(demand="ops/replay.py#delete_consumer_groups")
def a_deleted_group_does_no_harm(graded: Graded) -> Result:
    """Without the group, the topic is read from its start, and only new messages add rows."""
    with graded.copy() as copy:
        delete_group(copy)
        produce(copy, [reading(1), b"{", reading(2)])
        return ended_right(copy.run(), describe_errors(copy), "with the group deleted")


@robust(demand="docs/messages.md#not a valid one")
def poison_does_not_hold_up_the_rest(graded: Graded) -> Result:
    """Messages that make parsers or drivers fail become dead letters, and the messages after them are stored."""
    good = reading(3).decode()
    poison: list[bytes | None] = [
        b"[" * 100_000,
        good.replace("added-000003", "\\ud800").encode(),
        good.replace("0.375", "1e999").encode(),
        good.replace("0.375", "9" * 400).encode(),
        good.replace("2026-", "0001-").encode(),
        good.replace('"schema": 2', '"schema": [2]').encode(),
        good.replace('"gh-04"', '{"name": "gh-04"}').encode(),
        b"\x00\x80\xff",
        b"null",
        None,
    ]
    with graded.copy() as copy:
        copy.kafka.produce(TOPIC, [Message(payload, partition=0) for payload in [*poison, reading(4), reading(5)]])
        return ended_right(copy.run(), describe_errors(copy), f"after {len(poison)} poisonous messages")


@robust(demand="docs/kafka.md#topics get more partitions")
def an_added_partition_is_read(graded: Graded) -> Result:
    """A partition that is added to the topic is read from its start."""
    with graded.copy() as copy:
        administer(copy, f"admin.create_partitions([NewPartitions({TOPIC!r}, 6)])[{TOPIC!r}].result(10)")
        produce(copy, [reading(number) for number in range(60)], partitions=6)
        completed = copy.run()
        added = copy.clickhouse.scalar("select count() from analytics.metrics where event_id like 'added-%'")
        return ended_right(
            completed, describe_errors(copy), f"with two more partitions {added} of 60 new readings are there;"
        )


@robust(demand="docs/kafka.md#messages expire")
def expired_messages_are_no_obstacle(graded: Graded) -> Result:
    """If the messages at the committed offsets have expired, reading starts with the earliest remaining message."""
    with graded.copy() as copy:
        before = truth(copy.kafka)
        set_back(copy)
        parts = ", ".join(f"TopicPartition({TOPIC!r}, {number}, 200)" for number in range(4))
        administer(copy, f"for future in admin.delete_records([{parts}]).values(): future.result(10)")
        produce(copy, [reading(6), reading(7)])
        completed = copy.run()
        after = truth(copy.kafka)
        both = type(after)(before.readings | after.readings, before.rejected | after.rejected, after.ends)
        return ended_right(completed, describe_errors(copy, both), "after messages expired")


@robust(demand="docs/jobs.md#Nothing counts as read")
def nothing_is_lost_while_clickhouse_is_away(graded: Graded) -> Result:
    """A run without ClickHouse fails and commits no offsets; the next run stores the messages."""
    with graded.copy() as copy:
        produce(copy, [reading(number) for number in range(40)])
        before = copy.kafka.committed(GROUP, TOPIC)
        completed = copy.run(env=CLICKHOUSE_UNREACHABLE)
        moved = copy.kafka.committed(GROUP, TOPIC) != before
        run_again(copy)
        fault = describe_errors(copy)
    message = f"without ClickHouse the run exited with {completed.exit_code}, offsets {'moved' if moved else 'kept'}"
    return expect(
        completed.exit_code not in (0, 124) and not moved and not fault,
        f"{message}; after the next one: {fault or 'as the topic'}",
    )


@robust(demand="docs/jobs.md#within half a minute")
def ends_when_kafka_is_away(graded: Graded) -> Result:
    """If Kafka is unreachable, a run fails within its time limit."""
    with graded.copy() as copy:
        completed = copy.run(env=KAFKA_UNREACHABLE)
        run_again(copy)
        fault = describe_errors(copy)
    in_time = completed.exit_code not in (0, 124) and completed.seconds <= 45
    message = f"without Kafka the run exited with {completed.exit_code} after {completed.seconds:.0f} s"
    return expect(in_time and not fault, f"{message}; after the next one: {fault or 'as the topic'}")


PRODUCER = """
import os, time
from confluent_kafka import Producer
producer = Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "linger.ms": 1})
for number in range(4000):
    message = TEMPLATE.replace(b"added-000001", b"stream-%06d" % number)
    producer.produce("metrics", message, partition=number % 4)
    producer.poll(0)
    time.sleep(0.02)
"""


@robust(demand="docs/jobs.md#the gateways never pause")
def stops_while_messages_keep_coming(graded: Graded) -> Result:
    """A run stops at the end offsets that it read when it started, and the next run continues there."""
    assert graded.config.entrypoint is not None
    command = graded.config.entrypoint.command
    with graded.copy() as copy:
        copy.write(".producer", f"TEMPLATE = {reading(1)!r}\n{PRODUCER}")
        completed = copy.run(
            f"python3 -I .producer & producer=$!; sleep 1; timeout 40 {command}; code=$?; kill $producer; exit $code"
        )
        run_again(copy)
        fault = describe_errors(copy)
    return ended_right(completed, fault, "while messages kept coming")


@robust(demand="docs/jobs.md#a topic without messages")
def an_empty_topic_is_no_error(graded: Graded) -> Result:
    """An empty topic results in empty tables and no error."""
    with graded.copy() as copy:
        delete_group(copy)
        administer(copy, f"admin.delete_topics([{TOPIC!r}])[{TOPIC!r}].result(10)")
        copy.kafka.create_topic(TOPIC, 3)
        copy.clickhouse.execute("drop database if exists analytics")
        completed = copy.run()
        rows = [copy.clickhouse.scalar(f"select count() from {table}") for table in (METRICS, LETTERS)]
    ended = f"exited with {completed.exit_code} {completed.tail if completed.exit_code else ''}"
    return expect(completed.exit_code == 0 and rows == [0, 0], f"without messages the run {ended} and left {rows} rows")
