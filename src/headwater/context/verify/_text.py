"""Formats the results of verification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.context.catalog import Value
from headwater.context.verify._compare import DifferingColumn, TableComparison
from headwater.context.verify._types import ModelVerification
from headwater.plurals import counted


def verified_lines(verified: ModelVerification) -> Iterator[str]:
    """Yield the results of verifying a model, failed checks first."""
    failed = counted(verified.failed, "check")
    yield f"{verified.model} ({verified.table}, {counted(verified.rows, 'row')}): {failed} failed"
    order = ("failed", "warning", "unknown", "ok")
    for check in sorted(verified.checks, key=lambda each: order.index(each.verdict)):
        yield f"{check.verdict}: {check.about}: {check.message}"


def comparison_lines(comparison: TableComparison) -> Iterator[str]:
    """Yield the differences between two tables."""
    if comparison.is_equal and not comparison.types:
        rows = f"{comparison.rows[0]:,} rows"
        yield f"{comparison.first} and {comparison.second} hold the same {rows} in the same columns"
        return
    by = (
        f"by {', '.join(comparison.key)}"
        if comparison.key
        else "as whole rows, for want of a key that is unique in both"
    )
    yield (
        f"{comparison.first}: {comparison.rows[0]:,} rows, {comparison.second}: {comparison.rows[1]:,} rows; "
        f"{comparison.matched:,} match {by}"
    )
    for name, count, columns, examples in (
        (comparison.first, comparison.only_first, comparison.columns_first, comparison.examples_first),
        (comparison.second, comparison.only_second, comparison.columns_second, comparison.examples_second),
    ):
        if columns:
            yield f"columns only in {name}: {', '.join(columns)}"
        if count:
            such = f", such as {'; '.join(map(_row, examples))}" if examples else ""
            yield f"rows only in {name}: {count:,}{such}"
    if comparison.types:
        yield f"other types: {'; '.join(comparison.types)}"
    for column in comparison.different:
        yield from _difference_lines(comparison, column)
    if not comparison.different and comparison.key and comparison.matched:
        same = "in the rows that match, all values of the columns that both have are the same"
        yield same if comparison.compared else "no values were compared: the tables share no column but the key"


def _difference_lines(comparison: TableComparison, column: DifferingColumn) -> Iterator[str]:
    yield f"{column.column} differs in {column.rows:,} of {comparison.matched:,} rows:"
    for example in column.examples:
        *key, one, other = example
        yield f"  {', '.join(comparison.key)} = {_row(key)}: {_short(one)} and {_short(other)}"


def _row(values: Sequence[Value]) -> str:
    text = ", ".join(map(_short, values[:8]))
    return text + (" …" if len(values) > 8 else "")


def _short(value: Value) -> str:
    text = "null" if value is None else str(value) or "''"
    return text if len(text) <= 40 else text[:39] + "…"
