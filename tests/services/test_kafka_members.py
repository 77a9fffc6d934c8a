"""Killed consumers leave their group after their session timeout; living consumers never do."""

from __future__ import annotations

import json
import random
import struct
from typing import Any

import pytest
from tests.live import Live, Running

from headwater.services import Message
from headwater.services.kafka._requests import HEARTBEAT, JOIN_GROUP, SYNC_GROUP, Sign, leave_group, read_sign

SUBSCRIBE = """
import json, os, signal, subprocess, sys, time
from confluent_kafka import Consumer
BROKERS = os.environ["KAFKA_BOOTSTRAP_SERVERS"]

def consumer(group, topic, **settings):
    settings = {key.replace("_", "."): value for key, value in settings.items()}
    times = {"session.timeout.ms": 6000, "heartbeat.interval.ms": 1000}
    made = Consumer({"bootstrap.servers": BROKERS, "group.id": group, **times, **settings})
    made.subscribe([topic])
    return made

def assigned(consumer, count, seconds=45):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        consumer.poll(0.1)
        if len(consumer.assignment()) == count:
            return True
    return False
"""
KILLED = """
if sys.argv[1:] == ["first"]:
    first = consumer("killed", "killed_in")
    assert assigned(first, 4)
    print("assigned", flush=True)
    time.sleep(1000)
process = subprocess.Popen([sys.executable, "-c", os.environ["PROGRAM"], "first"], stdout=subprocess.PIPE)
process.stdout.readline()
process.kill()
process.wait()
started = time.monotonic()
second = consumer("killed", "killed_in")
print(json.dumps({"all": assigned(second, 4), "seconds": time.monotonic() - started}), flush=True)
os._exit(0)
"""
LIVING = """
from confluent_kafka.admin import AdminClient
admin = AdminClient({"bootstrap.servers": BROKERS})
members = lambda: sorted(
    member.member_id for member in admin.describe_consumer_groups(["living"])["living"].result(10).members)
both = [consumer("living", "living_in", **{"max.poll.interval.ms": 600000}) for _ in range(2)]
until = time.monotonic() + 60
while sorted(len(each.assignment()) for each in both) != [2, 2] and time.monotonic() < until:
    [each.poll(0.1) for each in both]
before = members()
time.sleep(15)  # they poll nothing, but their clients send heartbeats
print(json.dumps([before, members()]))
"""


def run(running: Running, program: str, topic: str) -> Any:
    running.stack.kafka.create_topic(topic, 4)
    running.stack.kafka.produce(topic, [Message(b"x", partition=number) for number in range(4)])
    done = running.run(["python", "-c", SUBSCRIBE + program], {"PROGRAM": SUBSCRIBE + program}, timeout_sec=150)
    assert done.exit_code == 0, done.tail
    return json.loads(done.stdout)


@pytest.mark.minutes
def test_the_successor_of_a_killed_consumer_gets_its_partitions(services: Live[Running]) -> None:
    found = services(run, KILLED, "killed_in")
    assert found["all"], found  # within 45 s, because the session timeout is 6 s


@pytest.mark.minutes
def test_members_that_live_are_not_removed(services: Live[Running]) -> None:
    before, after = services(run, LIVING, "living_in")
    assert len(before) == 2
    assert after == before


def packet(content: bytes, port: int = 40_000) -> bytes:
    """Return a request after an IP header and a TCP header with options."""
    tcp = struct.pack(">HHIIBBHHH", port, 9092, 1, 1, 8 << 4, 0x18, 0, 0, 0) + bytes(12)
    return bytes([0x45]) + bytes(19) + tcp + struct.pack(">i", len(content)) + content


def text(value: bytes) -> bytes:
    return struct.pack(">h", len(value)) + value


def compact(value: bytes) -> bytes:
    return bytes([len(value) + 1]) + value


@pytest.mark.parametrize(
    ("request_bytes", "session_sec"),
    [
        (struct.pack(">hhi", HEARTBEAT, 0, 7) + text(b"rdkafka") + text(b"g") + struct.pack(">i", 3) + text(b"m-1"), 0),
        (struct.pack(">hhih", HEARTBEAT, 3, 7, -1) + text(b"g") + struct.pack(">i", 3) + text(b"m-1"), 0),
        (
            struct.pack(">hhi", HEARTBEAT, 4, 7)
            + text(b"c")
            + b"\0"
            + compact(b"g")
            + bytes(4)
            + compact(b"m-1")
            + b"\0\0",
            0,
        ),
        (struct.pack(">hhi", SYNC_GROUP, 3, 7) + text(b"c") + text(b"g") + bytes(4) + text(b"m-1") + bytes(8), 0),
        (struct.pack(">hhi", JOIN_GROUP, 0, 7) + text(b"c") + text(b"g") + struct.pack(">i", 6000) + text(b"m-1"), 6),
        (
            struct.pack(">hhi", JOIN_GROUP, 5, 7)
            + text(b"c")
            + text(b"g")
            + struct.pack(">ii", 6000, 9)
            + text(b"m-1"),
            6,
        ),
        (
            struct.pack(">hhi", JOIN_GROUP, 7, 7)
            + text(b"c")
            + b"\0"
            + compact(b"g")
            + struct.pack(">ii", 6000, 9)
            + compact(b"m-1"),
            6,
        ),
    ],
)
def test_requests_of_all_versions_are_read(request_bytes: bytes, session_sec: float) -> None:
    assert read_sign(packet(request_bytes)) == Sign(40_000, b"g", b"m-1", session_sec)


def test_other_requests_are_ignored() -> None:
    assert read_sign(packet(leave_group(b"g", b"m")[4:])) is None


def test_no_bytes_raise() -> None:
    chance = random.Random(7)
    complete_packet = packet(
        struct.pack(">hhi", HEARTBEAT, 4, 7) + text(b"c") + b"\0" + compact(b"g") + bytes(4) + compact(b"m")
    )
    for _ in range(2000):
        read_sign(chance.randbytes(chance.randrange(80)))
        changed = bytearray(complete_packet[: chance.randrange(len(complete_packet) + 1)])
        for _ in range(chance.randrange(4)):
            if changed:
                changed[chance.randrange(len(changed))] = chance.randrange(256)
        read_sign(bytes(changed))
