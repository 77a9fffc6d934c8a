"""Defines the facts about a file that a solver without a model uses: its name, its size and its column names."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import UnsupportedError
from headwater.suites.discovery.documents import is_document

_HEAD_BYTES = 1 << 16
_WORD = re.compile(r"[^\W\d_]+|\d+")
_ENCODINGS = ("utf-8-sig", "latin-1")
_BOMS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class DataFile:
    """A data file.

    Attributes:
        path: The path below the data folder.
        columns: The column names in lower case. Empty if they could not be read.
    """

    path: str
    size_bytes: int
    columns: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words in the file's path and columns, in lower case."""
        return (*words_of(self.path), *(word for column in self.columns for word in words_of(column)))


def words_of(text: str) -> tuple[str, ...]:
    """Return the words and numbers in a text, in lower case."""
    return tuple(word.lower() for word in _WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)))


def index_files(datasets: Path) -> list[DataFile]:
    """Return the data files below a folder, sorted by path."""
    files = sorted(path for path in datasets.rglob("*") if path.is_file())
    names = {path: path.relative_to(datasets).as_posix() for path in files}
    return [
        DataFile(name, path.stat().st_size, _columns(path)) for path, name in names.items() if not is_document(name)
    ]


def _columns(path: Path) -> tuple[str, ...]:
    """Return the column names in lower case, or no names for a file that has none or cannot be read."""
    readers = {
        ".csv": _text_columns,
        ".tsv": _text_columns,
        ".txt": _text_columns,
        ".json": _json_columns,
        ".geojson": _json_columns,
        ".jsonl": _json_columns,
        ".parquet": _parquet_columns,
        ".xlsx": _workbook_columns,
        ".db": _database_columns,
        ".sqlite": _database_columns,
    }
    reader = readers.get(path.suffix.lower())
    if reader is None:
        return ()
    try:
        return tuple(str(name).lower() for name in reader(path))
    except (UnsupportedError, ValueError, KeyError, OSError, sqlite3.Error, csv.Error):
        return ()  # a lake may contain damaged or partial files, and a solver skips them


def _text_columns(path: Path) -> list[str]:
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    lines = _decoded(head).splitlines()[:20]
    delimiter = max(",;\t|", key=lambda mark: sum(line.count(mark) for line in lines))
    rows = list(csv.reader(lines, delimiter=delimiter))
    width = max(map(len, rows), default=0)
    return next((row for row in rows if len(row) == width), [])


def _decoded(head: bytes) -> str:
    if head.startswith(_BOMS):
        return head.decode("utf-16", errors="replace")
    for encoding in _ENCODINGS:
        try:
            return head.decode(encoding)
        except UnicodeDecodeError as error:
            if error.end == len(head):  # the last character may have been cut off
                return head.decode(encoding, errors="ignore")
    raise UnsupportedError("is not text")


def _json_columns(path: Path) -> list[str]:
    """Return the first keys in a JSON file. Large files are not read completely."""
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES).decode(errors="replace")
    return list(dict.fromkeys(json.loads(f'"{key}"') for key in re.findall(r'"((?:[^"\\]|\\.)*)"\s*:', head)))


def _parquet_columns(path: Path) -> list[str]:
    import pyarrow
    import pyarrow.parquet

    try:
        return list(pyarrow.parquet.read_schema(path).names)
    except pyarrow.ArrowException as error:
        raise UnsupportedError(str(error)) from None


def _workbook_columns(path: Path) -> list[str]:
    import openpyxl

    workbook = openpyxl.load_workbook(path, read_only=True)
    found: list[str] = []
    for sheet in workbook.worksheets:
        rows = list(sheet.iter_rows(max_row=12, values_only=True))
        widest = max(rows, key=lambda row: sum(cell is not None for cell in row), default=())
        found += [str(cell) for cell in widest if cell is not None]
    workbook.close()
    return found


def _database_columns(path: Path) -> list[str]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        tables = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
        rows = [
            row for table in tables for row in connection.execute("select name from pragma_table_info(?)", (table,))
        ]
    return [*tables, *(name for (name,) in rows)]
