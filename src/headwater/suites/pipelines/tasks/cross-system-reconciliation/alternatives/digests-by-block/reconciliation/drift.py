"""Find the drift between the systems."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

import psycopg
from clickhouse_connect.driver.client import Client

from reconciliation import blocks, topic
from reconciliation.blocks import Row

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
EXAMPLES = 10
SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


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
        months: The months, as in 202603, of all rows that are off in either database.
        orphans: A row of each payment that only ClickHouse has.
        source: The connection to Postgres, whose transaction still sees the rows that were compared.
    """

    totals: dict[str, int]
    categories: dict[str, Category]
    months: set[int]
    orphans: list[Row]
    source: psycopg.Connection

    @property
    def in_clickhouse(self) -> bool:
        """Return whether ClickHouse differs from Postgres."""
        return any(self.categories[name].count for name in IN_CLICKHOUSE)


def find(postgres: psycopg.Connection, clickhouse: Client, tolerance: Decimal) -> Drift:
    """Compare the blocks that differ, and the topic with the versions in Postgres."""
    history = topic.read()
    postgres.execute(SNAPSHOT)
    sizes, differing = blocks.differing(postgres, clickhouse)
    right, stored = blocks.read(postgres, clickhouse, differing)
    found = {name: set[int]() for name in IN_CLICKHOUSE}
    for number in right.keys() | stored.keys():
        for name in kinds(right.get(number), stored.get(number, []), tolerance):
            found[name].add(number)
    off = set[int]().union(*found.values())
    rows = [right[number] for number in off & right.keys()] + [row for number in off for row in stored.get(number, [])]
    found |= compare_topic(postgres, history)
    categories = {name: describe(numbers, history) for name, numbers in found.items()}
    malformed = [f"{partition}:{offset}" for partition, offset in history.malformed]
    categories["malformed_in_topic"] = Category(len(malformed), malformed[:EXAMPLES], {})
    totals = {"postgres": sizes.postgres, "topic": history.messages, "clickhouse": sizes.clickhouse}
    orphans = [stored[number][0] for number in sorted(found["orphan_in_clickhouse"])]
    return Drift(totals, categories, {month(row) for row in rows}, orphans, postgres)


def kinds(right: Row | None, stored: list[Row], tolerance: Decimal) -> list[str]:
    """Return the categories of ClickHouse to which a payment belongs."""
    if right is None:
        return ["orphan_in_clickhouse"]
    if not stored:
        return ["missing_in_clickhouse"]
    differs = {
        "duplicated_in_clickhouse": len(stored) > 1,
        "amount_mismatch": any(abs(row.amount - right.amount) > tolerance for row in stored),
        "currency_mismatch": any(row.currency != right.currency for row in stored),
        "time_mismatch": any(row.created_at != right.created_at for row in stored),
        "merchant_mismatch": any(row.merchant_id != right.merchant_id for row in stored),
        "status_stale": any(row.status != right.status for row in stored),
    }
    return [name for name, holds in differs.items() if holds]


def month(row: Row) -> int:
    """Return the month of a payment, which is its partition."""
    at = datetime.fromtimestamp(row.created_at, UTC)
    return at.year * 100 + at.month


def compare_topic(postgres: psycopg.Connection, history: topic.History) -> dict[str, set[int]]:
    """Return the payments in each category of the topic."""
    versions = dict(postgres.execute("SELECT transaction_id, version FROM app.transactions").fetchall())
    events = history.payments
    return {
        "missing_in_topic": versions.keys() - events.keys(),
        "outdated_in_topic": {
            number for number, event in events.items() if number in versions and event.version < versions[number]
        },
        "duplicated_in_topic": {number for number, event in events.items() if event.repeated and number in versions},
        "orphan_in_topic": events.keys() - versions.keys(),
    }


def describe(numbers: set[int], history: topic.History) -> Category:
    """Return a category with its first payments and its producers."""
    events = (history.payments.get(number) for number in sorted(numbers))
    producers = Counter("none" if event is None else event.producer for event in events)
    return Category(len(numbers), sorted(numbers)[:EXAMPLES], dict(sorted(producers.items())))
