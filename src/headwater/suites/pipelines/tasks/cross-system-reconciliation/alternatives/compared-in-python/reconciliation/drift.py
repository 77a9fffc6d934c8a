"""Compare the three systems in memory."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

import psycopg
from clickhouse_connect.driver.client import Client

from reconciliation import topic
from reconciliation.systems import SystemFailureError

IN_CLICKHOUSE = (
    "missing_in_clickhouse",
    "duplicated_in_clickhouse",
    "amount_mismatch",
    "currency_mismatch",
    "time_mismatch",
    "merchant_mismatch",
    "status_stale",
    "orphan_in_clickhouse",
)
IN_TOPIC = ("missing_in_topic", "outdated_in_topic", "duplicated_in_topic", "orphan_in_topic", "malformed_in_topic")
EXAMPLES = 10
SOURCE = """
    SELECT transaction_id, version, merchant_id, amount, currency, status, extract(epoch FROM created_at)::bigint
    FROM app.transactions ORDER BY transaction_id
"""
TARGET = """
    SELECT transaction_id, merchant_id, amount, currency, status, toUnixTimestamp(created_at)
    FROM analytics.transactions
"""


class Payment(NamedTuple):
    """The values of a payment; the time is in seconds since 1970."""

    merchant_id: int
    amount: Decimal
    currency: str | None
    status: str
    created_at: int


@dataclass(frozen=True)
class Category:
    """A kind of drift: the number of payments, the first ones as examples, and the counts per producer."""

    count: int
    examples: list[int] | list[str]
    by_producer: dict[str, int]


@dataclass(frozen=True)
class Drift:
    """The drift between the systems, and what is needed to repair it.

    Attributes:
        totals: The number of rows or messages by system.
        categories: The drift by category.
        ledger: The payments of Postgres.
        wrong: The payments of Postgres that ClickHouse does not have exactly once and right.
        orphans: The payments that only ClickHouse has.
    """

    totals: dict[str, int]
    categories: dict[str, Category]
    ledger: dict[int, Payment]
    wrong: list[int]
    orphans: dict[int, Payment]

    @property
    def in_clickhouse(self) -> bool:
        """Return whether ClickHouse differs from Postgres."""
        return bool(self.wrong or self.orphans)


def find(postgres: psycopg.Connection, clickhouse: Client, tolerance: Decimal) -> Drift:
    """Read all systems and compare them."""
    ledger, versions = read_source(postgres)
    stored = read_target(clickhouse)
    history = topic.read()
    found: dict[str, list[int]] = defaultdict(list)
    for number, right in ledger.items():
        for category in compare(right, stored.get(number, []), tolerance):
            found[category].append(number)
    wrong = sorted({number for numbers in found.values() for number in numbers})
    orphans = {number: rows[0] for number, rows in sorted(stored.items()) if number not in ledger}
    found["orphan_in_clickhouse"] = list(orphans)
    for category, number in compare_topic(versions, history):
        found[category].append(number)
    categories = {name: describe(found[name], history) for name in (*IN_CLICKHOUSE, *IN_TOPIC[:-1])}
    categories[IN_TOPIC[-1]] = malformed(history)
    rows = sum(map(len, stored.values()))
    totals = {"postgres": len(ledger), "topic": history.messages, "clickhouse": rows}
    return Drift(totals, categories, ledger, wrong, orphans)


def read_source(postgres: psycopg.Connection) -> tuple[dict[int, Payment], dict[int, int]]:
    """Return the payments and their versions, both by id."""
    ledger, versions = {}, {}
    for number, version, *values in postgres.execute(SOURCE):
        ledger[number], versions[number] = Payment(*values), version
    if not ledger:
        raise SystemFailureError("Postgres", "app.transactions has no payments, so the source is at fault")
    return ledger, versions


def read_target(clickhouse: Client) -> dict[int, list[Payment]]:
    """Return the rows by id; a table that does not exist has none."""
    stored: dict[int, list[Payment]] = defaultdict(list)
    if clickhouse.command("EXISTS TABLE analytics.transactions"):
        for number, *values in clickhouse.query(TARGET).result_rows:
            stored[number].append(Payment(*values))
    return dict(stored)


def compare(right: Payment, rows: list[Payment], tolerance: Decimal) -> Iterator[str]:
    """Yield the categories of a payment of Postgres."""
    if rows == [right]:
        return
    if not rows:
        yield "missing_in_clickhouse"
    if len(rows) > 1:
        yield "duplicated_in_clickhouse"
    if any(abs(row.amount - right.amount) > tolerance for row in rows):
        yield "amount_mismatch"
    if any(row.currency != right.currency for row in rows):
        yield "currency_mismatch"
    if any(row.created_at != right.created_at for row in rows):
        yield "time_mismatch"
    if any(row.merchant_id != right.merchant_id for row in rows):
        yield "merchant_mismatch"
    if any(row.status != right.status for row in rows):
        yield "status_stale"


def compare_topic(versions: dict[int, int], history: topic.History) -> Iterator[tuple[str, int]]:
    """Yield the categories of the topic, each with a payment."""
    for number, version in versions.items():
        newest = history.payments.get(number)
        if newest is None:
            yield "missing_in_topic", number
        elif newest.version < version:
            yield "outdated_in_topic", number
        if newest is not None and newest.repeated:
            yield "duplicated_in_topic", number
    for number in sorted(history.payments.keys() - versions.keys()):
        yield "orphan_in_topic", number


def describe(numbers: Iterable[int], history: topic.History) -> Category:
    """Return a category with its first payments and its producers."""
    ordered = sorted(numbers)
    newest = (history.payments.get(number) for number in ordered)
    producers = Counter("none" if event is None else event.producer for event in newest)
    return Category(len(ordered), ordered[:EXAMPLES], dict(sorted(producers.items())))


def malformed(history: topic.History) -> Category:
    """Return the category of malformed messages."""
    places = [f"{partition}:{offset}" for partition, offset in history.malformed]
    return Category(len(places), places[:EXAMPLES], {})
