"""Split an export into rows of text values, whatever its encoding, delimiter and column order."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COLUMNS = ("event_id", "event_time", "gym", "member_id", "event_type", "amount", "note")
csv.field_size_limit(1 << 30)  # an unclosed quote causes one rejected row, not an error


class Record(NamedTuple):
    """A row from a file; if it has no values, ``fault`` gives the reason."""

    file: str
    line: int
    fault: str
    event_id: str = ""
    event_time: str = ""
    gym: str = ""
    member_id: str = ""
    event_type: str = ""
    amount: str = ""
    note: str = ""


def read_records(path: Path) -> Iterator[Record]:
    """Yield the rows in a file, except blank rows and repeated headers."""
    rows = _rows(path.read_bytes())
    line, header = next(rows, (1, []))
    names = [name.lower() for name in header]
    while names and not names[-1]:
        names.pop()
    if not names:
        return
    if absent := [name for name in COLUMNS if name not in names]:
        yield Record(path.name, line, f"the header has no column {', '.join(absent)}")
        return
    for line, values in rows:
        surplus = values[len(names) :]
        if len(values) < len(names) or any(surplus):
            yield Record(path.name, line, f"{len(values)} values for {len(names)} columns")
        elif [value.lower() for value in values[: len(names)]] != names:
            yield Record(path.name, line, "", **{name: values[names.index(name)] for name in COLUMNS})


def _rows(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the trimmed values of non-blank rows, with the line on which each row starts."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    header = text.lstrip().partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;", key=header.count))
    start = 1
    for row in reader:
        values = [value.strip() for value in row]
        if any(values):
            yield start, values
        start = reader.line_num + 1
