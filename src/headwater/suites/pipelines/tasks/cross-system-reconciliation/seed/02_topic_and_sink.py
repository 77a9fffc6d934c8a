"""Publish the payments to the topic, with past producer errors, and fill ClickHouse as the old sink did."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from headwater.services import Message

TOPIC = "transactions"
PARTITIONS = 3
STATUSES = {1: ["authorized"], 2: ["authorized", "settled"]}
OUTAGE = (datetime(2026, 3, 11, 4, tzinfo=UTC), datetime(2026, 3, 16, 10, tzinfo=UTC))  # while the outbox was stuck
SINK_GAP = (datetime(2026, 5, 2, tzinfo=UTC), datetime(2026, 5, 5, 6, tzinfo=UTC))  # these were read but never written
RENUMBERED_ON = datetime(2026, 3, 1, tzinfo=UTC)
LOAD_TEST = datetime(2026, 4, 20, 1, tzinfo=UTC)
ERASED = datetime(2026, 2, 3, 12, tzinfo=UTC)
CLICKHOUSE = """
CREATE DATABASE IF NOT EXISTS analytics;
CREATE TABLE analytics.transactions (
    transaction_id UInt64,
    merchant_id UInt32,
    amount Decimal(18, 2),
    currency LowCardinality(Nullable(String)),
    status LowCardinality(String),
    created_at DateTime('UTC')
) ENGINE = MergeTree ORDER BY tuple();
"""
COLUMNS = ("transaction_id", "merchant_id", "amount", "currency", "status", "created_at")
ODD = (
    None,
    b"",
    b"not json",
    b'{"transaction_id": 100012, "version": 2, "status": "sett',
    b'["transaction_id", 100013]',
    b'"100014"',
    b"null",
    b'{"version": 1, "status": "authorized", "amount": 12.5, "producer": "web-5.0"}',
    b'{"transaction_id": 100015, "status": "settled", "producer": "web-5.0"}',
    b'{"transaction_id": "100016", "version": 2, "status": "settled", "producer": "kiosk-1.9"}',
    b'{"transaction_id": 100017, "version": "2", "status": "settled", "producer": "kiosk-1.9"}',
    b'{"transaction_id": null, "version": 1, "producer": "terminal-3.1"}',
    b"\xff\xfe\x00broken",
)


@dataclass(frozen=True)
class Event:
    """One version of a payment, as its producer publishes it."""

    at: datetime
    transaction_id: int
    version: int
    merchant_id: int
    amount: Any
    currency: str | None
    status: str
    created_at: datetime
    producer: str

    def value(self) -> bytes:
        """Return the message's value; terminal-2.4 sends amounts in cents and kiosk-1.9 sends its local time."""
        amount = int(self.amount * 100) if self.producer == "terminal-2.4" else float(self.amount)
        moment = self.created_at + timedelta(hours=2) if self.producer == "kiosk-1.9" else self.created_at
        return json.dumps(
            {
                "transaction_id": self.transaction_id,
                "version": self.version,
                "merchant_id": self.merchant_id,
                "amount": amount,
                "currency": self.currency,
                "status": self.status,
                "created_at": moment.strftime("%Y-%m-%dT%H:%M:%S")
                + ("" if self.producer == "kiosk-1.9" else "Z"),
                "producer": self.producer,
            }
        ).encode()


def seed(services: Any) -> None:
    """Fill the topic and ClickHouse from the payments in Postgres."""
    rows = services.postgres.query(
        "select transaction_id, merchant_id, amount, currency, status, version, created_at"
        " from app.transactions order by 1"
    )
    published = list(_published([event for row in rows for event in _events(row)]))
    services.kafka.create_topic(TOPIC, PARTITIONS)
    services.kafka.produce(TOPIC, _messages(published))
    services.clickhouse.execute(CLICKHOUSE)
    written = [tuple(row.values()) for row in _sink(published)]
    services.clickhouse.insert("analytics.transactions", [*written, *_never_published()], COLUMNS)


