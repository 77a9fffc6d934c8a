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


def comparison_lines(found: TableComparison) -> Iterator[str]:
    """Yield the differences between two tables."""
    if found.is_equal and not found.types:
        yield f"{found.first} and {found.second} hold the same {found.rows[0]:,} rows in the same columns"
        return
    by = f"by {', '.join(found.key)}" if found.key else "as whole rows, for want of a key that is unique in both"
    yield f"{found.first}: {found.rows[0]:,} rows, {found.second}: {found.rows[1]:,} rows; {found.matched:,} match {by}"
    for name, count, columns, examples in (
        (found.first, found.only_first, found.columns_first, found.examples_first),
        (found.second, found.only_second, found.columns_second, found.examples_second),
    ):
        if columns:
            yield f"columns only in {name}: {', '.join(columns)}"
        if count:
            such = f", such as {'; '.join(map(_row, examples))}" if examples else ""
            yield f"rows only in {name}: {count:,}{such}"
    if found.types:
        yield f"other types: {'; '.join(found.types)}"
    for column in found.different:
        yield from _difference_lines(found, column)
    if not found.different and found.key and found.matched:
        same = "in the rows that match, all values of the columns that both have are the same"
        yield same if found.compared else "no values were compared: the tables share no column but the key"


def _difference_lines(found: TableComparison, column: DifferingColumn) -> Iterator[str]:
    yield f"{column.column} differs in {column.rows:,} of {found.matched:,} rows:"
    for example in column.examples:
        *key, one, other = example
        yield f"  {', '.join(found.key)} = {_row(key)}: {_short(one)} and {_short(other)}"


def _row(values: Sequence[Value]) -> str:
    shown = ", ".join(map(_short, values[:8]))
    return shown + (" …" if len(values) > 8 else "")


def _short(value: Value) -> str:
    text = "null" if value is None else str(value) or "''"
    return text if len(text) <= 40 else text[:39] + "…"
