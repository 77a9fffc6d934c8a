"""Parse messages, as docs/consumer.md describes."""

import json
import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NamedTuple

UNITS = re.compile(r"\d{1,12}(\.\d{1,6})?", re.ASCII)
AT = re.compile(r"20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
LARGEST_ACCOUNT = 2**32 - 1
LONGEST_ID = 64


class RejectedError(Exception):
    """The message does not match the description; the error text gives the reason."""


class Event(NamedTuple):
    """A row in usage.events."""

    id: str
    account: int
    meter: str
    units: Decimal
    at: datetime


def read(payload: bytes | None) -> Event:
    """Parse the event in a message.

    Raises:
        RejectedError: The message does not match the description.
    """
    content = _object(payload)
    account, units = content.get("account"), _text(content, "units")
    if type(account) is not int or not 1 <= account <= LARGEST_ACCOUNT:
        raise RejectedError(f"account {account!r}"[:80])
    if not UNITS.fullmatch(units):
        raise RejectedError(f"units {units!r}"[:80])
    if len(event_id := _text(content, "id")) > LONGEST_ID:
        raise RejectedError("id is too long")
    return Event(event_id, account, _text(content, "meter"), Decimal(units), _time(_text(content, "at")))


def _object(payload: bytes | None) -> dict[str, Any]:
    try:
        content = json.loads((payload or b"").decode())
    except (ValueError, RecursionError) as error:
        raise RejectedError(f"no JSON in UTF-8: {error}"[:80]) from error
    if not isinstance(content, dict):
        raise RejectedError("no JSON object")
    return content


def _text(content: dict[str, Any], name: str) -> str:
    value = content.get(name)
    if not isinstance(value, str) or not value:
        raise RejectedError(f"{name} is missing or no text")
    if any("\ud800" <= character <= "\udfff" for character in value):  # JSON can escape half of a surrogate pair
        raise RejectedError(f"{name} is no Unicode text")
    return value


def _time(text: str) -> datetime:
    if not AT.fullmatch(text):
        raise RejectedError(f"at {text!r}"[:80])
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError as error:
        raise RejectedError(f"at {text!r}: {error}"[:80]) from error
