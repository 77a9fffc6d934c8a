"""Turn messages into readings; docs/messages.md describes both."""

import json
import math
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

START, END = datetime(2020, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
OLD_UNITS = {"air_temperature": "C", "soil_moisture": "%", "co2": "ppm", "light": "lux", "ph": ""}
MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)")
MISSING = object()


class InvalidError(ValueError):
    """Raised for a message that is not as described. Its text gives the reason."""


def parse(payload: bytes | None) -> list[Any]:
    """Return a row of analytics.metrics, with the time in milliseconds, or raise InvalidError."""
    fields = _fields(payload or b"")
    version = fields.get("schema", MISSING)
    if type(version) is not int or version not in UNIT_AND_TIME:
        raise InvalidError("schema is missing or unknown")
    identity = [_text(fields, name) for name in ("event_id", "station", "metric")]
    if not all(identity):
        raise InvalidError("event_id, station or metric is empty")
    unit, at = UNIT_AND_TIME[version](fields)
    if not START <= at < END:
        raise InvalidError("the time is that of a gateway without a clock")
    return [*identity, unit, (at - EPOCH) // timedelta(milliseconds=1), _value(fields)]


def _fields(payload: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(payload.decode(), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise InvalidError("not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise InvalidError("not JSON") from error
    if not isinstance(fields, dict):
        raise InvalidError("not an object")
    return fields


def _no_constant(name: str) -> float:
    raise InvalidError(f"{name} is no JSON")


def _text(fields: dict[str, Any], name: str) -> str:
    text = fields.get(name, MISSING)
    if not isinstance(text, str):
        raise InvalidError(f"{name} is missing or no text")
    if not text.isascii() and re.search("[\ud800-\udfff]", text):
        raise InvalidError(f"{name} has half a surrogate pair")
    return text


def _value(fields: dict[str, Any]) -> float | None:
    value = fields.get("value", MISSING)
    if value is None:
        return None
    if type(value) not in (int, float):
        raise InvalidError("value is missing or no number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InvalidError("value is too large for a number")
    return number


def _old(fields: dict[str, Any]) -> tuple[str, datetime]:
    """Return the unit and the time of schema 1."""
    if fields["metric"] not in OLD_UNITS:
        raise InvalidError("schema 1 has no such metric")
    milliseconds = fields.get("ts_ms", MISSING)
    if type(milliseconds) is not int:
        raise InvalidError("ts_ms is missing or no integer")
    try:
        return OLD_UNITS[fields["metric"]], EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError as error:
        raise InvalidError("ts_ms is no time") from error


def _new(fields: dict[str, Any]) -> tuple[str, datetime]:
    """Return the unit and the time of schema 2."""
    unit, moment = _text(fields, "unit"), _text(fields, "ts")
    if not MOMENT.fullmatch(moment):
        raise InvalidError("ts is no ISO 8601 time with a zone")
    try:
        return unit, datetime.fromisoformat(moment)
    except ValueError as error:
        raise InvalidError("ts is no time") from error


UNIT_AND_TIME: dict[int, Callable[[dict[str, Any]], tuple[str, datetime]]] = {1: _old, 2: _new}
