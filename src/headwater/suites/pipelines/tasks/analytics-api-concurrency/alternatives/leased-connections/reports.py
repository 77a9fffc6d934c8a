"""Query reports from ClickHouse: limit concurrent queries, share identical ones, and cache answers briefly."""

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from queue import Empty, LifoQueue
from typing import Any

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

QUERIES = 4
QUERY_SEC = 8.0
REQUEST_SEC = 10.0
USED_FOR_SEC = 5.0
CAMPAIGNS = """
    SELECT campaign, countIf(kind = 'impression'), countIf(kind = 'click'), sum(cost_micros) FROM ads.events
    WHERE advertiser_id = {advertiser:UInt32}
        AND event_time >= toDateTime({first:Date}, 'UTC') AND event_time < toDateTime({last:Date} + 1, 'UTC')
    GROUP BY campaign ORDER BY campaign
"""
FIELDS = ("campaign", "impressions", "clicks", "spend_micros")


class UnavailableError(Exception):
    """ClickHouse cannot answer at the moment."""


@dataclass(frozen=True)
class Question:
    advertiser: int
    first: date
    last: date


@dataclass
class Flight:
    """A query and its answer, which all requests for the same question share until it expires."""

    sent: float | None = None  # None while it waits for a connection
    answer: Future = field(default_factory=Future)

    def is_usable(self) -> bool:
        is_failed = self.answer.done() and self.answer.exception() is not None
        return not is_failed and (self.sent is None or time.monotonic() - self.sent < USED_FOR_SEC)


class Connections:
    """A pool with one connection per allowed query; failed connections are replaced."""

    def __init__(self) -> None:
        self._free: LifoQueue[Client | None] = LifoQueue()
        for _ in range(QUERIES):
            self._free.put(None)

    @contextmanager
    def take(self, seconds: float) -> Iterator[Client]:
        try:
            client = self._free.get(timeout=max(seconds, 0))
        except Empty:
            raise UnavailableError("too many questions at once") from None
        works = None
        try:
            client = client or connect()
            yield client
            works = client
        finally:
            self._free.put(works)


def connect() -> Client:
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
        autogenerate_session_id=False,
        connect_timeout=3,
        send_receive_timeout=int(QUERY_SEC),
        query_retries=0,
    )


class Reports:
    def __init__(self) -> None:
        self._connections = Connections()
        self._flights: dict[Question, Flight] = {}
        self._lock = threading.Lock()

    def get(self, question: Question) -> dict[str, Any]:
        """Return the report, or raise UnavailableError."""
        deadline = time.monotonic() + REQUEST_SEC - 0.5
        flight, is_mine = self._board(question)
        if is_mine:
            # A separate thread runs the query, so that others get the answer even if this request ends early.
            threading.Thread(target=self._fly, args=(question, flight, deadline), daemon=True).start()
        try:
            return flight.answer.result(timeout=max(deadline - time.monotonic(), 0))
        except (ClickHouseError, UnavailableError, OSError, TimeoutError) as error:
            raise UnavailableError(str(error) or "ClickHouse takes too long") from error

    def _board(self, question: Question) -> tuple[Flight, bool]:
        with self._lock:
            flight = self._flights.get(question)
            if flight is not None and flight.is_usable():
                return flight, False
            for old in [key for key, other in self._flights.items() if not other.is_usable()]:
                del self._flights[old]
            flight = self._flights[question] = Flight()
            return flight, True

    def _fly(self, question: Question, flight: Flight, deadline: float) -> None:
        try:
            with self._connections.take(deadline - time.monotonic()) as client:
                flight.sent = time.monotonic()
                parameters = {"advertiser": question.advertiser, "first": question.first, "last": question.last}
                rows = client.query(CAMPAIGNS, parameters=parameters).result_rows
            flight.answer.set_result(as_report(question, rows))
        except (ClickHouseError, UnavailableError, OSError) as error:
            flight.answer.set_exception(error)  # every waiting request raises this error


def as_report(question: Question, rows: list[tuple[Any, ...]]) -> dict[str, Any]:
    return {
        "advertiser": question.advertiser,
        "from": question.first.isoformat(),
        "to": question.last.isoformat(),
        "campaigns": [dict(zip(FIELDS, row, strict=True)) for row in rows],
        "total": {name: sum(row[n] for row in rows) for n, name in enumerate(FIELDS) if n},
    }
