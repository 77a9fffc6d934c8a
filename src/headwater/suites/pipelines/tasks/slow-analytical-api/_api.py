"""Compute the expected answers from the table, and measure the database cost of requests."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from headwater.grading import Graded, QueryError, Response, ServerClient, State
from headwater.services import ClickHouseClient

TABLE = "analytics.deliveries"
METRICS = "/api/metrics"
BREAKDOWN = "/api/breakdown"
DELAY_SEC = 5.0
_KEYS = {"day": "toString(toDate(delivered_at))", "region": "toString(region)", "service": "toString(service)"}
_CONDITIONS = {
    "from": "toDate(delivered_at) >= {from:String}::Date",
    "to": "toDate(delivered_at) <= {to:String}::Date",
    "region": "region = {region:String}",
}
_NEW = """
    insert into analytics.deliveries (delivery_id, delivered_at, region, service, courier_id, fee, minutes_late)
    select {first:UInt64} + number, toDateTime({time:String}), 'Harrow', 'express', 7, 12.34, 9 - number
    from numbers({rows:UInt64})
"""


@dataclass(frozen=True)
class Ask:
    """A request: an endpoint and its parameters."""

    endpoint: str
    params: dict[str, str]

    @property
    def path(self) -> str:
        """Return the path and query of the request."""
        return f"{self.endpoint}?{urlencode(self.params)}" if self.params else self.endpoint

    def truth(self, clickhouse: ClickHouseClient) -> Any:
        """Compute the expected answer from the rows in the table."""
        if self.endpoint == METRICS:
            deliveries, revenue, late = self._totals(clickhouse, "1")[0][1:]
            share = round(late / deliveries, 4) if deliveries else None
            return {"deliveries": deliveries, "revenue": revenue, "late": late, "late_share": share}
        by = self.params.get("by", "region")
        names = ("key", "deliveries", "revenue", "late")
        rows = [dict(zip(names, row, strict=True)) for row in self._totals(clickhouse, _KEYS[by])]
        return {"by": by, "rows": rows}

    def _totals(self, clickhouse: ClickHouseClient, key: str) -> list[tuple[Any, ...]]:
        where = " and ".join(_CONDITIONS[name] for name in self.params if name in _CONDITIONS) or "1"
        # Projections are disabled, so that the answer is computed from the rows.
        sql = f"""
            select {key} as key, count(), toString(toDecimalString(sum(fee), 2)), countIf(minutes_late > 0)
            from analytics.deliveries where {where} group by key order by key
            settings optimize_use_projections = 0
        """
        return clickhouse.query(sql, self.params) or ([(key, 0, "0.00", 0)] if key == "1" else [])


def means(figures: dict[str, Any]) -> tuple[Fraction, Fraction] | None:
    """Return the exact mean fee and share of late deliveries, or None if a figure is missing."""
    deliveries, revenue, late = (figures.get(name) for name in ("deliveries", "revenue", "late"))
    if not (isinstance(deliveries, int) and deliveries > 0 and isinstance(late, int)):
        return None
    if not (isinstance(revenue, str) and re.fullmatch(r"\d{1,18}\.\d\d", revenue)):
        return None
    return Fraction(revenue) / deliveries, Fraction(late, deliveries)


def metrics(**params: str) -> Ask:
    """Return a request for metrics; ``from_`` stands for ``from``."""
    return Ask(METRICS, {name.rstrip("_"): value for name, value in params.items()})


def breakdown(**params: str) -> Ask:
    """Return a request for a breakdown; ``from_`` stands for ``from``."""
    return Ask(BREAKDOWN, {name.rstrip("_"): value for name, value in params.items()})


def list_errors(server: ServerClient, clickhouse: ClickHouseClient, asks: list[Ask]) -> list[str]:
    """Return one line per request with a wrong answer."""
    return [line for ask in asks if (line := fault(ask, server.get(ask.path), ask.truth(clickhouse)))]


def fault(ask: Ask, answer: Response, truth: Any) -> str:
    """Describe the errors in an answer; return an empty string if there are none."""
    if answer.status == 200 and answer.json == truth:
        return ""
    return f"{ask.path} answered {answer.status} {answer.text[:160]!r}, and {str(truth)[:160]!r} is true"


def insert(clickhouse: ClickHouseClient, first_id: int, when: str, rows: int = 12) -> None:
    """Insert deliveries as the loaders do."""
    clickhouse.app.query(_NEW, {"first": first_id, "time": when, "rows": rows})


def wrong_after_delay(server: ServerClient, clickhouse: ClickHouseClient, asks: list[Ask]) -> list[str]:
    """Wait until all answers are right, but at most for the documented delay; return the remaining errors."""
    until = time.monotonic() + DELAY_SEC
    truths = [ask.truth(clickhouse) for ask in asks]
    while True:
        last = time.monotonic() > until
        faults = [fault(ask, server.get(ask.path), truth) for ask, truth in zip(asks, truths, strict=True)]
        if last or not any(faults):
            return [line for line in faults if line]
        time.sleep(0.25)


@dataclass(frozen=True)
class Cost:
    """The cost of requests: rows read and queries per request, and the slowest response in seconds."""

    metrics_rows: int
    breakdown_rows: int
    metrics_queries: float
    breakdown_queries: float
    metrics_sec: float
    breakdown_sec: float


_WARM = (metrics(region="Norrby"), breakdown(by="service", region="Norrby"))
_MEASURED_METRICS = (metrics(), metrics(from_="2025-04-01", to="2025-06-30"), metrics(region="Caldwell"))
_MEASURED_BREAKDOWNS = (
    breakdown(by="service"),
    breakdown(by="service", from_="2025-05-01", to="2025-05-31", region="Fenwick"),
)


_NO_ANSWER = 0  # on a busy machine, the shipped server may time out; such a request counts with the time limit


@lru_cache(maxsize=3)
def cost(graded: Graded, side: str) -> Cost:
    """Measure the server in one of the states ``left``, ``starting`` or ``reference``."""
    if side == "starting":
        return _cost(graded.starting, {200, _NO_ANSWER})
    if side == "reference":
        return _cost(graded.reference, {200})
    with graded.copy() as copy:
        return _cost(copy, {200})


def _cost(state: State, accepted: set[int]) -> Cost:
    server, _ = state.serve()
    for ask in _WARM:
        server.get(ask.path)
    rows, queries, seconds = _spent(state.clickhouse, server, _MEASURED_METRICS, accepted)
    lines = _spent(state.clickhouse, server, _MEASURED_BREAKDOWNS, accepted)
    return Cost(rows, lines[0], queries, lines[1], seconds, lines[2])


def rows_of(ask: Ask, clickhouse: ClickHouseClient, server: ServerClient) -> int:
    """Return the number of rows that the database reads for a request."""
    return _spent(clickhouse, server, (ask,), {200})[0]


def _spent(
    clickhouse: ClickHouseClient, server: ServerClient, asks: tuple[Ask, ...], accepted: set[int]
) -> tuple[int, float, float]:
    """Return the rows and queries per request by the server's database user, and the slowest response in seconds."""
    before = _used(clickhouse)
    answers = [server.get(ask.path) for ask in asks]
    if any(answer.status not in accepted for answer in answers):
        raise QueryError(f"requests were answered {[answer.status for answer in answers]}")
    rows, queries = (after - before for after, before in zip(_used(clickhouse), before, strict=True))
    return rows // len(asks), queries / len(asks), max(answer.seconds for answer in answers)


# The counters for the server's user include queries that are not logged.
_COUNTED = """
    select sum(ProfileEvents['SelectedRows']), sum(ProfileEvents['SelectQuery']) from system.user_processes
    where user = 'app'
"""
# When a driver connects, it runs some queries that are not about deliveries.
_HANDSHAKES = """
    select sum(read_rows), count() from system.query_log
    where type = 'QueryFinish' and query_kind = 'Select' and is_initial_query and user = 'app'
        and not arrayExists(name -> lower(name) not in ('system', 'information_schema'), databases)
"""


def _used(clickhouse: ClickHouseClient) -> tuple[int, int]:
    """Return the rows that the server's user has read and its queries, both without those of connecting."""
    clickhouse.execute("system flush logs")
    (counted,), (handshakes,) = clickhouse.query(_COUNTED), clickhouse.query(_HANDSHAKES)
    return int(counted[0]) - int(handshakes[0]), int(counted[1]) - int(handshakes[1])
