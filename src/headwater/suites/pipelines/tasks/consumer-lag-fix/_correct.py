"""Correctness checks: each event is stored once and each bad message is rejected, even within one batch."""

from __future__ import annotations

from _usage import describe_errors, ended_right, new_message, produce, run, set_back

from headwater.grading import Graded, Message, Result, correct, expect


@correct(demand="docs/consumer.md#one row for each")
def invoices_are_right(graded: Graded) -> Result:
    """For each account, meter and day, the stored events match the expected number, units and times."""
    fault = describe_errors(graded, graded)
    return expect(not fault, fault or "every event and every bad message is stored once")


@correct(demand="docs/consumer.md#sends its events again")
def what_comes_again_is_not_counted_again(graded: Graded) -> Result:
    """Events that are already stored, repeated within a run, or read again from the start have exactly one row."""
    with graded.copy() as copy:
        stored = [message.value for message in copy.kafka.messages("usage")[::9]]
        set_back(copy)
        fresh = [new_message(number) for number in range(300)]
        produce(copy, [*fresh, *stored, *fresh[::3], *fresh[5:60]])
        return ended_right(
            run(graded, copy, 20),
            describe_errors(graded, copy),
            f"with the group set back and {len(stored)} messages that came again",
        )


@correct(demand="docs/consumer.md#gone from Kafka")
def what_is_gone_from_kafka_is_known(graded: Graded) -> Result:
    """Repeated events are recognized from the table, even if Kafka no longer has the first message."""
    with graded.copy() as copy:
        produce(copy, [new_message(number) for number in range(40)])
        run(graded, copy)
        delete = "for future in admin.delete_records(parts).values(): future.result(10)"
        copy.write(".expire", EXPIRE + delete)
        expired = copy.run("python3 -I .expire", timeout_sec=30)
        produce(copy, [new_message(number) for number in range(60)])
        completed = run(graded, copy)
        found = copy.clickhouse.query("select count(), uniqExact(id) from usage.events where id like 'news%'")
    return expect(
        completed.exit_code == 0 and not expired.exit_code and found == [(60, 60)],
        f"after 40 of 60 events expired and came again, the numbers of rows and ids are {found}; {completed.tail}",
    )


EXPIRE = """
import os
from confluent_kafka import Consumer, TopicPartition
from confluent_kafka.admin import AdminClient
brokers = {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]}
admin, consumer = AdminClient(brokers), Consumer(brokers | {"group.id": "retention"})
parts = [TopicPartition("usage", n) for n in range(6)]
parts = [TopicPartition("usage", p.partition, consumer.get_watermark_offsets(p, timeout=10)[1]) for p in parts]
"""


@correct(demand="docs/consumer.md#does not hold up the others")
def bad_messages_do_not_spoil_a_batch(graded: Graded) -> Result:
    """Bad messages of all kinds among events are each stored once in usage.rejected, byte for byte."""
    good = new_message(7).decode()
    bad: list[bytes | None] = [
        b"[" * 100_000,
        None,
        b"\x00\x80\xff",
        b"null",
        good.replace('"7.007"', '"7.0000001"').encode(),
        good.replace('"7.007"', '"1000000000000"').encode(),
        good.replace('"7.007"', "7.007").encode(),
        good.replace("2026-", "1969-").encode(),
        good.replace("2026-05-31", "2026-02-30").encode(),
        good.replace("news", "\\ud800").encode(),
        good.replace("news", "n" * 80).encode(),
        good.replace('"account": 1', '"account": -1').encode(),
    ]
    mixed_messages = [
        message for pair in zip(bad, (new_message(n) for n in range(20, 32)), strict=True) for message in pair
    ]
    with graded.copy() as copy:
        copy.kafka.produce("usage", [Message(message, partition=2) for message in [*mixed_messages, *bad[1:3]]])
        return ended_right(
            run(graded, copy), describe_errors(graded, copy), f"with {len(bad)} bad messages between good ones"
        )
