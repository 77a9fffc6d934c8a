"""Derive the expected events, visits and days from raw.events, and compare the tables in ClickHouse with them."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from headwater.grading import Completed, Graded, QueryError, State

Row = tuple[Any, ...]

TABLES = {
    "events": {
        "event_id": "String",
        "visitor": "String",
        "at": "DateTime64(3, 'UTC')",
        "type": "String",
        "source": "String",
        "pattern": "Nullable(UInt32)",
        "amount": "Nullable(Decimal(12, 2))",
    },
    "rejected": {"seq": "UInt64", "reason": "String"},
    "visits": {
        "visitor": "String",
        "started_at": "DateTime64(3, 'UTC')",
        "ended_at": "DateTime64(3, 'UTC')",
        "source": "String",
        "events": "UInt32",
        "purchases": "UInt32",
        "revenue": "Decimal(12, 2)",
    },
    "daily": {
        "day": "Date",
        "source": "String",
        "visits": "UInt32",
        "visitors": "UInt32",
        "purchases": "UInt32",
        "revenue": "Decimal(12, 2)",
    },
}
DASHBOARD, SUPPORT = "dashboards/days.sql", "dashboards/visitor.sql"
_DAY_MS, _GAP_MS = 86_400_000, 1_800_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RAW = "select seq, (extract(epoch from received_at) * 1000)::bigint, payload::text from raw.events order by seq"


def _text(payload: Any, path: str) -> str:
    for key in path.split():
        payload = payload.get(key) if isinstance(payload, dict) else None
    return str(payload).strip() if isinstance(payload, (str, int)) and not isinstance(payload, bool) else ""


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,17}", text) else None


def _time(text: str) -> int | None:
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)", text):
        return None
    try:
        return (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)
    except ValueError:
        return None


@cache
def _event(written: str, received: int) -> Row | str:
    """Return an event (time in milliseconds, amount in cents), or the reason why it cannot be used."""
    payload = json.loads(written)
    if _text(payload, "v") == "2":
        names = ("event id", "visitor id", "event type", "context source", "item id")
        at, price = _time(_text(payload, "at")), _text(payload, "item price")
        cents = int(Decimal(price) * 100) if re.fullmatch(r"\d{1,9}(\.\d{1,2})?", price) else None
    else:
        names = ("id", "visitor", "type", "source", "pattern")
        at, cents = _number(_text(payload, "ts")), _number(_text(payload, "price_cents"))
    number, visitor, kind, source, pattern = (_text(payload, name) for name in names)
    faults = {
        "id": not number,
        "visitor": not visitor,
        "time": at is None,
        "clock": at is not None and at > received + _DAY_MS,
        "price": kind == "purchase" and cents is None,
    }
    reason = next((name for name, applies in faults.items() if applies), None)
    amount = cents if kind == "purchase" else None
    return reason or (number, visitor, at, kind, source.lower() or "unknown", _number(pattern), amount)


def _visits(events: list[Row]) -> list[Row]:
    visits = []
    for _, group in groupby(sorted(events, key=itemgetter(1, 2, 0)), key=itemgetter(1)):
        series: list[list[Row]] = []
        for event in group:
            if not series or event[2] - series[-1][-1][2] > _GAP_MS:
                series.append([])
            series[-1].append(event)
        visits += [_visit(each) for each in series]
    return visits


def _visit(events: list[Row]) -> Row:
    sources = [event[4] for event in events if event[4] != "unknown"]
    amounts = [event[6] for event in events if event[6] is not None]
    first, last = events[0], events[-1]
    return first[1], first[2], last[2], (sources or ["unknown"])[0], len(events), len(amounts), sum(amounts)


def _days(visits: list[Row]) -> list[Row]:
    days: dict[Row, list[Row]] = {}
    for visit in visits:
        days.setdefault((visit[1] // _DAY_MS, visit[3]), []).append(visit)
    return [
        (*key, len(some), len({visit[0] for visit in some}), sum(visit[5] for visit in some), sum(v[6] for v in some))
        for key, some in days.items()
    ]


def truth(state: State | Graded) -> dict[str, list[Row]]:
    """Return each table's expected rows, sorted: times in milliseconds, amounts in cents, days counted from 1970."""
    events: dict[str, Row] = {}
    rejected = []
    for seq, received, payload in state.postgres.query(_RAW):
        event = _event(payload, received)
        if isinstance(event, str):
            rejected.append((seq, event))
        else:
            events.setdefault(event[0], event)
    visits = _visits(list(events.values()))
    return {"events": sorted(events.values()), "rejected": rejected, "visits": visits, "daily": sorted(_days(visits))}


@cache
def at_start(graded: Graded) -> dict[str, list[Row]]:
    """Return each table's expected rows for the events present at the start."""
    return truth(graded.starting)


def plain(value: Any) -> Any:
    """Convert a value from ClickHouse to the units that `truth` uses."""
    if isinstance(value, datetime):
        return (value.replace(tzinfo=value.tzinfo or UTC) - _EPOCH) // timedelta(milliseconds=1)
    if isinstance(value, date):
        return (value - _EPOCH.date()).days
    return int(value * 100) if isinstance(value, Decimal) else value


def query_rows(state: State | Graded, sql: str) -> list[Row]:
    """Return the rows of a query's result, in the units that `truth` uses."""
    return [tuple(plain(value) for value in row) for row in state.clickhouse.query(sql)]


def table_rows(state: State | Graded, table: str) -> list[Row]:
    """Return a table's rows, sorted, in the units that `truth` uses."""
    names = list(TABLES[table])
    order = "visitor, started_at" if table == "visits" else ", ".join(names[:2])
    return query_rows(state, f"select {', '.join(names)} from analytics.{table} order by {order}")


def difference(found: list[Row], right: list[Row]) -> str:
    """Describe how rows differ from the expected ones. Return an empty string if they are equal."""
    if found == right:
        return ""
    found_rows, expected_rows = set(found), set(right)
    extra, missing = [row for row in found if row not in expected_rows], [row for row in right if row not in found_rows]
    return (
        f"{len(found)} rows for {len(right)}, of which {len(extra)} are wrong, such as {str(extra[:1])[:160]}, "
        f"and {len(missing)} are missing, such as {str(missing[:1])[:160]}"
    )


def fault(state: State | Graded, right: dict[str, list[Row]], *names: str) -> str:
    """Describe the first table that differs from its expected rows. Without names, compare all tables."""
    for name in names or TABLES:
        try:
            message = difference(table_rows(state, name), right[name])
        except QueryError as error:
            message = f"a query is refused: {error}"
        if message:
            return f"analytics.{name}: {message}"
    return ""


def tables(state: State | Graded) -> list[str]:
    """Return the tables and views of all databases except ClickHouse's system databases."""
    rows = state.clickhouse.query(
        "select database || '.' || name from system.tables "
        "where lower(database) not in ('system', 'information_schema') and not startsWith(name, '.inner')"
    )
    return sorted(str(row[0]) for row in rows)


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"it ended with {completed.exit_code}" + (f" ({completed.last_line[:200]})" if completed.exit_code else "")


def printed_counts(completed: Completed) -> tuple[int, int] | None:
    """Return the numbers in a run's last line (`events=<n> rejected=<n>`), or None if it has another form."""
    last = (completed.stdout.strip().splitlines() or [""])[-1]
    match = re.fullmatch(r"events=(\d+) rejected=(\d+)", last)
    return (int(match[1]), int(match[2])) if match else None
