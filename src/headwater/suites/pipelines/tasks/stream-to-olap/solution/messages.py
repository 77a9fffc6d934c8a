"""Parse messages from the topic, as docs/messages.md describes them."""

import json
import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
FIRST, BEHIND = ((datetime(year, 1, 1, tzinfo=UTC) - EPOCH) // MILLISECOND for year in (2020, 2100))
UNITS = {"air_temperature": "C", "soil_moisture": "%", "co2": "ppm", "light": "lux", "ph": ""}


class RejectedError(Exception):
    """The message is invalid; the error gives the reason."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A row in analytics.metrics; the time is in milliseconds since 1970."""

    event_id: str
    station: str
    metric: str
    unit: str
    ts: int
    value: float | None


def read(payload: bytes | None) -> Reading:
    """Parse the reading in a message.

    Raises:
        RejectedError: The message does not match the description.
    """
    content = _object(payload)
    metric = _text(content, "metric")
    match content.get("schema"):
        case 1 if metric in UNITS:
            unit, ts = UNITS[metric], _milliseconds(content)
        case 1:
            raise RejectedError(f"schema 1 knows no metric {metric!r}")
        case 2:
            unit, ts = _text(content, "unit", may_be_empty=True), _iso_time(content)
        case unknown:
            raise RejectedError(f"unknown schema {unknown!r}")
    return Reading(_text(content, "event_id"), _text(content, "station"), metric, unit, ts, _value(content))


def _object(payload: bytes | None) -> dict[str, Any]:
    if not payload:
        raise RejectedError("the message is empty")
    try:
        content = json.loads(payload.decode())
    except (ValueError, RecursionError) as error:
        raise RejectedError(f"not JSON in UTF-8: {error}") from error
    if not isinstance(content, dict):
        raise RejectedError("not a JSON object")
    return content


def _text(content: dict[str, Any], name: str, *, may_be_empty: bool = False) -> str:
    value = content.get(name)
    if not isinstance(value, str) or not (value or may_be_empty):
        raise RejectedError(f"{name} is missing or no text")
    if any("\ud800" <= character <= "\udfff" for character in value):  # JSON escapes can contain a lone surrogate
        raise RejectedError(f"{name} is no Unicode text")
    return value


def _value(content: dict[str, Any]) -> float | None:
    value = content.get("value", "missing")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RejectedError("value is missing or no number")
    try:
        number = float(value)
    except OverflowError as error:
        raise RejectedError("value is beyond all floats") from error
    if not math.isfinite(number):
        raise RejectedError("value is not finite")
    return number


def _milliseconds(content: dict[str, Any]) -> int:
    value = content.get("ts_ms")
    if isinstance(value, bool) or not isinstance(value, int):
        raise RejectedError("ts_ms is missing or no integer")
    return _plausible(value)


def _iso_time(content: dict[str, Any]) -> int:
    try:
        at = datetime.fromisoformat(_text(content, "ts"))
    except ValueError as error:
        raise RejectedError(f"ts is no ISO 8601 time: {error}") from error
    if at.tzinfo is None:
        raise RejectedError("ts has no zone")
    return _plausible((at - EPOCH) // MILLISECOND)


def _plausible(milliseconds: int) -> int:
    if not FIRST <= milliseconds < BEHIND:
        raise RejectedError("the time is that of a gateway without a clock")
    return milliseconds
