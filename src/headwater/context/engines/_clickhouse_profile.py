"""Profiles a table inside ClickHouse, in one pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from headwater.context.catalog import Column, ColumnProfile, Moments, Range, Table, TypeKind, quote
from headwater.context.engines._clickhouse_http import Http, ServerError
from headwater.context.engines._duckdb_profile import fingerprint_of
from headwater.context.engines._duckdb_values import DICTIONARY, FREQUENT
from headwater.context.engines._values import CELL, frequencies, plain, typed

_EXACT_QUARTILES = 2_000_000
_WIDE = 100
_NOT_ORDERED = (TypeKind.NESTED, TypeKind.JSON, TypeKind.BINARY, TypeKind.OTHER)
_NATIVE = (TypeKind.BOOLEAN, TypeKind.INTEGER, TypeKind.FLOAT)
_LISTED_KINDS = (TypeKind.TEXT, TypeKind.BOOLEAN, TypeKind.UUID)


@dataclass(frozen=True)
class _MeasuredRelation:
    """The relation whose columns are measured."""

    http: Http
    relation: str
    rows: int
    seconds: float


def profile(http: Http, table: Table, seconds: float) -> Table:
    """Profile a table and return it. Columns that store aggregation states are skipped."""
    rows = int(http.all_rows(f"select count() from {table.name.sql}", seconds)[0][0])
    columns: list[Column] = []
    problems: list[str] = []
    for start in range(0, len(table.columns), _WIDE):
        part = table.columns[start : start + _WIDE]
        columns += _measure_what_can_be(_MeasuredRelation(http, table.name.sql, rows, seconds), part, problems)
    return replace(
        table,
        columns=tuple(columns),
        rows=rows,
        rows_exact=True,
        profiled_rows=rows,
        problem="; ".join(problems) or table.problem,
    )


def _measure_what_can_be(part: _MeasuredRelation, columns: Sequence[Column], problems: list[str]) -> list[Column]:
    """Measure columns in one query. If the query fails, measure each half separately, down to single columns."""
    try:
        return _measure(part, columns)
    except ServerError as error:
        if len(columns) == 1:
            problems.append(f"column {columns[0].name}: not profiled: {error}")
            return list(columns)
        half = len(columns) // 2
        halves = (columns[:half], columns[half:])
        return [column for one in halves for column in _measure_what_can_be(part, one, problems)]


def _measure(part: _MeasuredRelation, columns: Sequence[Column]) -> list[Column]:
    measured = [column for column in columns if _is_measured(column)]
    if not measured:
        return list(columns)
    aggregates = ", ".join(one for column in measured for one in _aggregates(column, part.rows))
    values = iter(part.http.all_rows(f"select {aggregates} from {part.relation}", part.seconds)[0])
    profiles = {column.name: _read(column, part.rows, values) for column in measured}
    return [replace(column, profile=profiles.get(column.name)) for column in columns]


def content(http: Http, table: Table, seconds: float) -> str:
    """Return a fingerprint of a table's rows that does not depend on their order."""
    rows = int(http.all_rows(f"select count() from {table.name.sql}", seconds)[0][0])
    hashes = [
        str(http.all_rows(f"select {_hash(table.columns[start : start + _WIDE])} from {table.name.sql}", seconds)[0][0])
        for start in range(0, len(table.columns), _WIDE)
    ]
    return fingerprint_of(columns_digest(table), rows, hashes)


def columns_digest(table: Table) -> str:
    """Return a digest of the columns' names and types, which is one part of the fingerprint."""
    return "\n".join(f"{column.name}\0{column.native_type}" for column in table.columns)


def _is_measured(column: Column) -> bool:
    return not column.native_type.startswith(("AggregateFunction", "SimpleAggregateFunction"))


def _hash(columns: Sequence[Column]) -> str:
    """Return the sum and the XOR of the rows' hashes.

    Rows are hashed as text, because the hash of null is null.
    """
    row = f"cityHash64(formatRow('CSV', {', '.join(quote(column.name) for column in columns)}))"
    return f"concat(toString(sum({row})), ':', toString(groupBitXor({row})))"


