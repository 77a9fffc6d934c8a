"""Read the shop's events, in both formats. See docs/events.md."""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

MOST_SEQ, MOST_QUANTITY, MOST_CENTS = 1_000_000, 1_000, 1_000_000
FIELDS = ("customer", "sku", "quantity", "price", "percent", "amount")
NEEDING_DATA = ("placed", "item_added", "item_removed", "discounted", "paid", "refunded", "corrected")


@dataclass(frozen=True)
class Event:
    """A usable event. Amounts in `data` are in cents."""

    id: str
    order: str
    seq: int
    type: str
    at: datetime
    data: dict[str, object]


class UnusableError(Exception):
    """A message is not a usable event."""


def is_storable(value: object) -> bool:
    """Return whether a value is a whole number, or a text that Postgres can store."""
    return isinstance(value, int) or (isinstance(value, str) and not re.search(r"[\x00\ud800-\udfff]", value))


def text(value: object) -> str:
    if not isinstance(value, str) or not value or not is_storable(value):
        raise UnusableError
    return value


def whole(value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise UnusableError
    return value


def moment(value: object) -> datetime:
    try:
        found = datetime.fromisoformat(text(value))
    except ValueError as error:
        raise UnusableError from error
    if found.tzinfo is None or not 2000 <= found.year < 2100:
        raise UnusableError
    return found


def amount(value: object, is_new: bool) -> int:
    """Return an amount in cents."""
    if is_new:
        return whole(value, 0, MOST_CENTS)
    if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,2})?", text(value)):
        raise UnusableError
    return whole(int(Decimal(value) * 100), 0, MOST_CENTS)


def details(kind: str, data: object, is_new: bool) -> dict[str, object]:
    """Return what an event of some type needs from its data."""
    if kind not in NEEDING_DATA:
        return {}
    if not isinstance(data, dict):
        raise UnusableError
    if kind == "placed":
        return {"customer": text(data.get("customer"))}
    if kind == "item_added":
        return article(data) | {"price": amount(data.get("price"), is_new)}
    if kind == "item_removed":
        return article(data)
    if kind == "discounted":
        return {"percent": whole(data.get("percent"), 0, 100)}
    if kind in ("paid", "refunded"):
        return {"amount": amount(data.get("amount"), is_new)}
    if not isinstance(data.get("data"), dict):
        raise UnusableError
    corrected = {name: value for name, value in data["data"].items() if name in FIELDS and is_storable(value)}
    return {"event": text(data.get("event")), "data": corrected, "is_new": is_new}


def article(data: dict[str, object]) -> dict[str, object]:
    return {"sku": text(data.get("sku")), "quantity": whole(data.get("quantity"), 1, MOST_QUANTITY)}


def parse(message: bytes | None) -> Event:
    """Return the event of a message, or raise UnusableError."""
    try:
        body = json.loads(message or b"")
    except (ValueError, RecursionError) as error:
        raise UnusableError from error
    if not isinstance(body, dict):
        raise UnusableError
    is_new = body.get("v") == 2
    fields = body.get("event") if is_new else body
    if not isinstance(fields, dict):
        raise UnusableError
    kind = text(fields.get("type"))
    known = details(kind, body.get("data"), is_new)
    event_id, order = text(fields.get("id")), text(fields.get("order"))
    return Event(event_id, order, whole(fields.get("seq"), 1, MOST_SEQ), kind, moment(fields.get("at")), known)


def parse_or_none(message: bytes | None) -> Event | None:
    """Return the event of a message, or None if the message is unusable."""
    try:
        return parse(message)
    except UnusableError:
        return None


def details_or_none(kind: str, data: object, is_new: bool) -> dict[str, object] | None:
    """Return what an event of some type needs from its data, or None if the data does not fit."""
    try:
        return details(kind, data, is_new)
    except UnusableError:
        return None
