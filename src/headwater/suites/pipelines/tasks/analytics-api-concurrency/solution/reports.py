"""Query reports from ClickHouse: limit concurrent queries, share identical ones, and cache answers briefly."""

import os
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from typing import Any

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

QUERIES = 4
QUERY_SEC = 8
REQUEST_SEC = 9.5
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
    """A query shared by several requests. `sent` is None until a worker starts it."""

    sent: float | None = None
    answer: Future | None = None

    def is_usable(self) -> bool:
        is_failed = self.answer.done() and self.answer.exception() is not None
        return not is_failed and (self.sent is None or time.monotonic() - self.sent < USED_FOR_SEC)


class Reports:
    def __init__(self) -> None:
        self._workers = ThreadPoolExecutor(QUERIES)
        self._own = threading.local()
        self._lock = threading.Lock()
        self._flights: dict[Question, Flight] = {}

    def get(self, question: Question) -> dict[str, Any]:
        """Return the report, or raise UnavailableError."""
        try:
            return self._flight(question).answer.result(timeout=REQUEST_SEC)
        except (ClickHouseError, OSError, TimeoutError) as error:
            raise UnavailableError(str(error)) from error

    def stop(self) -> None:
        """Cancel the queries that have not started."""
        self._workers.shutdown(wait=False, cancel_futures=True)

    def _flight(self, question: Question) -> Flight:
        with self._lock:
            flight = self._flights.get(question)
            if flight is None or not flight.is_usable():
                self._flights = {key: other for key, other in self._flights.items() if other.is_usable()}
                flight = self._flights[question] = Flight()
                flight.answer = self._workers.submit(self._ask, question, flight, time.monotonic() + REQUEST_SEC)
            return flight

    def _ask(self, question: Question, flight: Flight, deadline: float) -> dict[str, Any]:
        if time.monotonic() > deadline:
            raise TimeoutError("nobody waits for it any more")
        flight.sent = time.monotonic()
        parameters = {"advertiser": question.advertiser, "first": question.first, "last": question.last}
        try:
            return as_report(question, self._client().query(CAMPAIGNS, parameters=parameters).result_rows)
        except ClickHouseError:
            self._own.client = None
            raise

    def _client(self) -> Client:
        """Return the connection of this worker thread; open one on first use and after a failure."""
        client = getattr(self._own, "client", None)
        if client is None:
            client = self._own.client = clickhouse_connect.get_client(
                host=os.environ["CLICKHOUSE_HOST"],
                port=int(os.environ["CLICKHOUSE_PORT"]),
                username=os.environ["CLICKHOUSE_USER"],
                password=os.environ["CLICKHOUSE_PASSWORD"],
                autogenerate_session_id=False,
                connect_timeout=3,
                send_receive_timeout=QUERY_SEC,
                query_retries=0,
            )
        return client


def as_report(question: Question, rows: list[tuple[Any, ...]]) -> dict[str, Any]:
    return {
        "advertiser": question.advertiser,
        "from": question.first.isoformat(),
        "to": question.last.isoformat(),
        "campaigns": [dict(zip(FIELDS, row, strict=True)) for row in rows],
        "total": {name: sum(row[n] for row in rows) for n, name in enumerate(FIELDS) if n},
    }