def _aggregates(column: Column, rows: int) -> Iterator[str]:
    name = quote(column.name)
    text = f"toString({name})" if column.kind is not TypeKind.TEXT else f"{name}::Nullable(String)"
    yield f"count({name})"
    yield f"ifNull(uniqCombined64({name}), 0)"
    if column.kind not in _NOT_ORDERED:
        for function in ("min", "max"):
            value = f"{function}If({name}, isNotNull({name}))"
            excerpt = value if column.kind in _NATIVE else f"substringUTF8(toString({value}), 1, {CELL + 1})"
            yield f"if(count({name}) = 0, null, {excerpt})"
        yield f"approx_top_k({DICTIONARY}, {4 * DICTIONARY})(substringUTF8({text}, 1, {CELL + 1}))"
    if column.kind.is_number:
        number = f"toFloat64({name})"
        finite = f"ifNull(isFinite({number}), 0)"
        quartiles = "quantilesExactInclusive" if rows <= _EXACT_QUARTILES else "quantiles"
        yield f"avgIf({number}, {finite})"
        yield f"stddevSampIf({number}, {finite})"
        yield f"{quartiles}If(0.25, 0.5, 0.75)({number}, {finite})"
    yield f"arraySlice(groupUniqArray(5)(substringUTF8({text}, 1, {CELL + 1})), 1, 5)"


def _read(column: Column, rows: int, values: Iterator[Any]) -> ColumnProfile:
    """Build a column's profile from its aggregates, which arrive in the order of ``_aggregates``."""
    present, distinct = int(next(values)), int(next(values))
    bounds, top = None, []
    if column.kind not in _NOT_ORDERED:
        low, high = plain(next(values)), plain(next(values))
        bounds = None if present == 0 else Range(low, high)
        top = [(text, int(count), int(error)) for text, count, error in next(values)]
    moments = _moments(next(values), next(values), next(values), rows) if column.kind.is_number and present else None
    if column.kind.is_number and not present:
        for _ in range(3):
            next(values)
    samples = tuple(typed(text, column.kind) for text in next(values))
    found = ColumnProfile(
        nulls=rows - present,
        distinct=min(distinct, present),
        distinct_exact=present <= 1,
        range=bounds,
        moments=moments,
        frequent_complete=present == 0,
        samples=samples,
    )
    return _with_frequent(found, column, top, present)


def _with_frequent(
    profile: ColumnProfile, column: Column, top: Sequence[tuple[str, int, int]], present: int
) -> ColumnProfile:
    """Add the most frequent values: all values if there are few, or else those found in at least 1 % of the rows."""
    if not top:
        return profile
    complete = len(top) < DICTIONARY and all(error == 0 for _, _, error in top)
    if complete:
        frequent = top[: DICTIONARY if column.kind in _LISTED_KINDS else FREQUENT]
        return replace(
            profile,
            distinct=len(top),
            distinct_exact=True,
            frequent=frequencies(((text, count) for text, count, _ in frequent), column.kind),
            frequent_complete=len(frequent) == len(top),
        )
    outstanding = [(text, count - error) for text, count, error in top[:FREQUENT] if (count - error) * 100 >= present]
    exact = all(error == 0 for _, _, error in top[: len(outstanding)])
    return replace(profile, frequent=frequencies(outstanding, column.kind), frequent_exact=exact)


def _moments(mean: Any, std: Any, quartiles: Sequence[Any], rows: int) -> Moments | None:
    numbers = [_number(value) for value in (mean, std, *quartiles)]
    first, middle, third = numbers[2:]
    found = None if first is None or middle is None or third is None else (first, middle, third)
    return Moments(numbers[0], numbers[1], found, rows <= _EXACT_QUARTILES)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) else None  # the server sends NaN as text