def _events(row: tuple[Any, ...]) -> list[Event]:
    number, merchant, amount, currency, status, version, created = row
    created = created.astimezone(UTC)
    old = merchant - 650 if merchant > 900 and created < RENUMBERED_ON else merchant
    statuses = STATUSES.get(version, ["authorized", "settled", status])
    times = [created, created + timedelta(hours=3), created + timedelta(days=9)]
    producer = _producer(number)
    return [
        Event(at, number, index + 1, old, amount, currency, told, created, producer)
        for index, (at, told) in enumerate(zip(times, statuses, strict=False))
    ]


def _producer(number: int) -> str:
    bucket = number * 16807 % 2147483647 % 20
    return (
        "terminal-2.4"
        if bucket < 2
        else "kiosk-1.9"
        if bucket < 4
        else "web-5.0"
        if bucket < 9
        else "terminal-3.1"
    )


def _published(events: list[Event]) -> list[Event]:
    """Drop, repeat and reorder some events."""
    sent: list[Event] = []
    for event in sorted(events, key=lambda event: (event.at, event.transaction_id)):
        if OUTAGE[0] <= event.at < OUTAGE[1]:
            continue
        if event.status == "refunded" and event.transaction_id % 6 == 0:
            continue  # the back office of one bank never published its refunds
        sent.append(event)
        if event.transaction_id % 43 == 0:
            sent.append(event)  # a retry by the producer
    _swap(sent)
    return sent + [_load_test(number) for number in range(60)]


def _swap(sent: list[Event]) -> None:
    """Let the second version of some payments overtake the first."""
    where = {(event.transaction_id, event.version): index for index, event in enumerate(sent)}
    for (number, version), index in where.items():
        first = where.get((number, 1))
        if version == 2 and number % 71 == 0 and first is not None:
            sent[first], sent[index] = sent[index], sent[first]


def _load_test(number: int) -> Event:
    at = LOAD_TEST + timedelta(seconds=number)
    return Event(at, 9000001 + number, 1, 299, 1, "DKK", "authorized", at, "loadtest-0.1")


def _messages(published: list[Event]) -> list[Message]:
    messages = [
        Message(
            event.value(), str(event.transaction_id).encode(), partition=event.transaction_id % PARTITIONS
        )
        for event in published
    ]
    for index, value in enumerate(ODD):
        messages.insert(350 * (index + 1), Message(value, b"?", partition=index % PARTITIONS))
    return messages


def _sink(published: list[Event]) -> list[dict[str, Any]]:
    """Return the rows that workspace/sink.py writes, because it trusts amounts, time zones, order and delivery."""
    rows: dict[int, list[dict[str, Any]]] = {}
    for event in published:
        if SINK_GAP[0] <= event.at < SINK_GAP[1]:
            continue
        held = rows.setdefault(event.transaction_id, [])
        if event.version == 1:
            held.append(_row(event))
        elif event.status != "chargeback":
            for row in held:
                row["status"] = event.status
    return [row for held in rows.values() for row in held]


def _row(event: Event) -> dict[str, Any]:
    message = json.loads(event.value())
    amount = event.amount * 100 if event.producer == "terminal-2.4" else event.amount
    moment = datetime.fromisoformat(message["created_at"].rstrip("Z")).replace(tzinfo=UTC)
    values = (event.transaction_id, event.merchant_id, amount, event.currency or "DKK", event.status, moment)
    return dict(zip(COLUMNS, values, strict=True))


def _never_published() -> list[tuple[Any, ...]]:
    """Return rows for payments that were erased from Postgres on request; some are duplicated."""
    rows = [(98000 + n, 210 + n, 40 + n, "EUR", "settled", ERASED + timedelta(days=11 * n)) for n in range(9)]
    return rows + rows[:2]
