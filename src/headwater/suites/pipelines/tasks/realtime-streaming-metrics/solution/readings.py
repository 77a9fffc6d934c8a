"""Read the messages of the agents. See docs/readings.md."""

import json
import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

KINDS = {"g": "gauge", "c": "counter"}
UINT32 = 2**32 - 1
MOST_TEXT = 64
MOST_SKEW_MS = 86_400_000
MOST_VALUE = 10**15  # in thousandths, as all values in this module
FIRST_MS, END_MS = 1_577_836_800_000, 4_102_444_800_000  # the years 2020 to 2099


class Reading(NamedTuple):
    """A reading. The time is in milliseconds since 1970, and the value in thousandths."""

    host: str
    metric: str
    boot: int
    seq: int
    kind: str
    at: int
    value: int


@dataclass
class Content:
    """The usable readings of a message, and why the message is unusable, if it is."""

    readings: list[Reading] = field(default_factory=list)
    fault: str = ""


class UnusableError(Exception):
    """A message or a reading is not as described."""


def text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not 1 <= len(value) <= MOST_TEXT or re.search(r"[\ud800-\udfff]", value):
        raise UnusableError(f"{name} is missing or not such a text")
    return value


def whole(fields: dict[str, Any], name: str, least: int, most: int) -> int:
    value = fields.get(name)
    if type(value) is not int or not least <= value <= most:
        raise UnusableError(f"{name} is missing or not such a number")
    return value


def thousandths(fields: dict[str, Any], name: str) -> int:
    """Return a number with up to three decimals, in thousandths."""
    value = fields.get(name)
    if type(value) not in (int, Decimal) or abs(value) > MOST_VALUE:
        raise UnusableError(f"{name} is missing or not such a number")
    scaled = Decimal(value) * 1000
    if scaled != int(scaled):
        raise UnusableError(f"{name} has more than three decimals")
    return int(scaled)


def checked(reading: Reading) -> Reading:
    """Return a reading, unless its time or value is out of range."""
    if not FIRST_MS <= reading.at < END_MS:
        raise UnusableError("the time is not in the years 2020 to 2099")
    if not (0 if reading.kind == "counter" else -MOST_VALUE) <= reading.value <= MOST_VALUE:
        raise UnusableError("the value is out of range")
    return reading


def first_format(content: dict[str, Any]) -> Reading:
    kind = text(content, "kind")
    if kind not in KINDS.values():
        raise UnusableError("kind is unknown")
    host, metric = text(content, "host"), text(content, "metric")
    boot, number = whole(content, "boot", 1, UINT32), whole(content, "seq", 1, UINT32)
    return checked(Reading(host, metric, boot, number, kind, thousandths(content, "ts"), thousandths(content, "value")))


def second_format(content: dict[str, Any], each: Any) -> Reading:
    if not isinstance(each, dict):
        raise UnusableError("a reading is not an object")
    kind = KINDS.get(text(each, "k"))
    if not kind:
        raise UnusableError("k is unknown")
    at = whole(each, "at", 0, 2 * END_MS) - content["skew_ms"]
    number, value = whole(each, "n", 1, UINT32), whole(each, "v", -MOST_VALUE, MOST_VALUE)
    return checked(Reading(content["host"], text(each, "m"), content["boot"], number, kind, at, value))


def decoded(payload: bytes | None) -> dict[str, Any]:
    try:
        content = json.loads((payload or b"").decode(), parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise UnusableError("not JSON in UTF-8") from error
    if not isinstance(content, dict):
        raise UnusableError("not a JSON object")
    return content


def read(payload: bytes | None) -> Content:
    """Return the readings of a message."""
    try:
        content = decoded(payload)
        if "format" not in content:
            return Content([first_format(content)])
        return several(content)
    except UnusableError as error:
        return Content(fault=str(error))


def several(content: dict[str, Any]) -> Content:
    """Return the usable readings of a message in format 2."""
    whole(content, "format", 2, 2)
    text(content, "host")
    whole(content, "boot", 1, UINT32)
    whole(content, "skew_ms", -MOST_SKEW_MS, MOST_SKEW_MS)
    if not isinstance(content.get("readings"), list):
        raise UnusableError("readings is missing or not a list")
    found = Content()
    for each in content["readings"]:
        try:
            found.readings.append(second_format(content, each))
        except UnusableError as error:
            found.fault = str(error)
    return found
