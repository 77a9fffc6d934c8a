"""Decides whether a table is right: every row of the gold table must occur once, with all values in one row.

Columns are matched by name. If no predicted column has a gold column's name, a column with another name is used if its
values match. Numbers match within a relative 1e-6 or an absolute 1e-9, a date matches its midnight, and text matches
exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

import duckdb

from headwater.plurals import counted
from headwater.suites.spider2.scoring._database import DatabaseProblemError, RelationSchema, attached, relations
from headwater.suites.spider2.scoring._frames import ComparedTable, FrameComparison, Pair, UnpairedRows, load, pair
from headwater.suites.spider2.scoring._records import ColumnDifference, GradedTable, TableScore

_ASSIGNMENTS = 64
"""The number of ways to try for matching unnamed columns. Columns with equal values can be matched in many ways."""
_EXAMPLES = 3


@dataclass(frozen=True)
class DatabasePair:
    """A gold and a predicted database.

    Attributes:
        catalog: The name that the project gives to its database. Views contain this name.
        timeout_sec: The time limit for reading one table.
    """

    gold: Path
    prediction: Path
    catalog: str
    timeout_sec: float


def compare_table(files: DatabasePair, table: GradedTable) -> TableScore:
    """Compare one table in two databases. Defects in the prediction are reported in the score and raise no error.

    Raises:
        DatabaseProblemError: The gold table cannot be read, or has no column at a graded position.
    """
    with attached(files.gold, files.catalog, files.timeout_sec) as connection:
        gold = load_gold(connection, files.catalog, table)
    try:
        with attached(files.prediction, files.catalog, files.timeout_sec) as connection:
            relation = _resolve(connection, table.name, files.catalog)
            # A view may be infinite. A table with more rows than this is wrong, whatever its exact row count.
            prediction = load(connection, relation, relation.columns, limit=2 * gold.rows + 1000)
    except DatabaseProblemError as problem:
        return TableScore(table.name, passed=False, reason=str(problem))
    return compare_loaded(gold, prediction, table)


def load_gold(connection: duckdb.DuckDBPyConnection, catalog: str, table: GradedTable) -> ComparedTable:
    """Read a gold table's graded columns.

    Raises:
        DatabaseProblemError: The table cannot be read, or has no column at a graded position.
    """
    relation = _resolve(connection, table.name, catalog)
    return load(connection, relation, _counted(relation, table), limit=None)


def compare_loaded(gold: ComparedTable, prediction: ComparedTable, table: GradedTable) -> TableScore:
    """Compare two tables that have been read."""
    with FrameComparison(gold, prediction, ordered=not table.ignore_order) as comparison:
        return _compare(comparison, gold, prediction, table.name)


def require_tables(connection: duckdb.DuckDBPyConnection, catalog: str, tables: Sequence[GradedTable] | None) -> None:
    """Check that a gold database contains the graded tables.

    Raises:
        DatabaseProblemError: The database lacks a table or a column.
    """
    for table in tables or ():
        _counted(_resolve(connection, table.name, catalog), table)


def _resolve(connection: duckdb.DuckDBPyConnection, name: str, catalog: str) -> RelationSchema:
    found = relations(connection, name, catalog)
    if not found:
        raise DatabaseProblemError(f"there is no table {name}, in any schema")
    if len(found) > 1 and found[0].schema != "main":
        raise DatabaseProblemError(f"{name} is in several schemas: {', '.join(one.schema for one in found)}")
    return found[0]


def _counted(relation: RelationSchema, table: GradedTable) -> Sequence[tuple[str, str]]:
    if table.columns and max(table.columns) >= len(relation.columns):
        raise DatabaseProblemError(
            f"column {max(table.columns)} of {table.name} counts, and it has {len(relation.columns)}"
        )
    counted = [relation.columns[at] for at in table.columns] if table.columns else relation.columns
    return [(name, kind) for name, kind in counted if name not in table.exempt]


def _compare(comparison: FrameComparison, gold: ComparedTable, prediction: ComparedTable, name: str) -> TableScore:
    name_pairs = _by_name(gold, prediction)
    unnamed = [at for at in range(len(gold.columns)) if at not in name_pairs]
    names = list(gold.columns)
    if gold.rows != prediction.rows:
        missing = f"; it has no column {', '.join(names[at] for at in unnamed)}" if unnamed else ""
        return TableScore(
            name, passed=False, reason=f"gold has {_rows(gold)}, the prediction {_rows(prediction)}{missing}"
        )
    unpaired: UnpairedRows | None = None
    candidates = {at: _candidates(comparison, gold, prediction, at, name_pairs) for at in unnamed}
    for assigned in islice(_assignments(candidates), _ASSIGNMENTS):
        pairs = [pair(gold, at, prediction, to) for at, to in sorted((name_pairs | assigned).items())]
        unpaired = comparison.rows_apart(pairs)
        if not unpaired:
            return TableScore(name, passed=True, notes=_notes(gold, prediction, assigned))
    return _explain(comparison, gold, prediction, name, name_pairs, candidates, unpaired)


def _rows(table: ComparedTable) -> str:
    return counted(table.rows, "row")


def _by_name(gold: ComparedTable, prediction: ComparedTable) -> dict[int, int]:
    places = {name.casefold(): at for at, name in enumerate(prediction.columns)}
    return {at: places[name.casefold()] for at, name in enumerate(gold.columns) if name.casefold() in places}


def _candidates(
    comparison: FrameComparison, gold: ComparedTable, prediction: ComparedTable, at: int, name_pairs: Mapping[int, int]
) -> list[int]:
    """Return the columns that have the same values as a gold column and match no other gold column by name."""
    free = [to for to in range(len(prediction.columns)) if to not in name_pairs.values()]
    pairs = {to: pair(gold, at, prediction, to) for to in free}
    return [to for to, one in pairs.items() if one.kind is not None and not comparison.rows_apart([one])]


def _assignments(candidates: Mapping[int, Sequence[int]]) -> Iterator[dict[int, int]]:
    """Yield every assignment of a distinct predicted column to each gold column.

    If there are no gold columns, yield one empty assignment.
    """
    for chosen in islice(product(*candidates.values()), 100 * _ASSIGNMENTS):
        if len(set(chosen)) == len(chosen):
            yield dict(zip(candidates, chosen, strict=True))


def _notes(gold: ComparedTable, prediction: ComparedTable, assigned: Mapping[int, int]) -> tuple[str, ...]:
    gold_names, prediction_names = list(gold.columns), list(prediction.columns)
    return tuple(f"{gold_names[at]} is matched by the values of {prediction_names[to]}" for at, to in assigned.items())


def _explain(
    comparison: FrameComparison,
    gold: ComparedTable,
    prediction: ComparedTable,
    name: str,
    name_pairs: Mapping[int, int],
    candidates: Mapping[int, Sequence[int]],
    unpaired: UnpairedRows | None,
) -> TableScore:
    """Describe which columns differ, or state that only the rows differ."""
    gold_names, prediction_names = list(gold.columns), list(prediction.columns)
    differences = [ColumnDifference(gold_names[at], None) for at, found in candidates.items() if not found]
    for at, to in name_pairs.items():
        one = pair(gold, at, prediction, to)
        if column := comparison.rows_apart([one]):
            examples = _column_examples(gold, prediction, one, column)
            differences.append(ColumnDifference(gold_names[at], prediction_names[to], examples))
    if differences:
        missing = [one.column for one in differences if one.compared_with is None]
        reason = f"{len(differences)} of {len(gold_names)} columns differ"
        reason += f"; no column holds the values of {', '.join(missing)}" if missing else ""
    else:
        reason = "each column holds the right values, but not in the right rows"
    return TableScore(
        name, passed=False, reason=reason, columns=tuple(differences), rows=_row_examples(gold, prediction, unpaired)
    )


def _column_examples(
    gold: ComparedTable, prediction: ComparedTable, one: Pair, unpaired: UnpairedRows
) -> tuple[str, ...]:
    if one.kind is None:
        kinds = list(gold.columns.values())[one.gold], list(prediction.columns.values())[one.prediction]
        return (f"gold has values of kind {kinds[0]}, the prediction of kind {kinds[1]}",)
    sides = [("only gold has", gold.value(place, one.gold)) for place in unpaired.gold[:_EXAMPLES]] + [
        ("only the prediction has", prediction.value(place, one.prediction))
        for place in unpaired.prediction[:_EXAMPLES]
    ]
    return tuple(f"{side} {value}" for side, value in sides)


def _row_examples(gold: ComparedTable, prediction: ComparedTable, unpaired: UnpairedRows | None) -> tuple[str, ...]:
    if unpaired is None:
        return ()
    return (
        *(f"only gold has ({gold.row(place)})" for place in unpaired.gold[:_EXAMPLES]),
        *(f"only the prediction has ({prediction.row(place)})" for place in unpaired.prediction[:_EXAMPLES]),
    )
