"""Infers the columns that identify a table's rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from headwater.context.catalog._model import Column, Evidence, Key, Origin, Table, TypeKind
from headwater.context.catalog.keys._facts import KeyFacts, is_keyable
from headwater.context.catalog.keys._names import (
    common_prefix,
    entity_of_table,
    likeness,
    pointer_of,
    without_prefix,
    words,
)
from headwater.context.catalog.keys._vocabulary import MEASURES, NATURAL, ORDINALS

_ACCEPT = 0.5
_DISTINCTIVE_ROWS = 10
_COUNTERS = ("line", "seq", "sequence", "position", "item", "lineno", "step", "version", "revision")
_MAX_WIDTH = 4
_MAX_CHECKS = 40


def primary_key(table: Table, facts: KeyFacts) -> Key | None:
    """Return a table's inferred primary key, or None if neither its data nor its names indicate one."""
    if not table.rows or table.rows != table.profiled_rows:
        return None
    unique = unique_columns(table, facts)
    ranked = sorted(((_score(table, column), -column.position, column) for column in unique), key=lambda one: one[:2])
    if ranked and ranked[-1][0] >= _ACCEPT and table.rows > 1:
        score, _, column = ranked[-1]
        reasons = (f"all {table.rows:,} values are different and present", f"named {column.name}, at {column.position}")
        return Key(table.name, (column.name,), Origin.INFERRED, evidence=Evidence(min(score, 1.0), reasons))
    return _composite(table, facts)


def unique_columns(table: Table, facts: KeyFacts) -> list[Column]:
    """Return the columns that contain neither nulls nor repeated values."""
    candidates = [
        column
        for column in table.columns
        if is_keyable(column)
        and column.profile is not None
        and column.profile.nulls == 0
        and column.profile.distinct >= (table.rows or 0) * (1.0 if column.profile.distinct_exact else 0.85)
    ]
    facts.load_distinct(table, [column.name for column in candidates])
    return [column for column in candidates if facts.distinct(table, (column.name,)) == table.rows]


def _score(table: Table, column: Column) -> float:
    """Return a score for how much a unique column looks like a key, judging by its name, type and position."""
    bare = without_prefix(column.name, common_prefix([other.name for other in table.columns]))
    pointer = pointer_of(bare)
    parts = words(bare)
    score = 0.3
    if pointer.marked:
        own = not pointer.entity or likeness(pointer, entity_of_table(table.name.name)) >= 0.7
        score += 0.5 if own else 0.3
    elif likeness(pointer, entity_of_table(table.name.name)) == 1.0:
        score += 0.4
    elif set(parts) & NATURAL:
        score += 0.15
    elif (table.rows or 0) < _DISTINCTIVE_ROWS:
        score -= 0.1  # any column may be unique in a few rows
    if column.position == 0:
        score += 0.2
    if column.kind is TypeKind.TIMESTAMP:
        score -= 0.3
    if column.kind is TypeKind.DECIMAL and not pointer.marked:
        score -= 0.2
    if set(parts) & MEASURES and not pointer.marked:
        score -= 0.3
    return score


def _composite(table: Table, facts: KeyFacts) -> Key | None:
    rows = table.rows or 0
    if rows < 3:
        return None
    candidates = _members(table)
    for checks, columns in enumerate(_combinations(candidates, rows)):
        if checks == _MAX_CHECKS:
            return None
        if facts.distinct(table, _names(columns)) == rows:
            names = _names(_minimal(table, columns, facts))
            reasons = (f"all {rows:,} combinations are different", "no single column is")
            return Key(table.name, names, Origin.INFERRED, evidence=Evidence(0.8, reasons))
    return None


def _minimal(table: Table, columns: Sequence[Column], facts: KeyFacts) -> Sequence[Column]:
    """Remove columns that are not needed for uniqueness. The rightmost columns are tried first, and counters last."""
    for column in sorted(columns, key=lambda one: (_counts([one]), -one.position)):
        fewer = [other for other in columns if other is not column]
        if len(fewer) > 1 and facts.distinct(table, _names(fewer)) == table.rows:
            return _minimal(table, fewer, facts)
    return columns


def _names(columns: Sequence[Column]) -> tuple[str, ...]:
    return tuple(column.name for column in columns)


def _members(table: Table) -> list[Column]:
    """Return the columns that can be part of a composite key: identifying columns and counters."""
    found = []
    prefix = common_prefix([column.name for column in table.columns])
    for column in table.columns:
        if not is_keyable(column) or column.profile is None or column.profile.nulls or column.profile.distinct < 2:
            continue
        bare = without_prefix(column.name, prefix)
        parts, marked = set(words(bare)), pointer_of(bare).marked
        names = marked or column.kind is TypeKind.DATE or parts & ORDINALS
        measures = parts & MEASURES and not marked
        leads = column.position < 2
        if (names or leads) and not measures and not (column.kind is TypeKind.TIMESTAMP and not leads):
            found.append(column)
    return found[:8]


def _combinations(candidates: Sequence[Column], rows: int) -> Iterator[tuple[Column, ...]]:
    """Yield combinations of columns that may be unique, starting with the most likely.

    Combinations that include a counter, such as a line number, come first, followed by combinations of the table's
    first columns, and then all others. Within each group, combinations of fewer columns come first. The order matters
    because, in a table with few rows, many combinations are unique by accident.
    """
    every = (columns for width in range(2, _MAX_WIDTH + 1) for columns in combinations(candidates, width))
    for columns in sorted(every, key=_unlikeliness):
        marked = [pointer_of(column.name).marked for column in columns]
        names = any(marked) or any(column.kind is TypeKind.DATE for column in columns) or _counts(columns)
        if names and (_leads(columns) or all(marked) or _counts(columns)) and _product(columns) >= rows:
            yield columns


def _unlikeliness(columns: Sequence[Column]) -> tuple[bool, bool, int, int]:
    return not _counts(columns), not _leads(columns), len(columns), sum(column.position for column in columns)


def _leads(columns: Sequence[Column]) -> bool:
    return columns[-1].position <= len(columns)


def _product(columns: Sequence[Column]) -> float:
    """Return an approximate upper bound on the number of distinct value combinations."""
    product = 1.0
    for column in columns:
        product *= 1.2 * column.profile.distinct if column.profile else 1
    return product


def _counts(columns: Sequence[Column]) -> bool:
    """Return whether a column is a counter, which numbers the rows within a group (such as a line number)."""
    return any(
        column.kind is TypeKind.INTEGER and pointer_of(column.name).joined.endswith(_COUNTERS) for column in columns
    )
