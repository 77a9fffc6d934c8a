"""Produce events to the topic `subscriptions`."""

from datetime import UTC, datetime

import connections
import psycopg
from confluent_kafka import KafkaException, Message
from events import TOPIC, headers_of

PATIENCE_SEC = 10
PERIODS = "SELECT month, closed_at IS NOT NULL FROM billing.periods ORDER BY month"
HEADERS_AND_KEY = 1_000  # bytes that they take at most


def is_too_large(body: str) -> bool:
    return len(body.encode()) > Outlet.MOST_BYTES


class Outlet:
    """A producer that names the month in which billing books an event."""

    MOST_BYTES = 1_000_000 - HEADERS_AND_KEY

    def __init__(self, postgres: psycopg.Connection) -> None:
        limits = {"message.timeout.ms": PATIENCE_SEC * 1000, "linger.ms": 20, "enable.idempotence": True}
        self._producer = connections.producer(**limits)
        self._producer.list_topics(TOPIC, timeout=PATIENCE_SEC / 2)  # raises KafkaException if the broker is away
        self._failure: object = None
        periods = postgres.execute(PERIODS).fetchall()
        self._closed = {month for month, is_closed in periods if is_closed}
        self._open = next(month for month, is_closed in periods if not is_closed)

    def send(self, key: str, event_id: str, kind: str, occurred_at: datetime, body: str) -> None:
        headers = headers_of(event_id, kind)
        if f"{occurred_at.astimezone(UTC):%Y-%m}" in self._closed:
            headers.append(("booked-in", self._open.encode()))
        self._producer.produce(TOPIC, body.encode(), key, headers=headers, on_delivery=self._delivered)
        self._producer.poll(0)

    def settle(self) -> None:
        """Return when the broker has acknowledged everything, or raise KafkaException."""
        remaining = self._producer.flush(PATIENCE_SEC + 5)
        if self._failure or remaining:
            raise KafkaException(self._failure or "the broker does not answer")

    def _delivered(self, error: object, _: Message) -> None:
        self._failure = self._failure or error
