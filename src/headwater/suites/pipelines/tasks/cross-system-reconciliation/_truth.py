"""Read the data from a state's three systems, and compute the expected drift report.

Everything is recomputed in Python from the rows and messages, so that the checks share no code with any
solution.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from headwater.services import ClickHouseClient, KafkaClient, Message, PostgresClient, QueryError

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
IN_TOPIC = (
    "missing_in_topic",
    "outdated_in_topic",
    "duplicated_in_topic",
    "orphan_in_topic",
    "malformed_in_topic",
)
CATEGORIES = (*IN_CLICKHOUSE, *IN_TOPIC)
TABLE = "analytics.transactions"
QUARANTINE = "analytics.transactions_quarantine"
RUNS = "analytics.reconciliation_runs"
TABLES = [RUNS, TABLE, QUARANTINE]
LARGEST = 2**63 - 1
LEDGER = """
    select transaction_id, merchant_id, amount, currency, status,
        extract(epoch from created_at)::bigint, version
    from app.transactions order by 1
"""
STORED = """
    select transaction_id, merchant_id, toString(amount), currency, toString(status),
        toUnixTimestamp(created_at)
    from {table:Identifier}.{name:Identifier}
"""


class Systems(Protocol):
    """A state with clients for its three systems: the graded state or a copy."""

    @property
    def postgres(self) -> PostgresClient: ...
    @property
    def clickhouse(self) -> ClickHouseClient: ...
    @property
    def kafka(self) -> KafkaClient: ...


@dataclass(frozen=True, order=True)
class Payment:
    """A payment in Postgres or ClickHouse; ``created_at`` is in seconds since the epoch."""

    transaction_id: int
    merchant_id: int
    amount: Decimal
    currency: str
    status: str
    created_at: int


@dataclass(frozen=True)
class Truth:
    """The data in a state at one point in time."""

    ledger: dict[int, Payment]
    versions: dict[int, int]
    held: list[Payment]
    messages: list[Message]

    @property
    def in_agreement(self) -> bool:
        """Return whether ClickHouse has exactly the same payments as Postgres, once each."""
        return sorted(self.held) == sorted(self.ledger.values())

    def totals(self) -> dict[str, int]:
        """Return the report's totals."""
        return {"postgres": len(self.ledger), "topic": len(self.messages), "clickhouse": len(self.held)}

    def drifted(self, tolerance: Decimal = Decimal(0)) -> dict[str, list[int]]:
        """Return the ids in each category except malformed messages, in ascending order."""
        rows = defaultdict(list)
        for payment in self.held:
            rows[payment.transaction_id].append(payment)
        newest, repeated, _ = self._events()

        def differing(differs: Callable[[Payment, Payment], bool]) -> list[int]:
            return [n for n, right in self.ledger.items() if any(differs(row, right) for row in rows.get(n, ()))]

        return {
            "missing_in_clickhouse": [n for n in self.ledger if n not in rows],
            "duplicated_in_clickhouse": [n for n in self.ledger if len(rows.get(n, ())) > 1],
            "amount_mismatch": differing(lambda row, right: abs(row.amount - right.amount) > tolerance),
            "currency_mismatch": differing(lambda row, right: row.currency != right.currency),
            "time_mismatch": differing(lambda row, right: row.created_at != right.created_at),
            "merchant_mismatch": differing(lambda row, right: row.merchant_id != right.merchant_id),
            "status_stale": differing(lambda row, right: row.status != right.status),
            "orphan_in_clickhouse": sorted(set(rows) - set(self.ledger)),
            "missing_in_topic": [n for n in self.ledger if n not in newest],
            "outdated_in_topic": [n for n, v in self.versions.items() if n in newest and newest[n][0] < v],
            "duplicated_in_topic": sorted(repeated & set(self.ledger)),
            "orphan_in_topic": sorted(set(newest) - set(self.ledger)),
        }

    def categories(self, tolerance: Decimal = Decimal(0)) -> dict[str, dict[str, Any]]:
        """Return the report's categories."""
        newest, _, malformed = self._events()
        found = {
            name: {
                "count": len(ids),
                "examples": sorted(ids)[:10],
                "by_producer": dict(Counter(newest[n][1] if n in newest else "none" for n in ids)),
            }
            for name, ids in self.drifted(tolerance).items()
        }
        return found | {"malformed_in_topic": {"count": len(malformed), "examples": malformed[:10], "by_producer": {}}}

    def _events(self) -> tuple[dict[int, tuple[int, str]], set[int], list[str]]:
        """Return the newest events, the ids with a repeated version, and the offsets of malformed messages."""
        newest: dict[int, tuple[int, str]] = {}
        seen: set[tuple[int, int]] = set()
        repeated: set[int] = set()
        malformed = []
        for message in self.messages:
            event = parsed(message)
            if event is None:
                malformed.append(f"{message.partition}:{message.offset}")
                continue
            number, version, producer = event
            if (number, version) in seen:
                repeated.add(number)
            seen.add((number, version))
            if number not in newest or version > newest[number][0]:
                newest[number] = (version, producer)
        return newest, repeated, malformed


def parsed(message: Message) -> tuple[int, int, str] | None:
    """Return the payment, version and producer, or None if the message is malformed."""
    try:
        event = json.loads((message.value or b"").decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(event, dict):
        return None
    number, version = event.get("transaction_id"), event.get("version")
    if type(number) is not int or type(version) is not int or not (0 < number <= LARGEST and 0 < version <= LARGEST):
        return None
    return number, version, str(event.get("producer") or "none")


def truth(state: Systems, *, topic: bool = True) -> Truth:
    """Read all three systems, or only the databases; a missing table counts as empty."""
    ledger = state.postgres.query(LEDGER)
    return Truth(
        {row[0]: _payment(row) for row in ledger},
        {row[0]: row[6] for row in ledger},
        stored_payments(state),
        state.kafka.messages("transactions") if topic else [],
    )


def difference(state: Truth) -> str:
    """Describe briefly how ClickHouse differs from Postgres."""
    drift = {name: len(found) for name, found in state.drifted().items() if name in IN_CLICKHOUSE and found}
    return f"{len(state.held)} rows for {len(state.ledger)} payments, drift left: {drift or 'none'}"


def stored_payments(state: Systems, table: str = "transactions") -> list[Payment]:
    """Return the rows in a table of the database analytics, with a plain SELECT; empty if there is no such table."""
    try:
        rows = state.clickhouse.query(STORED, {"table": "analytics", "name": table})
    except QueryError:
        return []
    return [_payment(row) for row in rows]


def _payment(row: Iterable[Any]) -> Payment:
    number, merchant, amount, currency, status, created, *_ = row
    marked = "null" if currency is None else f"={currency}"  # sortable, and distinguishes NULL from any text
    return Payment(number, merchant, Decimal(str(amount)), marked, status, created)
