"""Compute the expected snapshots from the archive and the topic, and compare app.order_snapshots with them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

from headwater.grading import Completed, Graded, QueryError, State

TOPIC = "orders.events"
COLUMNS = ("order_id", "customer", "status", "items", "total", "paid", "last_seq", "changed_at")
TYPES = {
    "order_id": "text",
    "customer": "text",
    "status": "text",
    "items": "integer",
    "total": "numeric(12,2)",
    "paid": "numeric(12,2)",
    "last_seq": "integer",
    "changed_at": "timestamp with time zone",
}
Row = tuple[Any, ...]
_NEEDS = {
    "placed": ("customer",),
    "item_added": ("sku", "quantity", "price"),
    "item_removed": ("sku", "quantity"),
    "discounted": ("percent",),
    "paid": ("amount",),
    "refunded": ("amount",),
    "corrected": ("event", "data"),
}
_LIMITS = {"quantity": (1, 1_000), "percent": (0, 100), "seq": (1, 1_000_000)}
_LINE = re.compile(r"(\S+) (\w+)(?: (\S+) (\S+).*)?")


@dataclass(frozen=True)
class Event:
    """A usable event. `data` is as the shop sent it."""

    id: str
    order: str
    seq: int
    type: str
    at: datetime
    data: dict[str, Any]
    version: int


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value) and not re.search(r"[\x00\ud800-\udfff]", value)


def _is_whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _time(value: object) -> datetime | None:
    try:
        found = datetime.fromisoformat(str(value)) if _is_text(value) else None
    except ValueError:
        return None
    return found if found and found.tzinfo and 2000 <= found.year < 2100 else None


def _is_valid(name: str, value: object, version: int) -> bool:
    if name in ("price", "amount"):
        if version == 2:
            return _is_whole(value, 0, 1_000_000)
        fits = _is_text(value) and re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,2})?", str(value))
        return bool(fits) and Decimal(str(value)) <= 10_000
    if name in _LIMITS:
        return _is_whole(value, *_LIMITS[name])
    return isinstance(value, dict) if name == "data" else _is_text(value)


def _fits(kind: str, data: object, version: int) -> bool:
    needs = _NEEDS.get(kind, ())
    if not needs:
        return True
    return isinstance(data, dict) and all(_is_valid(name, data.get(name), version) for name in needs)


@lru_cache(maxsize=100_000)
def parsed(value: bytes | str | None) -> Event | None:
    """Return the event of a message, or None if the message is unusable."""
    try:
        body = json.loads(value or b"")
    except (ValueError, RecursionError):
        return None
    version = 2 if isinstance(body, dict) and body.get("v") == 2 else 1
    fields = (body.get("event") if version == 2 else body) if isinstance(body, dict) else None
    if not isinstance(fields, dict) or not all(_is_text(fields.get(name)) for name in ("id", "order", "type")):
        return None
    at, data = _time(fields.get("at")), body.get("data")
    if at is None or not _is_valid("seq", fields.get("seq"), 1) or not _fits(fields["type"], data, version):
        return None
    return Event(fields["id"], fields["order"], fields["seq"], fields["type"], at, data or {}, version)


def _cents(value: Any, version: int) -> int:
    return int(value) if version == 2 else int(Decimal(value) * 100)


def _counted(history: list[Event]) -> list[Event]:
    """Return the events with the data that counts."""
    places = {event.id: place for place, event in enumerate(history)}
    counted = list(history)
    for place, event in enumerate(history):
        if event.type != "corrected" or not 0 <= (target := places.get(event.data["event"], -1)) < place:
            continue
        old = history[target]
        if old.type != "corrected" and _fits(old.type, event.data["data"], event.version):
            counted[target] = Event(old.id, old.order, old.seq, old.type, old.at, event.data["data"], event.version)
    return counted


def snapshot(known: Iterable[Event]) -> Row | None:
    """Return the expected row of an order, or None if its first event is missing."""
    numbered = {event.seq: event for event in known}
    history: list[Event] = []
    while len(history) + 1 in numbered:
        history.append(numbered[len(history) + 1])
    if not history:
        return None
    customer, is_cancelled, percent, paid = "", False, 0, 0
    articles: dict[str, tuple[int, int]] = {}
    for event in _counted(history):
        data, version = event.data, event.version
        if event.type == "placed":
            customer = data["customer"]
        elif event.type == "item_added":
            articles[data["sku"]] = (
                articles.get(data["sku"], (0, 0))[0] + data["quantity"],
                _cents(data["price"], version),
            )
        elif event.type == "item_removed":
            quantity, price = articles.get(data["sku"], (0, 0))
            articles[data["sku"]] = (max(quantity - data["quantity"], 0), price)
        elif event.type == "discounted":
            percent = data["percent"]
        elif event.type in ("paid", "refunded"):
            paid += _cents(data["amount"], version) * (1 if event.type == "paid" else -1)
        elif event.type in ("cancelled", "reopened"):
            is_cancelled = event.type == "cancelled"
    full = sum(quantity * price for quantity, price in articles.values())
    total = 0 if is_cancelled else (full * (100 - percent) + 50) // 100
    items = 0 if is_cancelled else sum(quantity for quantity, _ in articles.values())
    status = "cancelled" if is_cancelled else "paid" if 0 < total <= paid else "open"
    last = history[-1]
    amounts = (Decimal(total) / 100, Decimal(paid) / 100)
    return last.order, customer, status, items, *amounts, last.seq, last.at.astimezone(UTC)


def usable(state: State | Graded) -> list[Event]:
    """Return the different usable events of the archive and the topic."""
    archive = state.postgres.query("select message from app.order_archive order by position")
    values = [row[0] for row in archive] + [message.value for message in state.kafka.messages(TOPIC)]
    return list({(event.order, event.seq): event for event in map(parsed, values) if event}.values())


def truth(state: State | Graded) -> dict[str, Row]:
    """Return the expected rows by order."""
    histories: dict[str, list[Event]] = {}
    for event in usable(state):
        histories.setdefault(event.order, []).append(event)
    rows = {order: snapshot(known) for order, known in histories.items()}
    return {order: row for order, row in sorted(rows.items()) if row}


@cache
def at_start(graded: Graded) -> dict[str, Row]:
    """Return the expected rows for the events at the start."""
    return truth(graded.starting)


def table_rows(state: State | Graded) -> dict[str, Row]:
    """Return the rows of app.order_snapshots by order."""
    rows = state.postgres.query(f"select {', '.join(COLUMNS)} from app.order_snapshots order by order_id")
    return {row[0]: (*row[:-1], row[-1].astimezone(UTC)) for row in rows}


def difference(found: dict[str, Row], right: dict[str, Row], columns: tuple[str, ...] = COLUMNS) -> str:
    """Describe how the given columns differ from the expected ones. Return an empty string if they are equal."""
    places = [COLUMNS.index(name) for name in ("order_id", *columns)]
    actual, expected = ({tuple(row[place] for place in places) for row in rows.values()} for rows in (found, right))
    extra, missing = sorted(actual - expected, key=str), sorted(expected - actual, key=str)
    if not extra and not missing:
        return ""
    return (
        f"{len(extra)} of {len(found)} snapshots are wrong, such as {_shown(extra[:1])}, "
        f"and {len(missing)} are missing, such as {_shown(missing[:1])}"
    )


def _shown(rows: list[Row]) -> str:
    return str([[str(value) for value in row] for row in rows])[:160]


def fault(state: State, left: dict[str, Row], names: tuple[str, ...]) -> str:
    """Describe how the snapshots differ from the right ones. Return an empty string if they do not.

    Args:
        state: The copy after a run.
        left: The snapshots that the agent left. They are the right ones for all orders that the checks did not add.
        names: How the names of the compared orders begin.
    """
    right = left | {order: row for order, row in truth(state).items() if is_added(order)}
    try:
        found = table_rows(state)
    except QueryError as error:
        return f"a query is refused: {error}"
    return difference(_of_orders(found, names), _of_orders(right, names))


def _of_orders(rows: dict[str, Row], names: tuple[str, ...]) -> dict[str, Row]:
    return {order: row for order, row in rows.items() if order.startswith(names)}


def last_line(completed: Completed) -> str:
    """Return the last line of standard output."""
    return (completed.stdout.strip().splitlines() or [""])[-1]


def is_added(order: str) -> bool:
    """Return whether an order is one that the checks added."""
    return not re.fullmatch(r"order-[0-9]+", order)


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"it ended with {completed.exit_code}" + (f" ({completed.last_line[:200]})" if completed.exit_code else "")


def differing(found: dict[str, Row], right: dict[str, Row]) -> set[Row]:
    """Return the values that differ, as (order, column, right value, value of the snapshot), in the form of a check."""
    lines = {_line(order, "missing", None, None) for order in right.keys() - found.keys()}
    lines |= {_line(order, "unknown", None, None) for order in found.keys() - right.keys()}
    for order in right.keys() & found.keys():
        pairs = zip(COLUMNS, right[order], found[order], strict=True)
        lines |= {_line(order, name, str(one), str(two)) for name, one, two in pairs if one != two}
    return lines


def printed_differences(completed: Completed) -> set[Row]:
    """Return the differences that a check printed, in the form of `differing`."""
    matches = (_LINE.fullmatch(line.strip()) for line in completed.stdout.splitlines())
    return {_line(*match.groups()) for match in matches if match}


def _line(order: str, what: str, *values: str | None) -> Row:
    # The format of times is not documented.
    return (order, what) if what == "changed_at" else (order, what, *map(_comparable, values))


def _comparable(value: str | None) -> str | Decimal | None:
    return Decimal(value) if value and re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", value) else value
