"""Compute the expected table and dead letters from the topic, and compare them with those in a state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from headwater.grading import Completed, Graded, Message, QueryError, Result, State, expect
from headwater.services import ClickHouseClient, KafkaClient

TOPIC = "parcel-scans"
DEAD = "parcel-scans.dlq"
GROUP = "parcel-scans-to-clickhouse"
PARTITIONS = 3
CLICKHOUSE_UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
    "CLICKHOUSE_PASSWORD": "hush-4402",
}
EARLIEST, LATEST = datetime(2020, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
SCANS = """
    select scan_id, parcel, toString(carrier), toString(status), toInt64(weight_g), toUnixTimestamp(scanned_at),
           recipient
    from shop.parcel_scans final order by scan_id
"""
TEXTS = ("scan_id", "parcel", "carrier", "status")

Row = tuple[object, ...]
Place = tuple[int, int]


@dataclass(frozen=True)
class Truth:
    """A topic's expected results: rows keyed by scan, and broken messages keyed by partition and offset."""

    rows: dict[str, Row]
    broken: dict[Place, Message]
    ends: dict[int, int]


def row_of(payload: bytes | None, carriers: dict[str, str]) -> Row | None:
    """Return the row for a message, or None if the message is invalid according to docs/parcel-scans.md."""
    try:
        scan = json.loads((payload or b"").decode())
        texts = [scan[name] for name in TEXTS]
        at = datetime.fromisoformat(scan["scanned_at"])
        recipient, weight = scan.get("recipient"), scan["weight_g"]
        for text in (*texts, recipient or ""):
            text.encode()
        fit = EARLIEST <= at < LATEST and all(texts) and type(weight) is int and 0 <= weight < 1 << 32
        carrier = carriers[scan["carrier"]]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return (texts[0], texts[1], carrier, texts[3], weight, int(at.timestamp()), recipient) if fit else None


def truth(graded: Graded, kafka: KafkaClient | None = None, **more: str) -> Truth:
    """Read a topic, by default the starting one; ``more`` contains additional carriers."""
    carriers = json.loads(graded.workspace.shipped_text("carriers.json") or "{}") | more
    rows: dict[str, Row] = {}
    broken: dict[Place, Message] = {}
    ends: dict[int, int] = {}
    for message in (kafka or graded.starting.kafka).messages(TOPIC):
        ends[message.partition] = message.offset + 1
        if row := row_of(message.value, carriers):
            rows[str(row[0])] = row
        else:
            broken[message.partition, message.offset] = message
    return Truth(rows, broken, ends)


@dataclass(frozen=True)
class Letter:
    """A dead letter without the added headers, keyed by the original message's partition and offset."""

    place: Place
    reason: str
    message: Message


def letters(kafka: KafkaClient) -> list[Letter]:
    """Return all dead letters.

    Raises:
        QueryError: A dead letter lacks a header that docs/dead-letters.md requires, so it cannot be replayed.
    """
    found = []
    for message in kafka.messages(DEAD):
        headers = {name: value or b"" for name, value in message.headers.items()}
        try:
            topic, partition, offset, reason = (
                headers.pop(f"dlq.{name}").decode() for name in ("topic", "partition", "offset", "reason")
            )
            place = int(partition), int(offset)
        except (KeyError, ValueError) as error:
            raise QueryError(f"a letter at offset {message.offset} lacks {error}") from None
        if topic != TOPIC:
            raise QueryError(f"a letter says that it is from the topic {topic[:40]!r}")
        found.append(Letter(place, reason, Message(message.value, message.key, headers)))
    return found


def stored_scans(clickhouse: ClickHouseClient) -> list[Row]:
    """Return the stored scans, as the pages' queries read them."""
    return clickhouse.query(SCANS)


def difference(found: Sequence[Row], expected_rows: Iterable[Row]) -> str:
    """Describe how the scans differ; return an empty string if they agree."""
    expected = sorted(expected_rows, key=lambda row: str(row[0]).encode("utf-8", "surrogatepass"))
    if list(found) == expected:
        return ""
    missing = [row for row in expected if row not in set(found)]
    return (
        f"{len(found)} scans instead of {len(expected)}, {len(missing)} missing or other, as {str(missing[:1])[:160]}"
    )


def describe_errors(state: State, expected: Truth) -> str:
    """Describe errors in a state's table and dead letters; a dead letter may occur twice."""
    try:
        fault = difference(stored_scans(state.clickhouse), expected.rows.values())
        found = {letter.place for letter in letters(state.kafka)}
    except QueryError as error:
        return str(error)
    missing, needless = len(expected.broken.keys() - found), len(found - expected.broken.keys())
    if missing or needless:
        fault += f"{'; ' if fault else ''}{missing} letters missing, {needless} of messages that are not broken"
    return fault


def ended_right(completed: Completed, fault: str, when: str) -> Result:
    """Pass if a run exited with 0 and the state is right."""
    ended = f"exited with {completed.exit_code}" + (f" ({completed.tail})" if completed.exit_code else "")
    return expect(completed.exit_code == 0 and not fault, f"{when} the run {ended}; {fault or 'all is right'}")


def scan(number: int, **changes: object) -> bytes:
    """Return a new valid message, with the given changes."""
    content: dict[str, object] = {
        "scan_id": f"NEW-{number:06d}",
        "parcel": f"P-{700_000 + number % 977}",
        "carrier": ("BRV", "KTL", "LMN", "NRD", "TRN")[number % 5],
        "status": "delivered",
        "weight_g": 300 + number,
        "scanned_at": f"2026-05-15T{number % 24:02}:{number % 60:02}:00+02:00",
        "recipient": None,
    }
    return json.dumps(content | changes).encode()


def send(state: State, payloads: Iterable[bytes | None]) -> None:
    """Send messages to the partitions round-robin."""
    messages = (Message(payload, b"P-7", partition=number % PARTITIONS) for number, payload in enumerate(payloads))
    state.kafka.produce(TOPIC, messages)


def set_back(state: State) -> None:
    """Reset the group's offsets to the start of all partitions, as after a crash before any commit."""
    from confluent_kafka import ConsumerGroupTopicPartitions, KafkaException, TopicPartition
    from confluent_kafka.admin import AdminClient

    parts = [TopicPartition(TOPIC, number, 0) for number in range(PARTITIONS)]
    with state.stack.network:
        admin = AdminClient({"bootstrap.servers": state.stack.variables["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 2})
        try:
            admin.alter_consumer_group_offsets([ConsumerGroupTopicPartitions(GROUP, parts)])[GROUP].result(10)
        except KafkaException as error:
            raise QueryError(f"the group cannot be set back: {error}") from None
