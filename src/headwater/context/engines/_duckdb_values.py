"""Finds the most frequent values in columns: all values if there are few, and otherwise those common in a sample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from headwater.context.catalog import ColumnProfile, TypeKind, quote
from headwater.context.engines._duckdb_part import NOT_ORDERED, ColumnPart, values_of
from headwater.context.engines._values import CELL, frequencies

if TYPE_CHECKING:
    import duckdb

FEW_VALUES = 1000
"""The approximate maximum number of distinct values up to which every value is counted."""
DICTIONARY = 256
"""The maximum number of values stored for a column of words, so that search can find all of them."""
FREQUENT = 20
_SAMPLE = 2_048
"""The approximate sample size for frequent values. A value in 1 % of all rows occurs in it about twenty times."""
_BRANCHES = 50
_NOT_SAMPLED = (*NOT_ORDERED, TypeKind.FLOAT)
_LISTED_KINDS = (TypeKind.TEXT, TypeKind.BOOLEAN, TypeKind.UUID, TypeKind.OTHER)


def counted_values(
    connection: duckdb.DuckDBPyConnection, part: ColumnPart, profiles: Sequence[ColumnProfile]
) -> dict[int, list[tuple[str, int]]]:
    """Return all values and their counts for columns with few distinct values, the most frequent value first.

    Args:
        connection: A connection to the database.
        part: The columns.
        profiles: The columns' profiles so far.

    Returns:
        The values as text, keyed by column position.
    """
    few_valued = [
        position
        for position, (column, measured) in enumerate(zip(part.columns, profiles, strict=True))
        if 0 < measured.distinct <= FEW_VALUES and column.kind not in NOT_ORDERED
    ]
    counts = _counts(connection, part, few_valued)
    # the estimate was wrong
    return {position: values for position, values in counts.items() if len(values) <= 2 * FEW_VALUES}


def frequent_values(
    connection: duckdb.DuckDBPyConnection,
    part: ColumnPart,
    profiles: Sequence[ColumnProfile],
    counted: Mapping[int, list[tuple[str, int]]],
) -> dict[int, dict[str, Any]]:
    """Return the frequent values of columns that have few distinct values, or some values that are far more common.

    Args:
        connection: A connection to the database.
        part: The columns.
        profiles: The columns' profiles so far.
        counted: The result of `counted_values`.

    Returns:
        The fields to set in each column's profile, keyed by column position.
    """
    found: dict[int, dict[str, Any]] = {}
    many: list[int] = []
    for position, (column, measured) in enumerate(zip(part.columns, profiles, strict=True)):
        if position in counted:
            found[position] = _all_of(counted[position], column.kind)
        elif FEW_VALUES < measured.distinct < part.rows - measured.nulls and column.kind not in _NOT_SAMPLED:
            many.append(position)
    return found | _outstanding(connection, part, many)


def _all_of(values: list[tuple[str, int]], kind: TypeKind) -> dict[str, Any]:
    frequent = values[: DICTIONARY if kind in _LISTED_KINDS else FREQUENT]
    return {
        "distinct": len(values),
        "distinct_exact": True,
        "frequent": frequencies(frequent, kind),
        "frequent_complete": len(frequent) == len(values),
    }


def _counts(
    connection: duckdb.DuckDBPyConnection, part: ColumnPart, positions: Sequence[int]
) -> dict[int, list[tuple[str, int]]]:
    """Return each column's values as text with their counts, the most frequent value first.

    Each column is grouped in a separate query. Grouping sets would read the table only once, but take twice as long.
    """
    found: dict[int, list[tuple[str, int]]] = {}
    for start in range(0, len(positions), _BRANCHES):
        numbered_names = [
            (position, quote(part.columns[position].name)) for position in positions[start : start + _BRANCHES]
        ]
        branches = " union all ".join(
            f"(select {position}, left({name}::varchar, {CELL + 1}), count(*) from {part.relation}"
            f" where {name} is not null group by {name} limit {2 * FEW_VALUES + 1})"
            for position, name in numbered_names
        )
        for position, value, count in connection.execute(branches).fetchall():
            found.setdefault(position, []).append((value, count))
    return {position: sorted(values, key=_rank) for position, values in found.items()}


def _rank(pair: tuple[Any, int]) -> tuple[int, Any]:
    return -pair[1], pair[0]


def _outstanding(
    connection: duckdb.DuckDBPyConnection, part: ColumnPart, positions: Sequence[int]
) -> dict[int, dict[str, Any]]:
    """For columns with many values, return the values that occur in at least 1 % of a sample's rows."""
    import pyarrow.compute

    if not positions:
        return {}
    # sampling by a hash of the row's position is faster than the engine's own sampling
    one_in = max(1, part.rows // _SAMPLE)
    chosen = values_of([part.columns[position] for position in positions])
    sample = connection.sql(f"select {chosen} from {part.relation} where hash(rowid) % {one_in} = 0").to_arrow_table()
    found: dict[int, dict[str, Any]] = {}
    for position, values in zip(positions, sample.columns, strict=True):
        counted = pyarrow.compute.value_counts(values.drop_null())
        enough = counted.filter(pyarrow.compute.greater_equal(counted.field(1), max(2, sample.num_rows // 100)))
        pairs = sorted(((one["values"], one["counts"]) for one in enough.to_pylist()), key=_rank)
        if pairs:
            frequent = frequencies(pairs[:FREQUENT], part.columns[position].kind)
            found[position] = {"frequent": frequent, "frequent_exact": one_in == 1}
    return found
