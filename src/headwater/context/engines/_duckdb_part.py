"""Defines helpers that the profiling functions share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.context.catalog import Column, TypeKind, quote
from headwater.context.engines._values import CELL

NOT_ORDERED = (TypeKind.NESTED, TypeKind.JSON, TypeKind.BINARY)
NATIVE = (TypeKind.BOOLEAN, TypeKind.INTEGER, TypeKind.FLOAT)
NUMBERS = frozenset(
    {
        *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"),
        *("FLOAT", "DOUBLE"),
    }
)
"""Native types that Arrow also has."""


@dataclass(frozen=True)
class ColumnPart:
    """Some of a table's columns, and the table as an SQL expression."""

    relation: str
    columns: tuple[Column, ...]
    rows: int


def values_of(columns: Sequence[Column]) -> str:
    """Return a select list whose values Arrow and `typed` accept: numbers unchanged, other values as truncated text."""
    return ", ".join(f"{_value(column)} as c{number}" for number, column in enumerate(columns))


def _value(column: Column) -> str:
    name = quote(column.name)
    return name if column.native_type in NUMBERS else f"left({name}::varchar, {CELL + 1})"


def text(expression: str, kind: TypeKind) -> str:
    """Cast an expression to text if Python would change or reject its values.

    This concerns extreme dates, time zones and decimals.
    """
    return expression if kind in NATIVE else f"left(({expression})::varchar, {CELL + 1})"
