"""Changes the rows of data files without changing their format. Files without rows are rejected."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from headwater.errors import UnsupportedError
from headwater.suites.discovery.building._changes import Change

_Record = tuple[str, list[str]]
"""A record of delimited text, as written in the file, and its cells."""
_BOMS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
_DELIMITERS = ",;\t|"


def write_changed(source: Path, target: Path, change: Change) -> None:
    """Write ``source`` to ``target`` in the same format, but with changed rows.

    Raises:
        UnsupportedError: The file contains no rows, or its rows do not support this change.
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
    """Copy the timestamps of the originals to files and folders, so that nothing distinguishes them."""
    for path in (*folder.rglob("*"), folder):
        status = (datasets / path.relative_to(folder)).stat()
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _change_text(source: Path, target: Path, change: Change) -> None:
    content = source.read_bytes()
    encoding = _encoding(content)
    lines = content.decode(encoding).splitlines(keepends=True)
    records = _records(lines)
    # Titles above the header and notes below the rows usually have a different number of cells.
    width = Counter(len(cells) for _, cells in records).most_common(1)[0][0]
    header = next(number for number, (_, cells) in enumerate(records) if len(cells) == width)
    body = [record for record in records[header + 1 :] if len(record[1]) == width]
    rest = [text for text, cells in records[header + 1 :] if len(cells) != width]
    end = "\r\n" if lines[0].endswith("\r\n") else "\n"
    delimiter = _delimiter(lines)

    def rebuild(record: _Record, cells: Sequence[Any]) -> _Record:
        # A record that has not changed keeps its quotation marks.
        return record if list(cells) == record[1] else (_delimited(cells, delimiter) + end, list(cells))

    changed = [text for text, _ in change.apply(body, lambda record: record[1], rebuild)]
    texts = [*(text for text, _ in records[: header + 1]), *changed, *rest]
    joined = "".join(text if text.endswith("\n") else text + end for text in texts)
    target.write_bytes(joined.encode(encoding))


def _encoding(content: bytes) -> str:
    for bom, name in _BOMS.items():
        if content.startswith(bom):
            return name
    try:
        content.decode()
    except UnicodeDecodeError:
        # Every byte is valid in Latin-1, so the text is written back as the same bytes.
        return "latin-1"
    return "utf-8"


def _delimiter(lines: Sequence[str]) -> str:
    return max(_DELIMITERS, key=lambda mark: sum(line.count(mark) for line in lines[:50]))


def _delimited(cells: Sequence[str], delimiter: str) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, lineterminator="").writerow(cells)
    return written.getvalue()


def _records(lines: Sequence[str]) -> list[_Record]:
    reader = csv.reader(iter(lines), delimiter=_delimiter(lines))
    found, start = [], 0
    for cells in reader:
        found.append(("".join(lines[start : reader.line_num]), cells))
        start = reader.line_num
    return found


def _change_json(source: Path, target: Path, change: Change) -> None:
    content = json.loads(source.read_text(encoding="utf-8"))
    if isinstance(content, list):
        content = change.apply(content, _leaves, _with_leaves)
    else:
        lists = {key: value for key, value in content.items() if isinstance(value, list)}
        if not lists:
            raise UnsupportedError("it has no list of rows", where=source)
        key = max(lists, key=lambda each: len(lists[each]))
        content[key] = change.apply(lists[key], _leaves, _with_leaves)
    target.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def _change_lines(source: Path, target: Path, change: Change) -> None:
    rows = [line for line in source.read_text(encoding="utf-8").splitlines() if line.strip()]
    kept_lines = change.apply(
        rows,
        lambda line: _leaves(json.loads(line)),
        lambda line, leaves: json.dumps(_with_leaves(json.loads(line), leaves), ensure_ascii=False),
    )
    target.write_text("".join(f"{line}\n" for line in kept_lines), encoding="utf-8")


def _leaves(row: Any) -> Sequence[Any]:
    """Return the leaf values of an object, including its nested objects."""
    if isinstance(row, dict):
        return [leaf for value in row.values() for leaf in _leaves(value)]
    if isinstance(row, list):
        return [leaf for value in row for leaf in _leaves(value)]
    return [row]


def _with_leaves(row: Any, leaves: Sequence[Any]) -> Any:
    """Return a copy of an object with new leaf values, given in the order of ``_leaves``."""
    return _filled(row, iter(leaves))


def _filled(row: Any, leaves: Iterator[Any]) -> Any:
    if isinstance(row, dict):
        return {key: _filled(value, leaves) for key, value in row.items()}
    if isinstance(row, list):
        return [_filled(value, leaves) for value in row]
    return next(leaves)


def _change_parquet(source: Path, target: Path, change: Change) -> None:
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(source)
    if change.exchanges:
        rows = change.apply(table.to_pylist(), _leaves, _with_leaves)
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=table.schema), target)
        return
    texts = [table.column(name).to_pylist() for name in table.column_names] if change.without else []
    kept_rows = change.apply(range(table.num_rows), lambda row: [column[row] for column in texts], lambda row, _: row)
    pyarrow.parquet.write_table(table.take(kept_rows), target)


def _change_workbook(source: Path, target: Path, change: Change) -> None:
    """Change the rows of the sheet with the most rows."""
    import openpyxl

    workbook = openpyxl.load_workbook(source)
    sheet = max(workbook.worksheets, key=lambda each: each.max_row)
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    widths = [sum(cell is not None for cell in row) for row in rows]
    header = widths.index(max(widths))
    kept_rows = change.apply(rows[header + 1 :], lambda row: row, lambda _, cells: list(cells))
    first = header + 2
    sheet.delete_rows(first, sheet.max_row)
    for number, row in enumerate(kept_rows):
        for column, value in enumerate(row, start=1):
            sheet.cell(first + number, column, value)
    written = io.BytesIO()
    workbook.save(written)
    target.write_bytes(written.getvalue())


def _change_database(source: Path, target: Path, change: Change) -> None:
    """Change the rows of the largest table in place. Rows are not reordered because a table has no order."""
    shutil.copyfile(source, target)
    with closing(sqlite3.connect(target)) as connection, connection:
        names = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
        if not names:
            raise UnsupportedError("it has no table", where=source)
        counts = {name: connection.execute(f"select count(*) from {_quoted(name)}").fetchone()[0] for name in names}
        table = _quoted(max(names, key=lambda name: counts[name]))
        columns = ", ".join(("rowid", *(_quoted(row[1]) for row in connection.execute(f"pragma table_info({table})"))))
        rows = connection.execute(f"select {columns} from {table} order by rowid").fetchall()
        kept_rows = change.apply(rows, lambda row: row[1:], lambda row, cells: (row[0], *cells))
        places = ", ".join("?" * len(rows[0])) if rows else ""
        connection.execute(f"delete from {table}")
        connection.executemany(f"insert into {table} ({columns}) values ({places})", sorted(kept_rows))


def _quoted(name: str) -> str:
    escaped = name.replace('"', '""')
    return f'"{escaped}"'
