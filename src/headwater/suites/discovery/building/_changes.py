"""Other content for a data file: the same rows in another order, and some of them left out.

Rows stay whole, so that what holds within a row, such as a total or a code and its name, holds afterwards: every right
program still agrees with the reference program. Only the rows of one table change; files of other kinds are refused.
"""

from __future__ import annotations

import csv
import io
import json
import os
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from headwater.errors import UnsupportedError

_Row = TypeVar("_Row")
_BOMS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
_DELIMITERS = ",;\t|"


@dataclass(frozen=True)
class Change:
    """How the rows of a table change.

    Attributes:
        share: How many of them stay, from 0 to 1.
        seed: Decides which.
        is_shuffled: Whether those that stay are in another order.
        without: Rows with this text in a cell do not stay; empty for no such rule.
    """

    share: float = 1.0
    seed: int = 0
    is_shuffled: bool = True
    without: str = ""

    def apply(self, rows: Sequence[_Row], cells: Callable[[_Row], Sequence[Any]]) -> list[_Row]:
        """Return the rows that stay, in their new order."""
        chosen = random.Random(self.seed)  # noqa: S311 - the same in each build
        kept = [row for row in rows if not self.without or self.without not in map(str, cells(row))]
        kept = [row for row in kept if self.share >= 1 or chosen.random() < self.share]
        if self.is_shuffled:
            chosen.shuffle(kept)
        return kept

    def __str__(self) -> str:
        """What it does, after "on"."""
        parts = ["rows in another order"] if self.is_shuffled else []
        parts += [f"{1 - self.share:.0%} of the rows left out"] if self.share < 1 else []
        parts += ["rows of the answer left out"] if self.without else []
        return " and ".join(parts)


def write_changed(source: Path, target: Path, change: Change) -> None:
    """Write ``source`` with changed rows to ``target``, in the same format.

    Raises:
        UnsupportedError: It has no rows that can be found.
    """
    writers = {
        ".csv": _change_text,
        ".tsv": _change_text,
        ".txt": _change_text,
        ".json": _change_json,
        ".geojson": _change_json,
        ".jsonl": _change_lines,
        ".ndjson": _change_lines,
        ".parquet": _change_parquet,
        ".xlsx": _change_workbook,
        ".sqlite": _change_database,
        ".db": _change_database,
    }
    writer = writers.get(source.suffix.lower())
    if writer is None:
        raise UnsupportedError("its rows cannot be changed", where=source, fix=f"known are {', '.join(writers)}")
    target.parent.mkdir(parents=True, exist_ok=True)
    writer(source, target, change)


def take_times(datasets: Path, folder: Path) -> None:
    """Give files and folders the times of those for which they stand, so that nothing tells them apart."""
    for path in (*folder.rglob("*"), folder):
        status = (datasets / path.relative_to(folder)).stat()
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _change_text(source: Path, target: Path, change: Change) -> None:
    content = source.read_bytes()
    encoding = _encoding(content)
    lines = content.decode(encoding).splitlines(keepends=True)
    records = _records(lines)
    width = Counter(len(cells) for _, cells in records).most_common(1)[0][0]
    header = next(number for number, (_, cells) in enumerate(records) if len(cells) == width)
    body = [record for record in records[header + 1 :] if len(record[1]) == width]
    rest = [text for text, cells in records[header + 1 :] if len(cells) != width]
    changed = [text for text, _ in change.apply(body, lambda record: record[1])]
    end = "\r\n" if lines[0].endswith("\r\n") else "\n"
    texts = [*(text for text, _ in records[: header + 1]), *changed, *rest]
    whole = "".join(text if text.endswith("\n") else text + end for text in texts)
    target.write_bytes(whole.encode(encoding))


def _encoding(content: bytes) -> str:
    for bom, name in _BOMS.items():
        if content.startswith(bom):
            return name
    try:
        content.decode()
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def _records(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return each record of delimited text as it is written, with its cells."""
    delimiter = max(_DELIMITERS, key=lambda mark: sum(line.count(mark) for line in lines[:50]))
    reader = csv.reader(iter(lines), delimiter=delimiter)
    found, start = [], 0
    for cells in reader:
        found.append(("".join(lines[start : reader.line_num]), cells))
        start = reader.line_num
    return found


def _change_json(source: Path, target: Path, change: Change) -> None:
    content = json.loads(source.read_text(encoding="utf-8"))
    if isinstance(content, list):
        content = change.apply(content, _values)
    else:
        lists = {key: value for key, value in content.items() if isinstance(value, list)}
        if not lists:
            raise UnsupportedError("it has no list of rows", where=source)
        key = max(lists, key=lambda each: len(lists[each]))
        content[key] = change.apply(lists[key], _values)
    target.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def _change_lines(source: Path, target: Path, change: Change) -> None:
    rows = [line for line in source.read_text(encoding="utf-8").splitlines() if line.strip()]
    kept = change.apply(rows, lambda line: _values(json.loads(line)))
    target.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")


def _values(row: Any) -> Sequence[Any]:
    """Return the values of an object, and of the objects in it."""
    if isinstance(row, dict):
        return [leaf for value in row.values() for leaf in _values(value)]
    if isinstance(row, list):
        return [leaf for value in row for leaf in _values(value)]
    return [row]


def _change_parquet(source: Path, target: Path, change: Change) -> None:
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(source)
    texts = [table.column(name).to_pylist() for name in table.column_names] if change.without else []
    kept = change.apply(range(table.num_rows), lambda row: [column[row] for column in texts])
    pyarrow.parquet.write_table(table.take(kept), target)


def _change_workbook(source: Path, target: Path, change: Change) -> None:
    """Change the rows of the sheet that has the most of them."""
    import openpyxl

    workbook = openpyxl.load_workbook(source)
    sheet = max(workbook.worksheets, key=lambda each: each.max_row)
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    widths = [sum(cell is not None for cell in row) for row in rows]
    header = widths.index(max(widths))
    kept = change.apply(rows[header + 1 :], lambda row: row)
    first = header + 2
    sheet.delete_rows(first, sheet.max_row)
    for number, row in enumerate(kept):
        for column, value in enumerate(row, start=1):
            sheet.cell(first + number, column, value)
    written = io.BytesIO()
    workbook.save(written)
    target.write_bytes(written.getvalue())


def _change_database(source: Path, target: Path, change: Change) -> None:
    """Take rows out of the largest table; a table has no order."""
    shutil.copyfile(source, target)
    with closing(sqlite3.connect(target)) as connection, connection:
        names = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
        if not names:
            raise UnsupportedError("it has no table", where=source)
        counts = {name: connection.execute(f"select count(*) from {_quoted(name)}").fetchone()[0] for name in names}
        table = _quoted(max(names, key=lambda name: counts[name]))
        rows = connection.execute(f"select rowid, * from {table} order by rowid").fetchall()
        kept = {row[0] for row in change.apply(rows, lambda row: row[1:])}
        gone = [(row[0],) for row in rows if row[0] not in kept]
        connection.executemany(f"delete from {table} where rowid = ?", gone)


def _quoted(name: str) -> str:
    escaped = name.replace('"', '""')
    return f'"{escaped}"'
