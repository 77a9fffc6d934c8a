"""Parse the messages in the topic parcel-scans, which docs/parcel-scans.md describes."""

import json
from datetime import UTC, datetime
from pathlib import Path

COLUMNS = ["scan_id", "parcel", "carrier", "status", "weight_g", "scanned_at", "recipient"]
CARRIERS = json.loads(Path(__file__).with_name("carriers.json").read_text())
UINT32_END = 1 << 32
EARLIEST, LATEST = datetime(2020, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


class BrokenScanError(Exception):
    """A message can never be stored; the error gives the reason, without the contents."""


def read_scan(payload: bytes | None) -> list[object]:
    """Return the row for a scan, with values in the range of their columns."""
    scan = _object(payload)
    return [
        _text(scan, "scan_id"),
        _text(scan, "parcel"),
        _carrier(scan),
        _text(scan, "status"),
        _weight(scan),
        _time(scan),
        None if scan.get("recipient") is None else _text(scan, "recipient", least=0),
    ]


def _object(payload: bytes | None) -> dict[str, object]:
    if payload is None:
        raise BrokenScanError("there is no value")
    try:
        scan = json.loads(payload.decode())
    except (ValueError, RecursionError) as error:
        raise BrokenScanError(f"the value is no JSON in UTF-8 ({type(error).__name__})") from error
    if not isinstance(scan, dict):
        raise BrokenScanError("the value is no JSON object")
    return scan


def _text(scan: dict[str, object], field: str, least: int = 1) -> str:
    text = scan.get(field)
    if not isinstance(text, str) or len(text) < least:
        raise BrokenScanError(f"{field} is no text")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BrokenScanError(f"{field} has a character that is none") from error
    return text


def _carrier(scan: dict[str, object]) -> str:
    code = _text(scan, "carrier")
    if code not in CARRIERS:
        raise BrokenScanError("carrier is not in carriers.json")
    return str(CARRIERS[code])


def _weight(scan: dict[str, object]) -> int:
    weight = scan.get("weight_g")
    if type(weight) is not int or not 0 <= weight < UINT32_END:
        raise BrokenScanError("weight_g is no whole number that the column can hold")
    return weight


def _time(scan: dict[str, object]) -> datetime:
    try:
        at = datetime.fromisoformat(_text(scan, "scanned_at"))
    except ValueError as error:
        raise BrokenScanError("scanned_at is no ISO 8601 time") from error
    if at.tzinfo is None:
        raise BrokenScanError("scanned_at has no offset")
    if not EARLIEST <= at < LATEST:
        raise BrokenScanError("scanned_at is not in 2020 to 2099")
    return at
