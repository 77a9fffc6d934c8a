"""Loads a data file into a DuckDB table. Broken lines are left out and counted."""

from __future__ import annotations

import gzip
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from headwater.context.engines._duckdb_gate import first_line
from headwater.context.engines._walk import FileKind, FolderFile
from headwater.errors import InvalidFileError

if TYPE_CHECKING:
    import duckdb

ROWS = 20_000_000
"""The maximum number of rows that are loaded."""
_LONG_LINE = 64 << 20
_HEAD = 1 << 20
_MARKS = re.compile(rb"""["'\\]""")
_EXCERPT_CHARS = 200
_NO_MARK = "(empty)"
"""The engine's text for a file without such a mark."""
_GUARDS_DEPTH = 2
"""The first major version of DuckDB that rejects JSON that is nested too deeply. Earlier versions crash the process."""
_DEPTH = 500
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


class UnreadableFileError(InvalidFileError):
    """Raised if a file's content does not match its name."""


@dataclass(frozen=True)
class LoadResult:
    """The result of loading a file.

    Attributes:
        note: A note for readers of the data, such as the number of lines left out.
    """

    note: str | None = None


def stage(connection: duckdb.DuckDBPyConnection, path: str, file: FolderFile, into: str) -> LoadResult:
    """Load the file at ``path`` into the table ``into``.

    Raises:
        UnreadableFileError: The file is broken, or has another format.
    """
    match file.kind:
        case FileKind.CSV:
            return _stage_csv(connection, path, file.compression, into)
        case FileKind.JSON:
            return _stage_json(connection, path, file.compression, into)
        case FileKind.PARQUET:
            _create(connection, f"read_parquet({_literal(path)})", into)
            return LoadResult()
    raise AssertionError(file.kind)


def stage_csv(connection: duckdb.DuckDBPyConnection, path: str, into: str) -> LoadResult:
    """Load a CSV file that Headwater has written."""
    return _stage_csv(connection, path, "uncompressed", into)


def _stage_csv(connection: duckdb.DuckDBPyConnection, path: str, compression: str, into: str) -> LoadResult:
    """Load a CSV file with increasingly tolerant options: as detected, after a full scan, and without broken lines."""
    import duckdb

    options = {"compression": f"'{compression}'"}
    notes = []
    if compression == "uncompressed":
        options |= _known_form(path)
    while True:
        try:
            skipped = _load_csv(connection, _literal(path), options, into)
        except (duckdb.InterruptException, duckdb.OutOfMemoryException):
            raise
        except duckdb.Error as error:
            text = str(error).lower()
            if "quote" in options:
                del options["quote"], options["escape"]
            elif "encoding" not in options and ("not utf-8 encoded" in text or "invalid unicode" in text):
                # In Latin-1, every byte is a character, so this attempt cannot fail because of the encoding.
                options["encoding"] = "'latin-1'"
                notes.append("read as Latin-1: it is not UTF-8")
            elif "max_line_size" not in options and "maximum line size" in text:
                options["max_line_size"] = str(_LONG_LINE)
            elif "sample_size" not in options:
                options["sample_size"] = "-1"
            elif "store_rejects" not in options:
                options["store_rejects"] = "true"
                _forget_rejected(connection)
            elif "strict_mode" not in options:
                options["strict_mode"] = "false"
            else:
                raise UnreadableFileError(_cut(first_line(error))) from None
        else:
            if "store_rejects" in options:
                notes.append(_rejected(connection))
            else:
                notes += _second_look(connection, _literal(path), options, skipped, into)
            return LoadResult("; ".join(notes) or None)


def _load_csv(connection: duckdb.DuckDBPyConnection, path: str, options: Mapping[str, str], into: str) -> int:
    """Load a file, and return how many lines before its header were left out.

    The format of the file is detected only once, because detecting it takes as long as reading a small file.
    """
    fields = "SkipRows, HasHeader, Delimiter, Quote, Escape, Comment, DateFormat, TimestampFormat, Columns"
    option_list = _option_list(options)
    found = connection.execute(f"select {fields} from sniff_csv({path}, {option_list})").fetchone()
    assert found is not None, "it has one row"
    skipped, has_header, *marks, date, timestamp, columns = found
    form = [
        "auto_detect = false",
        f"skip = {skipped}",
        f"header = {str(has_header).lower()}",
        *(
            f"{name} = {_literal('' if mark == _NO_MARK else mark)}"
            for name, mark in zip(("delim", "quote", "escape", "comment"), marks, strict=True)
            if name not in options
        ),
        *(
            f"{name} = {_literal(value)}"
            for name, value in (("dateformat", date), ("timestampformat", timestamp))
            if value
        ),
        "columns = {" + ", ".join(f"{_literal(each['name'])}: {_literal(each['type'])}" for each in columns) + "}",
    ]
    _create(connection, f"read_csv({path}, {', '.join(form)}, {option_list})", into)
    return int(skipped)


