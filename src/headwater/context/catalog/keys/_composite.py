"""Infers composite foreign keys, and removes the single-column keys that they imply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from headwater.context.catalog._model import Column, Evidence, ForeignKey, Key, Origin, Table, TableName
from headwater.context.catalog.keys._facts import KeyFacts, comparable, may_be_included
from headwater.context.catalog.keys._names import common_prefix, entity_of_table, without_prefix, words

Words = tuple[str, ...]


def composite_references(
    tables: Sequence[Table], keys: Mapping[TableName, Key], singles: Sequence[ForeignKey], facts: KeyFacts
) -> Iterator[ForeignKey]:
    """Yield the foreign keys that refer to composite primary keys."""
    pointing = {(key.table, key.columns[0]) for key in singles}
    bare_columns = {table.name: _bare_columns(table) for table in tables}
    endings = {table: {ending for name in bare for ending in _endings(name)} for table, bare in bare_columns.items()}
    for parent in tables:
        key = keys.get(parent.name)
        if key is None or len(key.columns) < 2:
            continue
        parent_columns = [(_bare(parent, name), parent.column(name)) for name in key.columns]
        parts = {part for part, _ in parent_columns}
        for child in tables:
            if child.name == parent.name or not parts <= endings[child.name] or _has_twin(parent, child, tables):
                continue
            for columns in _mappings(bare_columns[child.name], parent_columns, entity_of_table(parent.name.name).words):
                pair = _CompositeCandidate(child, columns, keys.get(child.name), parent, key)
                found = _reference(pair, facts)
                if found is not None and pair.indicates_reference(pointing, facts):
                    yield found


def _has_twin(parent: Table, child: Table, tables: Sequence[Table]) -> bool:
    """Return whether the child's own schema has a table with the parent's name. If so, that table is preferred."""
    if child.name.schema == parent.name.schema:
        return False
    return any(table.name.schema == child.name.schema and table.name.name == parent.name.name for table in tables)


def _bare(table: Table, name: str) -> Words:
    """Return the words in a column's name, without a prefix shared by nearly all columns of the table."""
    return words(without_prefix(name, common_prefix([column.name for column in table.columns])))


def _endings(name: Words) -> list[Words]:
    return [name[start:] for start in range(len(name) + 1)]


def _bare_columns(table: Table) -> dict[Words, Column]:
    prefix = common_prefix([column.name for column in table.columns])
    return {words(without_prefix(column.name, prefix)): column for column in table.columns}


def _mappings(
    bare: Mapping[Words, Column], parent_columns: Sequence[tuple[Words, Column | None]], entity: Words
) -> Iterator[tuple[str, ...]]:
    """Yield tuples of a child's columns whose names match those of a key's columns, all with the same role prefix.

    Args:
        bare: The child's columns, keyed by the words in their names.
        parent_columns: Each key column, with the words in its name.
        entity: The entity that the parent table lists.
    """
    roles = {()} | {name[: -len(part)] for part, _ in parent_columns for name in bare if len(name) > len(part)}
    for role in sorted(roles):
        columns: list[str] = []
        for part, target in parent_columns:
            column = bare.get((*role, *part))
            if column is None and role in ((), entity):
                column = bare.get((*entity, *part)) or bare.get(part)
            if column is None or target is None or not comparable(column, target):
                break
            columns.append(column.name)
        if len(columns) == len(parent_columns) == len(set(columns)):
            yield tuple(columns)


@dataclass(frozen=True)
class _CompositeCandidate:
    """Columns of a child table that may refer to the key of a parent table."""

    child: Table
    columns: tuple[str, ...]
    own: Key | None
    parent: Table
    key: Key

    def indicates_reference(self, pointing: set[tuple[TableName, str]], facts: KeyFacts) -> bool:
        """Return whether the included values indicate a reference rather than two tables that share dimensions.

        If part of the key, such as a line number, refers to no other table, the key can only identify rows of the
        parent. A table with a finer key or a longer name refers to the coarser table. In all other cases, the parent
        must contain few of the possible combinations, and some that the child does not contain. An aggregate of the
        child would contain exactly the child's combinations.
        """
        if any((self.parent.name, name) not in pointing for name in self.key.columns):
            return not self._is_own_key or self._extends or not self._is_covered(facts)
        if self._extends:
            return True
        if not self._is_own_key and self.own is not None and set(self.columns) < set(self.own.columns):
            return True
        inclusion = facts.inclusion(self.child, self.columns, self.parent, self.key.columns)
        return inclusion.distinct >= 20 and self.fill <= 0.5 and not self._is_covered(facts)

    @property
    def may_be_included(self) -> bool:
        """Return whether, judging by the profiles, the key may contain the child's values.

        This check avoids most queries.
        """
        child_columns = (self.child.column(name) for name in self.columns)
        parent_columns = (self.parent.column(name) for name in self.key.columns)
        pairs = zip(child_columns, parent_columns, strict=True)
        return all(one is None or other is None or may_be_included(one, other) for one, other in pairs)

    @property
    def fill(self) -> float:
        """The share of possible combinations of the key's parts that exist in the parent."""
        product = 1
        for name in self.key.columns:
            column = self.parent.column(name)
            product *= max(1, column.profile.distinct if column and column.profile else 1)
        return (self.parent.rows or 0) / product

    @property
    def _is_own_key(self) -> bool:
        return self.own is not None and set(self.own.columns) == set(self.columns)

    @property
    def _extends(self) -> bool:
        child_words, parent_words = (
            entity_of_table(self.child.name.name).words,
            entity_of_table(self.parent.name.name).words,
        )
        return len(child_words) > len(parent_words) and set(parent_words) <= set(child_words)

    def _is_covered(self, facts: KeyFacts) -> bool:
        return facts.distinct(self.child, self.columns) >= (self.parent.rows or 0)


def _reference(pair: _CompositeCandidate, facts: KeyFacts) -> ForeignKey | None:
    # a parent with nearly all combinations would contain the values of any child
    if pair.fill >= 0.9 or not pair.may_be_included:
        return None
    inclusion = facts.inclusion(pair.child, pair.columns, pair.parent, pair.key.columns)
    if inclusion.distinct == 0 or inclusion.missing:
        return None
    reasons = (
        "named like its primary key",
        f"all {inclusion.distinct:,} combinations are among {pair.parent.name.qualified}",
    )
    return ForeignKey(
        pair.child.name,
        pair.columns,
        pair.parent.name,
        pair.key.columns,
        Origin.INFERRED,
        one_to_one=facts.distinct(pair.child, pair.columns) == pair.child.rows,
        evidence=Evidence(0.95, reasons),
    )


def without_implied(singles: Sequence[ForeignKey], composites: Sequence[ForeignKey]) -> list[ForeignKey]:
    """Drop single-column keys that a composite key implies. A reference to an order line implies one to its order."""
    points = {(key.table, key.columns[0]): (key.to_table, key.to_columns[0]) for key in singles}
    implied = set()
    for composite in composites:
        for column, target in zip(composite.columns, composite.to_columns, strict=True):
            points_of_column = points.get((composite.table, column))
            if points_of_column is not None and points_of_column == points.get((composite.to_table, target)):
                implied.add((composite.table, column))
    return [key for key in singles if (key.table, key.columns[0]) not in implied]
