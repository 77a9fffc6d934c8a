"""Parse payloads from raw.events, in both versions. See docs/events.md."""

from dataclasses import astuple, dataclass, fields
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation

DAY = timedelta(days=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LAST_PATTERN = 2**32 - 1


@dataclass(frozen=True)
class Event:
    """A usable event."""

    event_id: str
    visitor: str
    at: datetime
    type: str
    source: str
    pattern: int | None
    amount: Decimal | None

    def row(self) -> tuple[object, ...]:
        """Return the values in the order of COLUMNS."""
        return astuple(self)


COLUMNS = [field.name for field in fields(Event)]


def text(payload: object, *keys: str) -> str:
    """Return the text or number at a path of keys as text, or an empty string if there is none."""
    for key in keys:
        payload = payload.get(key) if isinstance(payload, dict) else None
    is_value = isinstance(payload, str | int | float | Decimal) and not isinstance(payload, bool)
    return str(payload).strip() if is_value else ""


def whole(value: str) -> int | None:
    return int(value) if value.isascii() and value.isdigit() and len(value) < 18 else None


def moment(payload: object, is_new: bool) -> datetime | None:
    try:
        if is_new:
            found = datetime.fromisoformat(text(payload, "at"))
            return found.astimezone(UTC) if found.tzinfo else None
        milliseconds = whole(text(payload, "ts"))
        return None if milliseconds is None else EPOCH + timedelta(milliseconds=milliseconds)
    except (ValueError, OverflowError):
        return None


def price(payload: object, is_new: bool) -> Decimal | None:
    if not is_new:
        cents = whole(text(payload, "price_cents"))
        return None if cents is None else Decimal(cents) / 100
    try:
        found = Decimal(text(payload, "item", "price"))
    except InvalidOperation:
        return None
    return found if found.is_finite() and found >= 0 else None


def read(payload: object, received_at: datetime) -> Event | str:
    """Return a payload's event, or the reason why the payload cannot be used."""
    is_new = text(payload, "v") == "2"
    event_id = text(payload, *(("event", "id") if is_new else ("id",)))
    visitor = text(payload, *(("visitor", "id") if is_new else ("visitor",)))
    kind = text(payload, *(("event", "type") if is_new else ("type",)))
    at = moment(payload, is_new)
    amount = price(payload, is_new) if kind == "purchase" else None
    if not event_id:
        return "id"
    if not visitor:
        return "visitor"
    if at is None:
        return "time"
    if at > received_at + DAY:
        return "clock"
    if kind == "purchase" and amount is None:
        return "price"
    source = text(payload, *(("context", "source") if is_new else ("source",))).lower() or "unknown"
    pattern = whole(text(payload, *(("item", "id") if is_new else ("pattern",))))
    return Event(event_id, visitor, at, kind, source, pattern if (pattern or 0) <= LAST_PATTERN else None, amount)