def _option_list(options: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in options.items())


def _second_look(
    connection: duckdb.DuckDBPyConnection, path: str, options: Mapping[str, str], skipped: int, into: str
) -> list[str]:
    """Load the file again without the lines in another format, if this preserves more values than the first attempt.

    In a short file, a single line in another format can make the engine treat all lines before it as a preamble, or
    each row as a single value.
    """
    import duckdb

    kept_shape = _shape(connection, into)
    if not skipped and kept_shape[0] > 1:
        return []
    notes = [f"its first {skipped:,} lines are left out: they are not like the others"] if skipped else []
    reload_query = f"select * from read_csv({path}, {_option_list(options)}, store_rejects = true) limit {ROWS}"
    _forget_rejected(connection)
    try:
        # the table is temporary, because several cursors load tables at the same time
        connection.execute(f"create or replace temp table read_again as {reload_query}")
    except (duckdb.InterruptException, duckdb.OutOfMemoryException):
        raise
    except duckdb.Error:
        return notes
    shape = _shape(connection, "temp.read_again")
    if shape != kept_shape and math.prod(shape) >= math.prod(kept_shape):
        connection.execute(f"create or replace table {into} as from temp.read_again")
        notes = [_rejected(connection)]
    connection.execute("drop table temp.read_again")
    return notes


def _shape(connection: duckdb.DuckDBPyConnection, table: str) -> tuple[int, int]:
    """Return the number of columns and rows of a table."""
    columns = len(connection.execute(f"describe {table}").fetchall())
    row = connection.execute(f"select count(*) from {table}").fetchone()
    return columns, int(row[0]) if row else 0


def _forget_rejected(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute("drop table if exists reject_errors")
    connection.execute("drop table if exists reject_scans")


def _known_form(path: str) -> dict[str, str]:
    """Return the reader options that can be inferred from a file's first bytes.

    The engine's detection tries every combination of quote and escape characters. If the first bytes contain no quotes,
    reading with the usual options takes a sixth of the time.

    Raises:
        UnreadableFileError: The first bytes are not text.
    """
    with Path(path).open("rb") as file:
        head = file.read(_HEAD)
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return {"encoding": "'utf-16'"}
    if b"\0" in head[:4096]:
        raise UnreadableFileError("is not text: it contains null bytes")
    return {} if _MARKS.search(head) else {"quote": "'\"'", "escape": "'\"'"}


def _rejected(connection: duckdb.DuckDBPyConnection) -> str:
    row = connection.execute(
        "select count(distinct line), min(line), arg_min(error_message, line) from reject_errors"
    ).fetchone()
    if row is None or row[0] == 0:
        return "read leniently: its lines do not follow one form"
    return f"{row[0]:,} lines are broken and left out, the first of them {row[1]:,}: {_cut(str(row[2]))}"


def _stage_json(connection: duckdb.DuckDBPyConnection, path: str, compression: str, into: str) -> LoadResult:
    import duckdb

    if int(duckdb.__version__.partition(".")[0]) < _GUARDS_DEPTH and _is_deep(path, compression):
        raise UnreadableFileError(f"nests deeper than {_DEPTH}")
    attempts = ("", ", sample_size = -1", ", sample_size = -1, ignore_errors = true, format = 'newline_delimited'")
    problem = ""
    for attempt in attempts:
        try:
            _create(connection, f"read_json({_literal(path)}, compression = '{compression}'{attempt})", into)
        except (duckdb.InterruptException, duckdb.OutOfMemoryException):
            raise
        except duckdb.Error as error:
            problem = problem or _cut(first_line(error))
        else:
            broken = "ignore_errors" in attempt
            return LoadResult(f"lines that are no JSON are left out: {problem}" if broken else None)
    raise UnreadableFileError(problem)


def _is_deep(path: str, compression: str) -> bool:
    """Return whether JSON is nested more deeply than an engine's stack allows. Brackets in strings are not counted."""
    depth = deepest = 0
    rest = b""
    with gzip.open(path) if compression == "gzip" else Path(path).open("rb") as file:
        while chunk := file.read(1 << 20):
            text = _STRING.sub(b"", rest + chunk)
            quote = text.find(b'"')  # a string that continues into the next chunk
            text, rest = (text, b"") if quote < 0 else (text[:quote], text[quote:])
            for bracket in text.translate(None, delete=_NO_BRACKETS):
                depth += 1 if bracket in b"[{" else -1
                deepest = max(deepest, depth)
            if deepest > _DEPTH:
                return True
    return False


def _create(connection: duckdb.DuckDBPyConnection, relation: str, into: str) -> None:
    connection.execute(f"create or replace table {into} as select * from {relation} limit {ROWS}")


def _literal(path: str) -> str:
    return "'" + path.replace("'", "''") + "'"


def _cut(text: str) -> str:
    return text if len(text) <= _EXCERPT_CHARS else text[:_EXCERPT_CHARS] + "…"
