"""Writes and reads tidy tables as Parquet and CSV files."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv
from pyarrow import parquet

from headwater.analysis._schema import SCHEMA
from headwater.csv_lines import csv_line
from headwater.errors import InvalidFileError, OptionError, access_error

SUFFIXES = (".parquet", ".csv")


def write_table(table: pa.Table, path: Path) -> None:
    """Write a tidy table in the format of the path's suffix.

    Raises:
        UserError: The suffix is neither ``.parquet`` nor ``.csv``, or the file cannot be written.
    """
    if path.suffix not in SUFFIXES:
        raise OptionError(
            "a table is written as .parquet or .csv", where=path, fix="give the file one of these suffixes"
        )
    try:
        if path.suffix == ".parquet":
            parquet.write_table(table, path)
            return
        with path.open("w", newline="", encoding="utf-8") as file:
            file.write(csv_line(table.column_names))
            for batch in table.to_batches(max_chunksize=10_000):
                columns = (map(_plain, column.to_pylist()) for column in batch.columns)
                file.writelines(map(csv_line, zip(*columns, strict=True)))
    except OSError as error:
        raise access_error(error, path, "choose another file") from None


def _plain(value: object) -> object:
    return value.isoformat() if hasattr(value, "isoformat") else value


def read_table(path: Path) -> pa.Table:
    """Read a tidy table from a file.

    Raises:
        InvalidFileError: The file is not a tidy table, or has impossible values.
    """
    try:
        table = parquet.read_table(path) if path.suffix == ".parquet" else _read_csv(path)
    except (pa.ArrowInvalid, OSError, KeyError) as error:
        raise InvalidFileError(f"cannot be read as a table: {str(error).splitlines()[0]}", where=path) from None
    unknown = sorted({*table.column_names} - {*SCHEMA.names})
    missing = [field.name for field in SCHEMA if not field.nullable and field.name not in table.column_names]
    if unknown or missing:
        what = f"unknown column {unknown[0]}" if unknown else f"no column {missing[0]}"
        raise InvalidFileError(what, where=path, fix="a table is what `headwater results --out` of this version writes")
    try:
        found = pa.table([_column(table, field) for field in SCHEMA], schema=SCHEMA)
        found.validate(full=True)
    except pa.ArrowInvalid as error:
        raise InvalidFileError(str(error).splitlines()[0], where=path) from None
    _require_possible(found, path)
    return found


def _read_csv(path: Path) -> pa.Table:
    types = {field.name: pa.string() if pa.types.is_list(field.type) else field.type for field in SCHEMA}
    # A missing value is written as nothing, and an empty text as two quotation marks.
    options = arrow_csv.ConvertOptions(
        column_types=types, null_values=[""], strings_can_be_null=True, quoted_strings_can_be_null=False
    )
    parse = arrow_csv.ParseOptions(newlines_in_values=True)
    return arrow_csv.read_csv(path, parse_options=parse, convert_options=options)


def _column(table: pa.Table, field: pa.Field) -> pa.ChunkedArray | pa.Array:
    if field.name not in table.column_names:
        return pa.nulls(table.num_rows, field.type)
    values = table[field.name]
    if pa.types.is_list(field.type) and not pa.types.is_list(values.type):
        # CSV has no lists, so they are written as JSON.
        values = pa.array([None if text is None else json.loads(text) for text in values.to_pylist()], field.type)
    if not field.nullable and pa.types.is_string(field.type):
        values = values.fill_null("")
    return values.cast(field.type)


def _require_possible(table: pa.Table, path: Path) -> None:
    limits = {"gates_cleared": 5, "score": 1, "dec_bench_score": 1}
    for name, most in limits.items():
        bad = pc.or_(pc.less(table[name], 0), pc.greater(table[name], most))
        if pc.any(bad).as_py():
            raise InvalidFileError(f"a value is not between 0 and {most}", where=f"{path}: {name}")
    for field in SCHEMA:
        if not field.nullable and table[field.name].null_count:
            raise InvalidFileError("a value is missing", where=f"{path}: {field.name}")
    ungraded = pc.and_(table["is_evidence"], pc.is_null(table["gates_cleared"]))
    if pc.any(ungraded).as_py():
        raise InvalidFileError("missing for a trial that is evidence", where=f"{path}: gates_cleared")
