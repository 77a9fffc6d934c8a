"""What the measuring of a table's columns has in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.context.catalog import Column, TypeKind, quote
from headwater.context.engines._values import CELL

NOT_ORDERED = (TypeKind.NESTED, TypeKind.JSON, TypeKind.BINARY)
NATIVE = (TypeKind.BOOLEAN, TypeKind.INTEGER, TypeKind.FLOAT)


@dataclass(frozen=True)
class Part:
    """Some columns of a table, and the table as SQL."""

    relation: str
    columns: tuple[Column, ...]
    rows: int


def texts(columns: Sequence[Column]) -> str:
    """Return columns as text, no longer than it is kept."""
    return ", ".join(
        f"left({quote(column.name)}::varchar, {CELL + 1}) as c{number}" for number, column in enumerate(columns)
    )


def text(expression: str, kind: TypeKind) -> str:
    """Let the engine write what Python would convert or refuse: dates out of its range, zones, decimals."""
    return expression if kind in NATIVE else f"left(({expression})::varchar, {CELL + 1})"
