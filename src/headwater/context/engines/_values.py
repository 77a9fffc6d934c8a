"""Converts values from the data to JSON values of limited length."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from headwater.context.catalog import Frequency, TypeKind, Value
from headwater.context.engines._base import QueryResult, ReadLimits, ResultColumn

CELL = 200
"""The maximum number of characters in a value in the catalog."""


def plain(value: Any, cell: int = CELL) -> Value:
    """Convert a driver's value to a JSON value."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return cut("0x" + bytes(value[: cell + 1]).hex(), cell)
    return cut(str(value), cell)


def cut(text: str, cell: int) -> str:
    """Truncate text, and mark the truncation with "…"."""
    text = text.encode("utf-8", "replace").decode()  # a lone surrogate cannot be written as JSON
    return text if len(text) <= cell else text[:cell] + "…"


def typed(text: str | float | None, kind: TypeKind) -> Value:
    """Convert a value that an engine returned as text to its column's type. Numbers may already have been converted."""
    if text is None:
        return None
    if not isinstance(text, str):
        return plain(text)
    if kind is TypeKind.BOOLEAN:
        return text.lower() in ("true", "t", "1")
    if kind is TypeKind.INTEGER:
        return int(text)
    if kind is TypeKind.FLOAT:
        return plain(float(text))
    return cut(text, CELL)


def frequencies(pairs: Iterable[tuple[str | float | None, int]], kind: TypeKind) -> tuple[Frequency, ...]:
    """Return values with their counts. The values are converted by `typed`."""
    return tuple(Frequency(typed(text, kind), int(count)) for text, count in pairs)


def limited_result(columns: tuple[ResultColumn, ...], rows: Iterable[Iterable[Any]], limits: ReadLimits) -> QueryResult:
    """Return rows within the limits.

    ``rows`` should contain one row more than the limit, so that a truncation can be detected.
    """
    limited_rows: list[tuple[Value, ...]] = []
    size = 0
    for row in rows:
        if len(limited_rows) == limits.rows:
            return QueryResult(
                columns, tuple(limited_rows), f"there are more than {limits.rows:,} rows; aggregate, or add LIMIT"
            )
        values = tuple(plain(value, limits.cell) for value in row)
        size += sum(len(str(value)) for value in values)
        if size > limits.bytes:
            return QueryResult(
                columns,
                tuple(limited_rows),
                f"the first {len(limited_rows):,} rows are all that {limits.bytes:,} bytes hold; "
                "select fewer columns or rows",
            )
        limited_rows.append(values)
    return QueryResult(columns, tuple(limited_rows))
