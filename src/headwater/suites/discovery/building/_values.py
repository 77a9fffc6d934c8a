"""Exchanges values between the rows of a table without making correct programs disagree.

A table can express the same fact in several ways, and correct programs may rely on any of them: a flag instead of its
threshold, a name instead of its code, a duration instead of its two dates. An exchange must preserve them all.
Therefore all measured numbers move together, along with the dates if a row has two or more, and all other cells stay. A
number stays in its row if it is a key (a code, a year, a sequence number, an integer with few distinct values), if
another column determines it (the size of a room, the month of a date), or if it is cumulative (a meter reading).

Two rows may exchange values only if the same cells are filled, with the same signs, and if they agree in every column
that depends on the magnitude of the values: a unit, a flag, a class.
"""

from __future__ import annotations

import math
import random
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from headwater.errors import UnsupportedError

Cells = tuple[Any, ...]

_NUMBER = re.compile(r"[+-]?(\d{1,3}([ '.,\u00a0]\d{3})+|\d+)([.,]\d+)?( ?[%€$])?")
# A number with a leading zero is a code.
_CODE = re.compile(r"0\d")
_DATE = re.compile(r"\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{4}")
_DATE_PARTS = (slice(0, 4), slice(5, 7), slice(0, 7), slice(0, 10), slice(11, 13))
_FEW = 31
"""A column of integers with at most this many distinct values counts as codes, such as days, hours or ratings."""
_ROWS_FOR_EACH = 4
_LONG_CODE = 5
_MOST_CLASSES = 50
_LEAST_ROWS = 10
"""The minimum number of rows for a class range to be meaningful: ten random values span about 80 % of all ranks."""
_NARROW = 0.6
_RISES = 0.98


@dataclass(frozen=True)
class _ParsedColumn:
    """A column of distinct rows: its cells, and the parsed number of each cell, if any."""

    cells: Cells
    numbers: tuple[float | None, ...]

    @classmethod
    def of(cls, cells: Cells) -> _ParsedColumn:
        return cls(cells, tuple(map(_number, cells)))

    def is_measure(self) -> bool:
        """Return whether the column looks like a measurement, judging only by its own cells."""
        filled = [cell for cell in self.cells if cell not in (None, "")]
        found = [number for number in self.numbers if number is not None]
        if not found or len(found) < 0.95 * len(filled) or any(_CODE.match(str(cell)) for cell in filled):
            return False
        if not all(number.is_integer() for number in found):
            return True
        distinct = len(set(found))
        is_year = all(1900 <= number <= 2100 for number in found)
        is_few = distinct <= _FEW and len(found) >= _ROWS_FOR_EACH * distinct
        return not (is_year or is_few or _are_codes(found, distinct))

    def is_date(self) -> bool:
        filled = [cell for cell in self.cells if cell not in (None, "")]
        return bool(filled) and all(_DATE.match(str(cell)) for cell in filled)


def exchange(rows: Sequence[Cells], chosen: random.Random) -> list[Cells]:
    """Return rows with exchanged values. Equal rows remain equal.

    Raises:
        UnsupportedError: There are no values that can be exchanged.
    """
    distinct = list(dict.fromkeys(rows))
    moving = _moving(distinct)
    if not moving:
        raise UnsupportedError("it has no values that rows can exchange")
    bound = _bound(distinct, moving)
    groups: dict[Cells, list[Cells]] = defaultdict(list)
    for row in distinct:
        groups[_signature(row, moving, bound)].append(row)
    moved = {}
    for members in groups.values():
        givers = members.copy()
        chosen.shuffle(givers)
        for row, giver in zip(members, givers, strict=True):
            moved[row] = tuple(giver[place] if place in moving else cell for place, cell in enumerate(row))
    return [moved[row] for row in rows]


def _moving(rows: Sequence[Cells]) -> set[int]:
    """Return the positions of the columns that are exchanged together."""
    if len({len(row) for row in rows}) != 1:
        return set()
    columns = {place: _ParsedColumn.of(cells) for place, cells in enumerate(zip(*rows, strict=True))}
    measures = {place for place, column in columns.items() if column.is_measure()}
    keys = {place: column.cells for place, column in columns.items() if place not in measures}
    measures = {
        place
        for place in measures
        if not _depends(columns[place].cells, keys.values()) and not _adds_up(columns[place], keys.values())
    }
    dates = {place for place in keys if columns[place].is_date()}
    together = dates if len(dates) > 1 else set()
    while measures and not _are_unique(rows, columns.keys() - measures - together):
        whole_columns = [place for place in measures if _is_whole(columns[place])]
        if together or not whole_columns:
            return set()
        # An integer column that makes rows unique counts as part of their key.
        measures.remove(min(whole_columns, key=lambda place: len(set(columns[place].cells))))
    return measures | together if measures else set()


