"""Parse an export of any encoding, delimiter and date format into events and rejected rows."""

import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import NamedTuple

COLUMNS = ("event_id", "event_time", "gym", "member_id", "event_type", "amount", "note")
REQUIRED = ("event_id", "event_time", "gym", "event_type")
MISSING = {"", "n/a", "null", "-"}
DAY_FIRST = ("%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M")
AMOUNT = re.compile(r"-?\d{1,10}([.,]\d{1,2})?")
csv.field_size_limit(1 << 30)  # an unclosed quote causes one rejected row, not an error


class Event(NamedTuple):
    """A row in analytics.events."""

    event_id: str
    event_time: datetime
    gym: str
    member_id: int | None
    event_type: str
    amount: Decimal | None
    note: str | None


class Rejected(NamedTuple):
    """A row in analytics.rejected_rows."""

    file: str
    line: int
    reason: str


def read_export(path: Path) -> Iterator[Event | Rejected]:
    """Yield a file's events and rejected rows in order; a file without the required columns is one rejected row."""
    records = _records(_decode(path.read_bytes()))
    line, header = next(records, (1, None))
    if header is None:
        return
    header = [name.lower() for name in _without_empty_end(header, 0)]
    if absent := [name for name in COLUMNS if name not in header]:
        yield Rejected(path.name, line, f"the header has no column {', '.join(absent)}")
        return
    for line, record in records:
        values = _without_empty_end(record, len(header))
        if [value.lower() for value in values] == header:
            continue
        try:
            yield _event(header, values)
        except ValueError as error:
            yield Rejected(path.name, line, str(error))


def _decode(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _records(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the records that are not blank, with the line on which each starts."""
    first_line = text.lstrip().partition("\n")[0]
    delimiter = ";" if first_line.count(";") > first_line.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    start = 1
    for record in reader:
        values = [value.strip() for value in record]
        if any(values):
            yield start, values
        start = reader.line_num + 1


def _without_empty_end(values: list[str], length: int) -> list[str]:
    """Drop empty values beyond ``length``, which come from trailing delimiters."""
    end = len(values)
    while end > length and not values[end - 1]:
        end -= 1
    return values[:end]


def _event(header: list[str], values: list[str]) -> Event:
    """Convert a row to an event; raise a ValueError that describes an invalid value."""
    if len(values) != len(header):
        raise ValueError(f"{len(values)} values for {len(header)} columns")
    row = {name: None if value.lower() in MISSING else value for name, value in zip(header, values, strict=True)}
    for name in REQUIRED:
        if row[name] is None:
            raise ValueError(f"{name} is missing")
    return Event(
        row["event_id"], _time(row["event_time"]), row["gym"], _member(row["member_id"]), row["event_type"],
        _amount(row["amount"]), row["note"],
    )


def _time(text: str) -> datetime:
    """Parse a time in ISO 8601 or with a day-first date; a time without an offset is UTC."""
    time = _parsed(text)
    if time is None or not 2000 <= time.year < 2100:
        raise ValueError(f"event_time {text!r} is no time")
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


def _parsed(text: str) -> datetime | None:
    for parse in (datetime.fromisoformat, *(partial(_with_pattern, pattern) for pattern in DAY_FIRST)):
        try:
            return parse(text)
        except ValueError:
            continue
    return None


def _with_pattern(pattern: str, text: str) -> datetime:
    return datetime.strptime(text, pattern).replace(tzinfo=UTC)


def _member(text: str | None) -> int | None:
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,9}", text):
        raise ValueError(f"member_id {text!r} is no number")
    return int(text)


def _amount(text: str | None) -> Decimal | None:
    if text is None:
        return None
    if not AMOUNT.fullmatch(text):
        raise ValueError(f"amount {text!r} is no amount")
    return Decimal(text.replace(",", "."))
