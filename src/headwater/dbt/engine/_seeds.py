"""Converts a seed's CSV file to a SELECT, with the types that dbt infers."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from headwater.dbt import Node

_MAX_ROWS = 100_000
_NULLS = ("", "null")
_NUMBER = re.compile(r"[-+]?[\d,]*\.?\d+%?$|[-+]?\d[\d,]*\.?$")
_NOTHING = "select null as nothing where false"
_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:?\d\d)?$")


def seed_sql(node: Node, text: str, errors: list[str]) -> str:
    """Return the SELECT that creates a seed's table. Problems in the file are added to ``errors``."""
    delimiter = str(node.config.get("delimiter", ","))[:1] or ","
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
    except (csv.Error, ValueError) as error:  # a field is too long, or the delimiter is invalid
        errors.append(f"{node.place.file}: {error}")
        return _NOTHING
    if not rows or len(rows) > _MAX_ROWS:
        errors.append(f"{node.place.file}: a seed has a header and at most {_MAX_ROWS:,} rows")
        return _NOTHING
    header, values = [name.strip() for name in rows[0]], rows[1:]
    for number, row in enumerate(values, 2):
        if len(row) != len(header):
            errors.append(f"{node.place.file}:{number}: has {len(row)} values and the header {len(header)}")
            return _NOTHING
    column_types = node.config.get("column_types")
    types = _types(header, values, column_types if isinstance(column_types, Mapping) else {})
    columns = ", ".join(f"cast({quoted(name)} as {types[name]}) as {quoted(name)}" for name in header)
    names = ", ".join(map(quoted, header))
    if not values:
        return f"select {columns} from (select {', '.join(f'null as {quoted(name)}' for name in header)}) where false"
    literals = ",\n".join(f"({', '.join(map(_literal, row))})" for row in values)
    return f"select {columns}\nfrom (values\n{literals}\n) as seed({names})"


def quoted(name: str) -> str:
    """Quote an identifier."""
    return '"' + name.replace('"', '""') + '"'


def _literal(value: str) -> str:
    return "null" if value == "" else "'" + value.replace("'", "''") + "'"


def _types(header: list[str], rows: list[list[str]], column_types: Mapping[str, Any]) -> dict[str, str]:
    lowered = {str(name).lower(): str(kind) for name, kind in column_types.items()}
    return {
        name: lowered.get(name.lower()) or _type([row[index].strip() for row in rows])
        for index, name in enumerate(header)
    }


def _type(values: list[str]) -> str:
    """Return the first type that fits all values, trying types in the same order as agate, which dbt uses."""
    known = [value for value in values if value.lower() not in _NULLS]
    if all(_NUMBER.match(value) for value in known):
        # As in dbt, numbers whose decimals are all 0 make an integer column.
        return "float8" if any("." in value and value.partition(".")[2].strip("0%") for value in known) else "integer"
    if all(_is_time(value, "%Y-%m-%d") for value in known):
        return "date"
    if all(_is_time(value, "%Y-%m-%d %H:%M:%S") or _ISO.match(value) for value in known):
        return "timestamp"
    if all(value.lower() in ("true", "false") for value in known):
        return "boolean"
    return "text"


def _is_time(value: str, form: str) -> bool:
    try:
        datetime.strptime(value, form)  # noqa: DTZ007 - only whether it is one
    except ValueError:
        return False
    return True
