"""Compares the values in two tables, in types that their engine can compare."""

from __future__ import annotations

import re
from dataclasses import dataclass

from headwater.context.catalog import Column, Engine, TypeKind
from headwater.context.engines import EngineSql

_TOLERANCE = 1e-9
"""The relative tolerance. Sums of the same floats in a different order differ by less."""
_WRAPPER = re.compile(r"(?:Nullable|LowCardinality)\((.*)\)")


@dataclass(frozen=True)
class ColumnPair:
    """A column of both tables, possibly with different types."""

    first: Column
    second: Column
    sql: EngineSql

    @property
    def is_same_type(self) -> bool:
        """Return whether the engine uses the same name for both types, ignoring nullability."""
        return _bare(self.first.native_type) == _bare(self.second.native_type)

    @property
    def is_float(self) -> bool:
        """Return whether both columns are numbers and at least one is a floating-point type."""
        return self._are_numbers and TypeKind.FLOAT in (self.first.kind, self.second.kind)

    @property
    def _are_numbers(self) -> bool:
        return self.first.kind.is_number and self.second.kind.is_number

    def of_first(self, of: str = "") -> str:
        """Return the first table's value, converted to the type common to both tables."""
        return self._common(self.first, of)

    def of_second(self, of: str = "") -> str:
        """Return the second table's value, converted to the type common to both tables."""
        return self._common(self.second, of)

    def _common(self, column: Column, of: str) -> str:
        value = self.sql.value(column, of)
        if self.is_same_type or (self.first.kind.is_time and self.second.kind.is_time):
            return value
        if not self._are_numbers:
            return self.sql.text(value)
        return self._number(value) if self.sql.engine is Engine.CLICKHOUSE else value

    def _number(self, value: str) -> str:
        """Cast a number explicitly.

        ClickHouse has no common type for signed and unsigned integers, or for decimals and floats.
        """
        if self.is_float:
            return f"cast({value} as Nullable(Float64))"
        are_integers = self.first.kind is self.second.kind is TypeKind.INTEGER
        return f"cast({value} as Nullable({'Int256' if are_integers else 'Decimal(76, 18)'}))"

    def joins(self, has_nulls: bool) -> str:
        """Return the condition that ``a`` and ``b`` have equal values, written so that a hash join is possible."""
        one, other = self.of_first("a"), self.of_second("b")
        if not has_nulls:
            return f"{one} = {other}"
        if self.sql.engine is not Engine.POSTGRES:
            return f"{one} is not distinct from {other}"
        if not self.is_same_type:
            return f"({one} = {other} or ({one} is null and {other} is null))"
        known = f"({one} is null) = ({other} is null)"
        if self._are_numbers:  # 1.0 equals 1.00, but their texts differ
            return f"{known} and coalesce({one}, 0) = coalesce({other}, 0)"
        return f"{known} and coalesce({self.sql.text(one)}, '') = coalesce({self.sql.text(other)}, '')"

    def differs(self) -> str:
        """Return the condition that ``a`` and ``b`` have different values."""
        one, other = self.of_first("a"), self.of_second("b")
        different = f"{one} <> {other}"
        if self.is_float:  # infinity and NaN are close only to themselves
            near = f"abs({one} - {other}) < {_TOLERANCE} * least(abs({one}), abs({other}))"
            different = f"({different} and not ({near}){self._unless_both_are_no_number(one, other)})"
        return f"(({one} is null) <> ({other} is null) or coalesce({different}, false))"

    def _unless_both_are_no_number(self, one: str, other: str) -> str:
        return f" and not (isNaN({one}) and isNaN({other}))" if self.sql.engine is Engine.CLICKHOUSE else ""


def _bare(native: str) -> str:
    while match := _WRAPPER.fullmatch(native):
        native = match[1]
    return native
