"""Parse a message from the parcel-scans topic according to docs/parcel-scans.md."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

CARRIERS = json.loads(Path(__file__).with_name("carriers.json").read_text())
ZONE = re.compile(r"(Z|[+-]\d\d:?\d\d)$")


class BrokenScanError(Exception):
    """A message is broken; the error gives the reason, without the contents."""


def is_text(value: object) -> bool:
    """Return whether a value is a string that UTF-8 can encode."""
    return isinstance(value, str) and not any(0xD800 <= ord(letter) < 0xE000 for letter in value)


def is_some_text(value: object) -> bool:
    """Return whether a value is a non-empty string that UTF-8 can encode."""
    return is_text(value) and bool(value)


def is_time(value: object) -> bool:
    """Return whether a value is a time with an offset, within the allowed years."""
    if not is_text(value) or not ZONE.search(str(value)):
        return False
    try:
        return 2020 <= datetime.fromisoformat(str(value)).astimezone(UTC).year < 2100
    except (ValueError, OverflowError):
        return False


Rule = tuple[Callable[[object], bool], Callable[[object], object], str]
RULES: dict[str, Rule] = {
    "scan_id": (is_some_text, str, "must be text"),
    "parcel": (is_some_text, str, "must be text"),
    "carrier": (lambda value: is_text(value) and value in CARRIERS, lambda value: CARRIERS[value], "must be known"),
    "status": (is_some_text, str, "must be text"),
    "weight_g": (
        lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**32,
        lambda value: value,
        "must be a whole number that fits",
    ),
    "scanned_at": (is_time, lambda value: datetime.fromisoformat(str(value)), "must be a time with an offset"),
    "recipient": (lambda value: value is None or is_text(value), lambda value: value, "must be text or null"),
}
COLUMNS = list(RULES)


def read_scan(payload: bytes | None) -> list[object]:
    """Return the row for a scan."""
    try:
        scan = json.loads(payload or b"")
    except (ValueError, RecursionError) as error:
        raise BrokenScanError("not JSON") from error
    if not isinstance(scan, dict):
        raise BrokenScanError("not an object")
    faults = [f"{name} {wording}" for name, (fits, _, wording) in RULES.items() if not fits(scan.get(name))]
    if faults:
        raise BrokenScanError(", ".join(faults))
    return [convert(scan.get(name)) for name, (_, convert, _) in RULES.items()]
