"""Computes the mean, standard deviation and quartiles of numbers.

For a column with few distinct values, they are computed from the values' counts. For other columns, Arrow computes them
in a third of the time that the engine's aggregates would take. If a table is too large to transfer to Arrow, the engine
computes the aggregates, and the quartiles come from a sample.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from headwater.context.catalog import Column, Moments, quote
from headwater.context.engines._duckdb_part import NUMBERS, ColumnPart

if TYPE_CHECKING:
    import duckdb

_EXACT = 2_000_000
"""The maximum number of rows for exact quartiles. For larger tables, a sample is used."""
_SAMPLE = 65_536
"""The approximate sample size.

Rows are chosen by a hash of their position, so that the sample median differs from the true median by less than 0.13 %
of the rows in half of all samples. The engine's own ``reservoir_quantile`` was observed to sample only neighbouring
rows.
"""
_POINTS = [0.25, 0.5, 0.75]
_HUGE = 1e150
"""The square of a larger number may overflow, so no deviation is computed for a column with such a number."""


def moments(
    connection: duckdb.DuckDBPyConnection, part: ColumnPart, counted: Mapping[int, Sequence[tuple[str, int]]]
) -> dict[int, Moments]:
    """Return the moments of the finite values in numeric columns, keyed by column position.

    Args:
        connection: A connection to the database.
        part: The columns.
        counted: For columns with few distinct values, all values as text with their counts, keyed by column position.
    """
    positions = [position for position, column in enumerate(part.columns) if column.kind.is_number]
    others = [position for position in positions if position not in counted]
    found = {position: _of_counted(counted[position]) for position in positions if position in counted}
    if part.rows <= _EXACT:
        found |= {position: _by_arrow(connection, part.relation, part.columns[position]) for position in others}
    elif others:
        columns = [part.columns[position] for position in others]
        found |= zip(others, _by_engine(connection, part, columns), strict=True)
    return {position: one for position, one in found.items() if one is not None}


def _of_counted(values: Sequence[tuple[str, int]]) -> Moments | None:
    pairs = sorted((number, count) for text, count in values if math.isfinite(number := float(text)))
    if not pairs:
        return None
    ends = list(accumulate(count for _, count in pairs))
    mean = sum(number * count for number, count in pairs) / ends[-1]
    std = _deviation(pairs) if pairs[0][0] > -_HUGE and pairs[-1][0] < _HUGE else None
    return _moments(mean, std, [_quantile(pairs, ends, point) for point in _POINTS], exact=True)


def _deviation(pairs: Sequence[tuple[float, int]]) -> float | None:
    total = sum(count for _, count in pairs)
    if total < 2:
        return None
    mean = sum(number * count for number, count in pairs) / total
    return math.sqrt(sum(count * (number - mean) * (number - mean) for number, count in pairs) / (total - 1))


def _quantile(pairs: Sequence[tuple[float, int]], ends: Sequence[int], point: float) -> float:
    """Return a quantile of values given with their counts, interpolating linearly between the two nearest values."""
    place = (ends[-1] - 1) * point
    low = pairs[bisect_right(ends, math.floor(place))][0]
    high = pairs[bisect_right(ends, math.ceil(place))][0]
    return low if low == high else low + (high - low) * (place % 1)


def _by_arrow(connection: duckdb.DuckDBPyConnection, relation: str, column: Column) -> Moments | None:
    return _of(connection.sql(f"select {_number(column)} from {relation}").to_arrow_table().column(0))


def _number(column: Column) -> str:
    """Return an expression for a column, in a type that Arrow can calculate with."""
    name = quote(column.name)
    return name if column.native_type in NUMBERS else f"{name}::double"


def _of(values: Any) -> Moments | None:
    import pyarrow
    from pyarrow import compute

    if values.null_count == len(values):
        return None
    doubles = values.cast(pyarrow.float64(), safe=False)  # Arrow does not check integer sums for overflow
    mean, std = compute.mean(doubles).as_py(), compute.stddev(doubles, ddof=1).as_py()
    if not math.isfinite(mean or 0) or not math.isfinite(std or 0):
        values = doubles = doubles.filter(compute.is_finite(doubles))
        if not len(doubles):
            return None
        mean = compute.mean(doubles).as_py()
        is_huge = compute.any(compute.greater_equal(compute.abs(doubles), _HUGE)).as_py()
        std = None if is_huge else compute.stddev(doubles, ddof=1).as_py()
    return _moments(mean, std, _quartiles(values), exact=True)


def _by_engine(connection: duckdb.DuckDBPyConnection, part: ColumnPart, columns: list[Column]) -> list[Moments | None]:
    names = [f"{quote(column.name)}::double" for column in columns]
    aggregates = ", ".join(
        f"avg({name}) filter (isfinite({name})), stddev_samp({name}) filter (abs({name}) < {_HUGE}),"
        f" count(*) filter (isfinite({name}) and abs({name}) >= {_HUGE})"
        for name in names
    )
    [values] = connection.execute(f"select {aggregates} from {part.relation}").fetchall()
    sample = f"from {part.relation} where hash(rowid) % {part.rows // _SAMPLE} = 0"
    found = []
    for place, name in enumerate(names):
        numbers = connection.sql(f"select {name} as x {sample} and isfinite(x)").to_arrow_table().column(0)
        quartiles = _quartiles(numbers) if len(numbers) else None
        mean, std, huge = values[3 * place : 3 * place + 3]
        found.append(_moments(mean, None if huge else std, quartiles, exact=False))
    return found


def _quartiles(values: Any) -> Sequence[float]:
    from pyarrow import compute

    quartiles: list[float] = compute.quantile(values, q=_POINTS).to_pylist()
    return quartiles


def _moments(
    mean: float | None, std: float | None, quartiles: Sequence[float] | None, *, exact: bool
) -> Moments | None:
    if mean is None:  # the column has no finite number
        return None
    if quartiles is None:
        return Moments(_finite(mean), _finite(std), None, exact)
    first, middle, third = map(float, quartiles)
    return Moments(_finite(mean), _finite(std), (first, middle, third), exact)


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