def _depends(cells: Cells, keys: Iterable[Cells]) -> bool:
    """Return whether a key or a date part determines the cells, or the cells determine a key."""
    for key in keys:
        for part in _parts(key):
            if _determines(part, cells):
                return True
        if len(set(key)) > 1 and _determines(cells, key):
            return True
    return False


def _parts(key: Cells) -> Iterator[Cells]:
    yield key
    if _DATE.match(str(key[0])):
        for part in _DATE_PARTS:
            yield tuple(str(cell)[part] for cell in key)


def _determines(first: Cells, second: Cells) -> bool:
    """Return whether equal cells in one column imply equal cells in the other, given enough repeated cells."""
    if len(set(first)) > len(first) / 2:
        return False
    known: dict[Any, Any] = {}
    return all(known.setdefault(one, other) == other for one, other in zip(first, second, strict=True))


def _adds_up(column: _ParsedColumn, keys: Iterable[Cells]) -> bool:
    """Return whether numbers increase from row to row, in the whole table or within each key."""
    orders = [(0,) * len(column.cells), *(key for key in keys if 1 < len(set(key)) <= len(key) / 3)]
    return any(_rises(column.numbers, order) for order in orders)


def _rises(numbers: Sequence[float | None], order: Sequence[Any]) -> bool:
    last: dict[Any, float] = {}
    steps = rising = 0
    for key, number in zip(order, numbers, strict=True):
        if number is None:
            continue
        if key in last and number != last[key]:
            steps += 1
            rising += number > last[key]
        last[key] = number
    return steps >= _LEAST_ROWS and rising >= _RISES * steps


def _are_unique(rows: Sequence[Cells], places: Iterable[int]) -> bool:
    chosen = sorted(places)
    return len({tuple(row[place] for place in chosen) for row in rows}) == len(rows)


def _is_whole(column: _ParsedColumn) -> bool:
    return all(number is None or number.is_integer() for number in column.numbers)


def _are_codes(values: Sequence[float], distinct: int) -> bool:
    """Return whether distinct integers are sequence numbers, or share the same large number of digits."""
    if distinct < len(values):
        return False
    lengths = {len(str(int(number))) for number in values}
    is_running = max(values) - min(values) < 10 * len(values)
    return is_running or (len(lengths) == 1 and min(lengths) >= _LONG_CODE)


def _bound(rows: Sequence[Cells], moving: set[int]) -> list[int]:
    """Return the positions of columns whose entries depend on the magnitude of the values."""
    columns = [_ParsedColumn.of(cells) for cells in zip(*rows, strict=True)]
    measures = [column.numbers for place, column in enumerate(columns) if place in moving]
    return [
        place
        for place, column in enumerate(columns)
        if place not in moving
        and 1 < len(set(column.cells)) <= _MOST_CLASSES
        and any(_has_narrow_class(column.cells, numbers) for numbers in measures)
    ]


def _has_narrow_class(classes: Cells, numbers: Sequence[float | None]) -> bool:
    """Return whether the values of a class span a range too narrow to be a coincidence."""
    members: Mapping[Any, list[float]] = defaultdict(list)
    for entry, number in zip(classes, numbers, strict=True):
        if number is not None:
            members[entry].append(number)
    ranked = sorted(number for found in members.values() for number in found)
    return any(
        bisect_right(ranked, max(found)) - bisect_left(ranked, min(found)) < _NARROW * len(ranked)
        for found in members.values()
        if len(found) >= _LEAST_ROWS
    )


def _signature(row: Cells, moving: set[int], bound: Sequence[int]) -> Cells:
    """Return the key that two rows must share to exchange values."""
    return (*(row[place] for place in bound), *(_kind(row[place]) for place in sorted(moving)))


def _kind(cell: Any) -> Any:
    number = _number(cell)
    if number is not None:
        return (number > 0) - (number < 0)
    return "date" if _DATE.match(str(cell)) else str(cell)


def _number(cell: Any) -> float | None:
    # In Python, a bool is also an int.
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, int | float):
        return float(cell) if math.isfinite(cell) else None
    text = str(cell).strip()
    if not _NUMBER.fullmatch(text):
        return None
    *groups, last = re.split(r"[.,]", re.sub(r"[ '\u00a0%€$]", "", text))
    return float("".join(groups) + "." + last) if groups else float(last)
