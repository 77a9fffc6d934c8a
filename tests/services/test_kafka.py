from __future__ import annotations

from pathlib import Path

import pytest
from tests.live import Live, Running, in_new, in_place, python

from headwater.errors import QueryError
from headwater.sandbox import run_in_cell
from headwater.services import SERVICES, Message, Placement


def produce(running: Running, topic: str, messages: list[Message], partitions: int = 1) -> int:
    running.stack.kafka.create_topic(topic, partitions)
    return running.stack.kafka.produce(topic, messages)


def messages_of(running: Running, topic: str) -> list[Message]:
    return running.stack.kafka.messages(topic)


def test_the_version_is_the_wheels() -> None:
    assert SERVICES["kafka"].version == "noida-db 0.2.3"


def test_variables_follow_the_placement() -> None:
    variables = SERVICES["kafka"].variables(Placement(10292, "hush"))
    assert variables == {"KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:10292"}


def test_an_agents_consumer_group_reads_and_commits(services: Live[Running]) -> None:
    services(produce, "agent_in", [Message(f"{n}".encode(), key=b"k") for n in range(500)], 3)
    code = """
import os
from confluent_kafka import Consumer, Producer
brokers = os.environ["KAFKA_BOOTSTRAP_SERVERS"]
consumer = Consumer({"bootstrap.servers": brokers, "group.id": "agents", "auto.offset.reset": "earliest"})
consumer.subscribe(["agent_in"])
seen = []
while len(seen) < 500:
    seen += [int(message.value()) for message in consumer.consume(500, 1) if not message.error()]
consumer.commit(asynchronous=False)
consumer.close()
producer = Producer({"bootstrap.servers": brokers})
producer.produce("agent_out", str(sum(seen)), headers={"origin": b"agent"})
producer.flush(10)
"""
    assert services(python, code) == ""
    assert sum(services(committed, "agents", "agent_in").values()) == 500
    [answer] = services(messages_of, "agent_out")
    assert (answer.value, answer.headers) == (b"124750", {"origin": b"agent"})


def committed(running: Running, group: str, topic: str) -> dict[int, int]:
    return running.stack.kafka.committed(group, topic)


def test_an_unknown_group_has_no_committed_offsets(services: Live[Running]) -> None:
    assert services(committed, "nobody", "nothing") == {}


def test_messages_keep_key_value_headers_partition_and_order(services: Live[Running]) -> None:
    messages = [Message(f"v{n}".encode(), b"key", {"n": str(n).encode(), "empty": b""}, n % 2) for n in range(10)]
    assert services(produce, "kept_whole", [*messages, Message(None, b"tombstone", {}, 1)], 2) == 11
    found = services(messages_of, "kept_whole")
    assert [(m.partition, m.offset) for m in found] == [(0, n) for n in range(5)] + [(1, n) for n in range(6)]
    assert [m.value for m in found if m.partition == 0] == [b"v0", b"v2", b"v4", b"v6", b"v8"]
    assert found[0].headers == {"n": b"0", "empty": b""}
    assert (found[-1].value, found[-1].key) == (None, b"tombstone")


def test_an_empty_topic_has_no_messages(services: Live[Running]) -> None:
    services(produce, "empty", [], 4)
    assert services(messages_of, "empty") == []
    assert services(messages_of, "no-such-topic") == []


def test_all_of_many_messages_in_many_partitions_are_read(services: Live[Running]) -> None:
    assert services(count_of_many, 30_000, 12) == (30_000, 30_000, 12)


def count_of_many(running: Running, count: int, partitions: int) -> tuple[int, int, int]:
    kafka = running.stack.kafka
    kafka.create_topic("many", partitions)
    sent = kafka.produce("many", (Message(b"x" * 100, key=str(n).encode()) for n in range(count)))
    found = kafka.messages("many")
    return sent, len({message.key for message in found}), len({message.partition for message in found})


def test_messages_of_a_transaction_are_read_to_their_end(services: Live[Running]) -> None:
    code = """
import os
from confluent_kafka import Producer
producer = Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "transactional.id": "t"})
producer.init_transactions(10)
for end in (producer.commit_transaction, producer.abort_transaction, producer.commit_transaction):
    producer.begin_transaction()
    producer.produce("in_transactions", end.__name__, partition=0)
    end(10)
"""
    services(produce, "in_transactions", [])
    assert services(python, code) == ""
    values = [message.value for message in services(messages_of, "in_transactions")]
    assert values == [b"commit_transaction", b"commit_transaction"]


def test_reading_a_topic_leaves_no_group_that_a_check_could_take_for_the_agents(services: Live[Running]) -> None:
    services(produce, "looked_at", [Message(b"1")])
    services(messages_of, "looked_at")
    assert services(committed, "headwater-reader", "looked_at") == {}


def refused(running: Running, topic: str) -> str:
    try:
        running.stack.kafka.create_topic("small", 1, {"max.message.bytes": "2000"})
        running.stack.kafka.produce(topic, [Message(b"x" * 50_000)])
    except QueryError as error:
        return str(error)
    return "accepted"


def test_messages_that_the_broker_refuses_are_reported(services: Live[Running]) -> None:
    assert services(refused, "small").startswith("1 of 1 messages were not accepted: ")


def test_a_message_is_read_as_json_or_refused_with_its_place() -> None:
    assert Message(b'{"a": 1}').json() == {"a": 1}
    for broken in (b"{", None, b"\xff"):
        with pytest.raises(QueryError, match="message at offset 7 is not JSON"):
            Message(broken, offset=7).json()


def read_half(running: Running) -> dict[int, int]:
    """Fill a topic, and commit 40 of its 100 messages."""
    from confluent_kafka import Consumer

    kafka = running.stack.kafka
    kafka.create_topic("kept", 2, {"retention.ms": "86400000"})
    kafka.produce("kept", [Message(b"x", partition=n % 2, headers={"h": b"1"}) for n in range(100)])
    settings = {"bootstrap.servers": "127.0.0.1:9092", "group.id": "half", "auto.offset.reset": "earliest"}
    with running.stack.network:
        consumer = Consumer(settings)
        consumer.subscribe(["kept"])
        read = 0
        while read < 40:
            read += len(consumer.consume(40 - read, 1))
        consumer.commit(asynchronous=False)
        consumer.close()
    return kafka.committed("half", "kept")


def what_is_there(running: Running) -> tuple[dict[int, int], dict[str, int], list[Message]]:
    kafka = running.stack.kafka
    return kafka.committed("half", "kept"), kafka.topics(), kafka.messages("kept")


def test_a_clean_stop_keeps_messages_and_committed_offsets(tmp_path: Path) -> None:
    before = run_in_cell(in_new, tmp_path, ["kafka"], read_half)
    committed, topics, messages = run_in_cell(in_place, tmp_path, ["kafka"], what_is_there)
    assert sum(before.values()) == 40
    assert committed == before
    assert topics == {"kept": 2}
    assert [message.headers for message in messages] == [{"h": b"1"}] * 100
