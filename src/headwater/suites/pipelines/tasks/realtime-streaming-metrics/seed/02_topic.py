"""Write the readings of two and a half days to the topic, and the minutes that the faulty program made of them."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from headwater.services import Message

TOPIC, GROUP = "metrics", "realtime-metrics"
# From ten minutes before 1 June, 0:00 UTC, to 3 June, 12:00.
OPEN_SEC, FIRST_SEC, LAST_SEC = 1_780_272_000, 1_780_271_400, 1_780_488_000
UPDATE_SEC, NEW_PARTITIONS_SEC = OPEN_SEC + 30 * 3600, OPEN_SEC + 24 * 3600
HOSTS = (
    *(f"web-{number:02d}" for number in range(1, 5)),
    *(f"db-{number:02d}" for number in range(1, 4)),
    *(f"cache-{number:02d}" for number in range(1, 3)),
)
METRICS = {"cpu_percent": "gauge", "memory_mb": "gauge", "cpu_seconds": "counter", "egress_bytes": "counter"}
GROWTH = {"cpu_seconds": (1, 29_000), "egress_bytes": (1000, 90_000_000)}
SKEWS = {"db-01": 1_250, "db-02": -88_000, "db-03": 7_200_400}
OUTAGES = {"db-02": (OPEN_SEC + 35 * 3600, OPEN_SEC + 38 * 3600), "web-03": (OPEN_SEC + 9 * 3600, OPEN_SEC + 21 * 3600)}
BATCH, LOST_BATCHES = 5_000, (7, 19, 20, 33, 48)


class Reading(NamedTuple):
    """A reading. The time is in milliseconds, and the value in thousandths."""

    host: str
    metric: str
    boot: int
    seq: int
    at: int
    value: int


def readings(host: str, random: Random) -> Iterator[list[Reading]]:
    """Yield the readings that a host takes at the same time."""
    boot, seq, totals = FIRST_SEC, 0, dict.fromkeys(GROWTH, 0)
    for second in range(FIRST_SEC, LAST_SEC, 30):
        if random.random() < 1 / 1700 or second == UPDATE_SEC:
            boot, seq, totals = second, 0, dict.fromkeys(GROWTH, 0)
        seq += 1
        found = []
        for place, (metric, kind) in enumerate(METRICS.items()):
            at = second * 1000 + place * 7 + random.randrange(900)
            if kind == "gauge":
                value = random.randrange(100_000) if metric == "cpu_percent" else random.randrange(640_000) * 100
            else:
                step, most = GROWTH[metric]
                reset = random.random() < 1 / 3000
                value = totals[metric] = (0 if reset else totals[metric]) + random.randrange(most) * step
            if random.random() > 1 / 250:
                found.append(Reading(host, metric, boot, seq, at, value))
        yield found


def number(thousandths: int) -> float | int:
    return thousandths // 1000 if thousandths % 1000 == 0 else thousandths / 1000


def first_format(reading: Reading) -> bytes:
    fields = reading._asdict() | {"kind": METRICS[reading.metric], "ts": number(reading.at)}
    del fields["at"]
    return json.dumps(fields | {"value": number(reading.value)}).encode()


def second_format(taken: list[Reading], damage: dict[str, Any] | None = None) -> bytes:
    host, boot = taken[0].host, taken[0].boot
    skew = SKEWS.get(host, -(boot % 700))
    each = [
        {"m": one.metric, "k": METRICS[one.metric][0], "n": one.seq, "at": one.at + skew, "v": one.value}
        for one in taken
        if one.boot == boot
    ]
    if damage:
        each.insert(1, each[0] | {"n": each[0]["n"] + 5_000_000} | damage)
    return json.dumps({"format": 2, "host": host, "boot": boot, "skew_ms": skew, "readings": each}).encode()


DAMAGES: tuple[dict[str, Any], ...] = ({"v": 1.5}, {"n": 0}, {"k": "x"}, {"at": 900_000}, {"m": ""}, {"v": 10**16})
GOOD = {"host": "web-01", "boot": 1780272000, "seq": 9_000_000, "metric": "cpu_percent", "kind": "gauge"}
GOOD |= {"ts": 1780284240.25, "value": 41.5}
UNUSABLE = (
    b'{"host": "web-03", "boot": 17802',
    None,
    b"",
    b"\xff\xfe agent restarted",
    b"null",
    b'["web-03", 1780272000, 4, "cpu_percent"]',
    json.dumps(GOOD | {"value": "41.5"}).encode(),
    json.dumps(GOOD | {"value": float("nan")}).encode(),
    json.dumps(GOOD | {"value": True}).encode(),
    json.dumps(GOOD | {"value": 41.5004}).encode(),
    json.dumps(GOOD | {"kind": "counter", "metric": "cpu_seconds", "value": -4}).encode(),
    json.dumps(GOOD | {"ts": 31.5}).encode(),
    json.dumps(GOOD | {"ts": "2026-06-01T03:24:00Z"}).encode(),
    json.dumps(GOOD | {"host": ""}).encode(),
    json.dumps(GOOD | {"format": 3}).encode(),
    json.dumps(GOOD | {"seq": -1}).encode(),
    json.dumps({key: value for key, value in GOOD.items() if key != "boot"}).encode(),
    json.dumps({"format": 2, "host": "db-01", "boot": 1780272000, "readings": []}).encode(),
)


def arrival(host: str, second: float, random: Random) -> float:
    """Return when a message arrives that a host has first tried to send at this second."""
    begin, end = OUTAGES.get(host, (0, 0))
    if begin <= second < end:
        return end + (end - second) / 60  # the newest messages come first
    return second + (random.uniform(60, 26 * 3600) if random.random() < 0.02 else random.uniform(0, 20))


def sent(host: str, random: Random) -> Iterator[tuple[float, bytes, list[Reading]]]:
    """Yield when a message of a host arrives, its content, and its readings."""
    kept: list[Reading] = []
    earlier: list[Reading] = []
    for position, taken in enumerate(readings(host, random)):
        second = FIRST_SEC + 30 * position + 1
        if host.startswith("web") or (host.startswith("cache") and second < UPDATE_SEC):
            for reading in taken:
                at = arrival(host, second, random)
                yield at, first_format(reading), [reading]
                if random.random() < 0.04:
                    yield at + random.uniform(5, 9000), first_format(reading), [reading]
            earlier += taken[:1]
            continue
        kept += taken
        if position % 2 and kept:
            damage = DAMAGES[position // 600 % len(DAMAGES)] if position % 600 == 1 else None
            at = arrival(host, second, random)
            content = second_format(kept, damage)
            yield at, content, [one for one in kept if one.boot == kept[0].boot]
            if random.random() < 0.06:
                yield at + random.uniform(5, 9000), content, []
            if random.random() < 0.05:
                yield at + random.uniform(5, 9000), second_format((earlier + kept)[-8:]), []
            earlier, kept = (earlier + kept)[-6:], []


def messages() -> list[tuple[int, bytes | None, float, list[Reading]]]:
    """Return the partition, content, arrival and readings of all messages in the order of their arrival."""
    random = Random(418)
    complete = [message for host in HOSTS for message in sent(host, random) if message[0] < LAST_SEC + 30]
    complete.sort(key=lambda message: message[0])
    found: list[tuple[int, bytes | None, float, list[Reading]]] = []
    for count, (at, content, taken) in enumerate(complete):
        partitions = 4 if at < NEW_PARTITIONS_SEC else 6
        found.append((count % partitions, content, at, taken))
        if count % 1_900 == 100:
            found.append((count // 1_900 % partitions, UNUSABLE[count // 1_900 % len(UNUSABLE)], at, []))
    return found


def faulty_minutes(arrived: list[tuple[int, bytes | None, float, list[Reading]]]) -> list[list[Any]]:
    """Return the rows that the faulty program wrote: those of the last batch with readings of a minute."""
    rows: dict[tuple[str, str, int], list[Any]] = {}
    previous: dict[tuple[str, str], float] = {}
    read = [(at, content, one) for part, content, at, taken in arrived if part < 4 for one in taken]
    for begin in range(0, len(read), BATCH):
        if begin // BATCH in LOST_BATCHES:
            previous.clear()
            continue
        batch: dict[tuple[str, str, int], list[Any]] = {}
        for at, content, one in read[begin : begin + BATCH]:
            value = one.value if content and b'"format": 2' in content else one.value / 1000
            amount, kind, key = value, METRICS[one.metric], (one.host, one.metric)
            if kind == "counter":
                amount = max(value - previous.get(key, value), 0)
                previous[key] = value
            row = batch.setdefault((*key, int(at) // 60 * 60), [kind, 0, 0.0, value, value, value])
            row[1] += 1
            row[2] += amount
            row[3:] = [min(row[3], value), max(row[4], value), value]
        rows |= batch
    return [[*key, *row] for key, row in rows.items() if key[2] >= OPEN_SEC]


def commit(services: Any, ends: dict[int, int]) -> None:
    """Commit the offsets that the faulty program has reached."""
    from confluent_kafka import Consumer, TopicPartition

    with services.network:
        consumer = Consumer({"bootstrap.servers": services.variables["KAFKA_BOOTSTRAP_SERVERS"], "group.id": GROUP})
        parts = [TopicPartition(TOPIC, partition, end) for partition, end in ends.items()]
        consumer.commit(offsets=parts, asynchronous=False)
        consumer.close()


def seed(services: Any) -> None:
    """Fill the topic and the table, and commit the offsets."""
    arrived = messages()
    services.kafka.create_topic(TOPIC, 6)
    services.kafka.produce(TOPIC, (Message(content, partition=part) for part, content, *_ in arrived))
    ends = [sum(part == number for part, *_ in arrived) for number in range(4)]
    commit(services, {number: end - end // 70 for number, end in enumerate(ends)})
    columns = ["host", "metric", "minute", "kind", "samples", "total", "low", "high", "last"]
    services.clickhouse.insert("analytics.realtime_metrics", faulty_minutes(arrived), columns)
