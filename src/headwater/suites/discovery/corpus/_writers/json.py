"""Write JSON documents and JSON lines."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd


def json_bytes(value: Any) -> bytes:
    """Return a value as an indented JSON document."""
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def json_lines(table: pd.DataFrame) -> bytes:
    """Return a table as JSON lines, with an object for each row."""
    lines = [json.dumps(row, ensure_ascii=False) for row in records(table)]
    return "".join(f"{line}\n" for line in lines).encode()


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return a table's rows as objects, with ISO-formatted times and None for missing values."""
    plain = table.copy()
    for name in plain.columns:
        if plain[name].dtype.kind == "M":
            index = pd.DatetimeIndex(plain[name])
            present = index.dropna()
            is_dates = bool((present == present.normalize()).all())
            plain[name] = index.strftime("%Y-%m-%d" if is_dates else "%Y-%m-%dT%H:%M:%S")
    columns = [_values(plain[name]) for name in plain.columns]
    return [dict(zip(plain.columns, row, strict=True)) for row in zip(*columns, strict=True)]


def _values(column: pd.Series) -> list[Any]:
    missing = column.isna().tolist()
    return [None if is_missing else value for value, is_missing in zip(column.tolist(), missing, strict=True)]
