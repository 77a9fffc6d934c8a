"""Counts values in the data with standard SQL, and caches the counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from headwater.context.catalog._model import Column, Table, TableName, TypeKind, quote

Ask = Callable[[str], Sequence[tuple[Any, ...]]]
"""Runs a query and returns its rows, or raises ``UserError`` if the engine fails."""
_A = TypeVar("_A")
_B = TypeVar("_B")


class MapFunction(Protocol):
    """A function like ``map``. It may make the calls in parallel, but yields the results in order."""

    def __call__(self, function: Callable[[_A], _B], items: Iterable[_A], /) -> Iterator[_B]:
        """Return the results."""
        ...


_KEYABLE = (TypeKind.INTEGER, TypeKind.DECIMAL, TypeKind.TEXT, TypeKind.UUID, TypeKind.DATE, TypeKind.TIMESTAMP)


@dataclass(frozen=True)
class Inclusion:
    """The degree to which a key contains the values of some columns.

    Attributes:
        distinct: The number of distinct values, not counting nulls.
        missing: The number of those values that the key does not contain.
    """

    distinct: int
    missing: int

    @property
    def rate(self) -> float:
        """The share of the distinct values that the key contains, or 1 if there are no values."""
        return 1.0 if self.distinct == 0 else 1 - self.missing / self.distinct


@dataclass
class KeyFacts:
    """Counts of distinct values and of values missing from keys.

    Each count is queried once. Threads can share the object.
    """

    ask: Ask
    _distinct: dict[tuple[TableName, tuple[str, ...]], int] = field(default_factory=dict)
    _included: dict[tuple[TableName, tuple[str, ...], TableName, tuple[str, ...]], Inclusion] = field(
        default_factory=dict
    )

    def load_distinct(self, table: Table, columns: Sequence[str]) -> None:
        """Count the distinct values of several columns in one query."""
        unknown = [name for name in columns if (table.name, (name,)) not in self._distinct]
        if not unknown:
            return
        counts = ", ".join(f"count(distinct {quote(name)})" for name in unknown)
        row = self.ask(f"select {counts} from {table.name.sql}")[0]
        for name, count in zip(unknown, row, strict=True):
            self._distinct[table.name, (name,)] = int(count)

    def distinct(self, table: Table, columns: tuple[str, ...]) -> int:
        """Count the distinct values of one column, or the distinct combinations of several columns, ignoring nulls."""
        known = (table.name, columns)
        if known not in self._distinct:
            names = ", ".join(map(quote, columns))
            rows = self.ask(f"select count(*) from (select distinct {names} from {table.name.sql}) as d")
            self._distinct[known] = int(rows[0][0])
        return self._distinct[known]

    def inclusion(
        self, child: Table, columns: tuple[str, ...], parent: Table, to_columns: tuple[str, ...]
    ) -> Inclusion:
        """Count the values in ``columns`` that are missing from the parent's ``to_columns``."""
        known = (child.name, columns, parent.name, to_columns)
        if known not in self._included:
            picked = ", ".join(f"{quote(name)} as c{number}" for number, name in enumerate(columns))
            present = " and ".join(f"{quote(name)} is not null" for name in columns)
            keys = ", ".join(f"{quote(name)} as k{number}" for number, name in enumerate(to_columns))
            equal = " and ".join(f"c{number} = k{number}" for number in range(len(columns)))
            rows = self.ask(
                f"select count(*), sum(case when k0 is null then 1 else 0 end)"
                f" from (select distinct {picked} from {child.name.sql} where {present}) as c"
                f" left join (select distinct {keys} from {parent.name.sql}) as p on {equal}"
            )
            distinct, missing = rows[0]
            self._included[known] = Inclusion(int(distinct), int(missing or 0))
        return self._included[known]


def is_keyable(column: Column) -> bool:
    """Return whether a column of this type can be part of a key."""
    return column.kind in _KEYABLE and not (column.kind is TypeKind.DECIMAL and _has_fraction(column))


def _has_fraction(column: Column) -> bool:
    bounds = column.profile.range if column.profile else None
    return bounds is not None and "." in str(bounds.min)


def comparable(child: Column, parent: Column) -> bool:
    """Return whether engines can compare the two columns without a cast."""
    whole_kinds = (TypeKind.INTEGER, TypeKind.DECIMAL)
    return child.kind is parent.kind or (child.kind in whole_kinds and parent.kind in whole_kinds)


def may_be_included(child: Column, parent: Column) -> bool:
    """Return whether, judging by the profiles, the parent column may contain all values of the child column."""
    if child.profile is None or parent.profile is None or child.profile.distinct == 0:
        return True
    if parent.profile.distinct == 0 or child.profile.distinct > 1.2 * parent.profile.distinct + 5:
        return False
    child_range, parent_range = child.profile.range, parent.profile.range
    if child_range is None or parent_range is None or TypeKind.DECIMAL in (child.kind, parent.kind):
        return True
    return _not_less(child_range.min, parent_range.min) and _not_less(parent_range.max, child_range.max)


def may_overlap(child: Column, parent: Column) -> bool:
    """Return whether, judging by the profiles, the two columns may share a value or the child column may be empty."""
    if child.profile is None or parent.profile is None or child.profile.distinct == 0:
        return True
    child_range, parent_range = child.profile.range, parent.profile.range
    if child_range is None or parent_range is None or TypeKind.DECIMAL in (child.kind, parent.kind):
        return True
    return _not_less(child_range.max, parent_range.min) and _not_less(parent_range.max, child_range.min)


def _not_less(left: Any, right: Any) -> bool:
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left >= right
    if isinstance(left, str) and isinstance(right, str) and not (left.endswith("…") or right.endswith("…")):
        return left.encode() >= right.encode()
    return True
