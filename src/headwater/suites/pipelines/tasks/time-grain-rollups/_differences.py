"""Find the smallest difference between tables, and between what readers find during a run and before or after it."""

from __future__ import annotations

from typing import Any, NamedTuple

from _rollups import GRAINS, Key, Rows, equal_figures

Tables = dict[str, list[tuple[Key, dict[str, Any]]]]


class Difference(NamedTuple):
    """One wrong period of a table, and what is wrong with it."""

    grain: str
    key: Key
    text: str

    def __str__(self) -> str:
        return f"rollups.{self.grain}, counter {self.key[0]} at {self.key[1]}: {self.text}"


def _repeated(found: Tables) -> Difference | None:
    for grain, rows in found.items():
        seen = set()
        for key, _ in rows:
            if key in seen:
                return Difference(grain, key, "the period has several rows")
            seen.add(key)
    return None


def same_figures(row: dict[str, Any] | None, other: dict[str, Any] | None, grain: str) -> bool:
    """Compare a period's figures; None stands for no row."""
    if row is None or other is None:
        return row is other
    return all(equal_figures(row[name], other[name]) for name in GRAINS[grain][1])


def _figures(row: dict[str, Any] | None, grain: str) -> str:
    return "no row" if row is None else ", ".join(f"{name}={row[name]}" for name in GRAINS[grain][1])


def first_difference(found: Tables, expected: dict[str, Rows]) -> Difference | None:
    """Return the first period that is wrong, in the hours before the days and months, or None."""
    if repeated := _repeated(found):
        return repeated
    for grain, rows in found.items():
        actual = dict(rows)
        for key in sorted(actual.keys() | expected[grain].keys()):
            row, right = actual.get(key), expected[grain].get(key)
            if not same_figures(row, right, grain):
                return Difference(grain, key, f"{_figures(row, grain)}; expected {_figures(right, grain)}")
    return None


def torn(before: Tables, between: Tables, after: dict[str, Rows]) -> Difference | None:
    """Return the first period that readers find neither as it was before a run nor as it is after it, or None."""
    if repeated := _repeated(between):
        return repeated
    for grain, rows in between.items():
        old, actual = dict(before[grain]), dict(rows)
        for key in sorted(old.keys() | actual.keys() | after[grain].keys()):
            row, states = actual.get(key), (old.get(key), after[grain].get(key))
            if not any(same_figures(row, state, grain) for state in states):
                was, will_be = (_figures(state, grain) for state in states)
                return Difference(grain, key, f"{_figures(row, grain)}; before the run {was}, after it {will_be}")
    return None
