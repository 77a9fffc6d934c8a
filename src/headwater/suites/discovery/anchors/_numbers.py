"""Finds numbers in a cell's output, and decides whether a value can be displayed as such a number."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = re.compile(
    r"(?<![\w.])(?P<sign>[-+\u2212]?)(?P<digits>\d{1,3}(?:,\d{3})+(?!\d)|\d{1,40})(?:\.(?P<decimals>\d{1,40}))?"
    r"(?:e(?P<power>[-+]?\d{1,3}))?(?P<percent>\s?%)?(?![\w]|\.\d)"
)
# A value that lies exactly between two roundings must not be excluded because of a floating-point error.
_SLACK = 1 + 1e-9
_ROUNDED = 1e-3
"""The maximum relative distance of a non-integer value from the integer that displays it."""


@dataclass(frozen=True)
class Number:
    """A number in a cell's output.

    Attributes:
        text: The number as text.
        value: The parsed number; 38 for ``38 %``.
        unit: The unit of the last digit, such as 0.01 for 3.14 or 1 for 3.
    """

    text: str
    value: float
    unit: float
    is_percent: bool = False

    def shows(self, value: float) -> bool:
        """Return whether a value, rounded to the same digits, equals this number."""
        return self._is(value) or (self.is_percent and self._is(100 * value))

    def _is(self, value: float) -> bool:
        distance = abs(value - self.value)
        if self.unit == 1 and value != round(value):
            # Without this stricter limit, a small integer would match many unrelated values.
            return distance <= min(0.5, _ROUNDED * abs(self.value))
        return distance <= self.unit / 2 * _SLACK


def numbers_in(text: str) -> list[Number]:
    """Return the numbers in a text in order, except for digits in names and in most date formats."""
    return [_number(found) for found in _NUMBER.finditer(text)]


def _number(found: re.Match[str]) -> Number:
    digits, decimals, power = found["digits"].replace(",", ""), found["decimals"] or "", int(found["power"] or 0)
    sign = "" if found["sign"] in ("", "+") else "-"
    value = float(f"{sign}{digits}.{decimals or 0}e{power}")
    unit = float(f"1e{power - len(decimals)}")
    return Number(found[0].strip(), value, unit, is_percent=found["percent"] is not None)
