"""What the measuring of a table's columns has in common."""

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
"""Types of the engine's that Arrow has, too."""


@dataclass(frozen=True)
class Part:
    """Some columns of a table, and the table as SQL."""

    relation: str
    columns: tuple[Column, ...]
    rows: int


def values_of(columns: Sequence[Column]) -> str:
    """Return columns as Arrow and `typed` take their values: what is no number as text, no longer than it is kept."""
    return ", ".join(f"{_value(column)} as c{number}" for number, column in enumerate(columns))


def _value(column: Column) -> str:
    name = quote(column.name)
    return name if column.native_type in NUMBERS else f"left({name}::varchar, {CELL + 1})"


def text(expression: str, kind: TypeKind) -> str:
    """Let the engine write what Python would convert or refuse: dates out of its range, zones, decimals."""
    return expression if kind in NATIVE else f"left(({expression})::varchar, {CELL + 1})"
