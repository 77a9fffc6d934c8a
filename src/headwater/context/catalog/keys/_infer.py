"""Infers all keys in a source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from headwater.context.catalog._model import Column, ForeignKey, Key, Table, TableName
from headwater.context.catalog.keys._composite import composite_references, without_implied
from headwater.context.catalog.keys._facts import Ask, KeyFacts, MapFunction
from headwater.context.catalog.keys._primary import primary_key, unique_columns
from headwater.context.catalog.keys._references import single_references, targets_of
from headwater.errors import UserError


@dataclass(frozen=True)
class Inferred:
    """The inferred keys, not including declared keys.

    Attributes:
        tables: The given tables, with exact distinct counts for the columns that needed them.
        problems: Reasons why a table's keys could not be inferred, one line each.
    """

    tables: tuple[Table, ...]
    keys: tuple[Key, ...]
    foreign_keys: tuple[ForeignKey, ...]
    problems: tuple[str, ...] = ()


def infer_keys(
    tables: Sequence[Table],
    keys: Sequence[Key],
    foreign_keys: Sequence[ForeignKey],
    ask: Ask,
    each: MapFunction = map,
) -> Inferred:
    """Infer the keys that are not declared.

    Args:
        tables: The profiled tables of one source.
        keys: The declared keys.
        foreign_keys: The declared foreign keys.
        ask: Runs SQL on the source.
        each: Maps a function over tables, sequentially or, if several threads may call ``ask``, in parallel.
    """
    facts = KeyFacts(ask)
    primary = {key.table: key for key in keys if key.primary}
    unique: dict[TableName, list[Column]] = {}
    readable, inferred, problems = [], [], []

    def look(table: Table) -> tuple[list[Column], Key | None] | UserError:
        try:
            found = unique_columns(table, facts)
            return found, None if table.name in primary else primary_key(table, facts)
        except UserError as error:
            return error

    # sorted, because a scan returns tables in the order in which they were finished
    profiled = sorted((table for table in tables if _is_profiled(table)), key=lambda table: table.name)
    for table, found in zip(profiled, each(look, profiled), strict=True):
        if isinstance(found, UserError):
            problems.append(f"{table.name.qualified}: its keys were not looked for: {found}")
            continue
        unique[table.name], key = found
        if key is not None:
            inferred.append(key)
        readable.append(_with_exact(table, unique[table.name]))
    primary |= {key.table: key for key in inferred}
    references = _references(readable, primary, unique, foreign_keys, facts, each)
    exact = {table.name: table for table in readable}
    return Inferred(
        tuple(exact.get(table.name, table) for table in tables), tuple(inferred), tuple(references), tuple(problems)
    )


def _is_profiled(table: Table) -> bool:
    return any(column.profile is not None for column in table.columns)


def _references(
    tables: Sequence[Table],
    primary: dict[TableName, Key],
    unique: dict[TableName, list[Column]],
    declared: Sequence[ForeignKey],
    facts: KeyFacts,
    each: MapFunction,
) -> list[ForeignKey]:
    """Infer foreign keys. A table that declares any foreign key is assumed to declare all of its foreign keys."""
    declaring = {key.table for key in declared}
    silent = [table for table in tables if table.name not in declaring]
    unique_names = {name: {column.name for column in columns} for name, columns in unique.items()}
    current = {
        table.name: [column for column in table.columns if column.name in unique_names.get(table.name, ())]
        for table in tables
    }
    targets = targets_of(tables, primary, current)
    singles = single_references(silent, primary, targets, facts, each)
    composites = [
        key for key in composite_references(tables, primary, [*singles, *declared], facts) if key.table not in declaring
    ]
    return [*without_implied(singles, composites), *composites]


def _with_exact(table: Table, unique: Sequence[Column]) -> Table:
    """Store exact distinct counts for the unique columns."""
    names = {column.name for column in unique}
    columns = tuple(
        replace(column, profile=replace(column.profile, distinct=table.rows or 0, distinct_exact=True))
        if column.name in names and column.profile is not None
        else column
        for column in table.columns
    )
    return replace(table, columns=columns)
