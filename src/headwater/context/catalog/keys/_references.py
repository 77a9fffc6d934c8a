"""Infers which columns refer to rows of other tables. Names suggest references, and values confirm them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from headwater.context.catalog._model import Column, Evidence, ForeignKey, Key, Origin, Table, TableName, TypeKind
from headwater.context.catalog.keys._facts import (
    Inclusion,
    KeyFacts,
    MapFunction,
    comparable,
    is_keyable,
    may_be_included,
    may_overlap,
)
from headwater.context.catalog.keys._names import (
    Entity,
    Pointer,
    common_prefix,
    entity_of_table,
    likeness,
    pointer_of,
    singular,
    without_prefix,
    words,
)
from headwater.context.catalog.keys._vocabulary import (
    GENERIC_KEYS,
    NOT_POINTERS,
    PERSON_ROLES,
    PERSONAL,
    PERSONS,
    SELF,
)

ACCEPT = 0.7
_SURE = 0.9
"""The score at which a name is such strong evidence that the key need not contain quite all of the values."""
_FEW_ORPHANS = 0.98
_DISTINCTIVE_ROWS = 10


@dataclass(frozen=True)
class KeyTarget:
    """A single-column key that other columns may refer to."""

    table: Table
    column: Column
    primary: bool
    entity: Entity
    prefix: str

    @cached_property
    def bare(self) -> str:
        """The column's name, without any prefix that all columns of the table share."""
        return without_prefix(self.column.name, self.prefix)

    @cached_property
    def is_home(self) -> bool:
        """Return whether the column identifies rows of its own table.

        The key of a table that only adds facts to another table identifies rows of the other table.
        """
        pointer = pointer_of(self.bare)
        begins = pointer.entity[: len(self.entity.words)] == self.entity.words  # date_day in dim_date
        return not pointer.entity or begins or likeness(pointer, self.entity) >= 0.7


@dataclass(frozen=True)
class _NamedTarget:
    """A key to which a column's name may refer.

    Attributes:
        position: The key's position in the list of all targets.
        score: The likelihood that the name refers to the key.
        reason: The reason for the score, in words.
    """

    position: int
    target: KeyTarget
    score: float
    reason: str


class _NamedTargets:
    """The keys to which the names of columns may refer.

    Each name is compared with all keys only once, because a folder of files may contain many copies of a table, all
    with the same column names.
    """

    def __init__(self, targets: Sequence[KeyTarget]) -> None:
        self.all = targets
        self._found: dict[tuple[str, TypeKind], list[_NamedTarget]] = {}

    def of(self, table: Table, column: Column, prefix: str) -> list[_NamedTarget]:
        """Return the keys to which a column's name may refer, in the order in which all targets were given."""
        bare = without_prefix(column.name, prefix)
        if (bare, column.kind) not in self._found:
            self._found[bare, column.kind] = list(self._candidates(bare, column, enumerate(self.all), None))
        others = [candidate for candidate in self._found[bare, column.kind] if candidate.target.table is not table]
        own = [(place, target) for place, target in enumerate(self.all) if target.table is table]
        within = self._candidates(bare, column, [one for one in own if one[1].column.name != column.name], table)
        return sorted([*others, *within], key=lambda candidate: candidate.position)

    @staticmethod
    def _candidates(
        bare: str, column: Column, targets: Iterable[tuple[int, KeyTarget]], own: Table | None
    ) -> Iterator[_NamedTarget]:
        for position, target in targets:
            if comparable(column, target.column):
                score, reason = _name_score(bare, column.kind, target, own)
                if score >= ACCEPT:
                    yield _NamedTarget(position, target, score, reason)


@dataclass(frozen=True)
class _ReferenceCandidate:
    target: KeyTarget
    name: float
    inclusion: Inclusion
    reason: str

    def preference(self, child: Table) -> tuple[float, ...]:
        """Return a key that sorts one column's candidates by name, then proximity, then the share of values found."""
        table = self.target.table.name
        near = 0.04 * (table.schema == child.name.schema) + 0.04 * (_layer(table.name) == _layer(child.name.name))
        fit = self.name + near + 0.05 * self.target.primary + 0.06 * self.target.is_home
        return (round(fit, 4), self.inclusion.rate, -len(self.target.entity.words), -(self.target.table.rows or 0))


def targets_of(
    tables: Sequence[Table], keys: Mapping[TableName, Key], unique: Mapping[TableName, Sequence[Column]]
) -> list[KeyTarget]:
    """Return the single-column primary keys, and other unique columns whose names are typical of keys."""
    found = []
    for table in tables:
        key = keys.get(table.name)
        prefix = common_prefix([column.name for column in table.columns])
        entity = entity_of_table(table.name.name)
        single = key.columns[0] if key and len(key.columns) == 1 else None
        for column in table.columns:
            if column.name == single:
                found.append(KeyTarget(table, column, True, entity, prefix))
            elif column in unique.get(table.name, ()) and pointer_of(column.name).marked:
                target = KeyTarget(table, column, False, entity, prefix)
                if target.is_home or (table.rows or 0) >= _DISTINCTIVE_ROWS:  # any column may be unique in a few rows
                    found.append(target)
    return found


def single_references(
    tables: Sequence[Table],
    keys: Mapping[TableName, Key],
    targets: Sequence[KeyTarget],
    facts: KeyFacts,
    each: MapFunction,
) -> list[ForeignKey]:
    """Return the single-column foreign keys, at most one per column."""
    named_targets = _NamedTargets(targets)
    found = each(lambda table: list(_references_of(table, keys.get(table.name), named_targets, facts)), tables)
    return [reference for references in found for reference in references]


def _references_of(table: Table, key: Key | None, targets: _NamedTargets, facts: KeyFacts) -> Iterator[ForeignKey]:
    prefix = common_prefix([column.name for column in table.columns])
    for column in table.columns:
        if not is_keyable(column) or column.kind is TypeKind.TIMESTAMP or _is_own_name(table, column, key, prefix):
            continue
        fits = _fits_better(table, column, prefix) if _is_key(column, key) else _fits
        best = _best(table, column, prefix, targets, fits, facts)
        if best is not None:
            yield _foreign_key(table, column, best)


def _is_key(column: Column, key: Key | None) -> bool:
    return key is not None and key.columns == (column.name,)


def _fits(_: KeyTarget) -> bool:
    return True


def _fits_better(table: Table, column: Column, prefix: str) -> Callable[[KeyTarget], bool]:
    """Return a predicate that tests whether the name of a table's key fits a target better than the table itself.

    For example, ``demo_sk`` is the key of both customer demographics and household demographics, and neither table
    refers to the other.
    """
    pointer = pointer_of(without_prefix(column.name, prefix))
    own = likeness(pointer, entity_of_table(table.name.name))
    return lambda target: own < ACCEPT or likeness(pointer, target.entity) > own


def _is_own_name(table: Table, column: Column, key: Key | None, prefix: str) -> bool:
    """Return whether a column identifies its own table's rows, and therefore refers to no other table."""
    if not _is_key(column, key):
        return False
    pointer = pointer_of(without_prefix(column.name, prefix))
    return not pointer.entity or likeness(pointer, entity_of_table(table.name.name)) >= 0.9 or not pointer.marked


def _best(
    table: Table,
    column: Column,
    prefix: str,
    targets: _NamedTargets,
    fits: Callable[[KeyTarget], bool],
    facts: KeyFacts,
) -> _ReferenceCandidate | None:
    candidates = _by_name(table, column, [one for one in targets.of(table, column, prefix) if fits(one.target)], facts)
    if candidates:
        return max(candidates, key=lambda one: one.preference(table))
    pointer = pointer_of(without_prefix(column.name, prefix))
    if not pointer.marked or set(pointer.entity) & NOT_POINTERS or column.profile is None:
        return None
    others = [one for one in targets.all if one.table is not table or one.column.name != column.name]
    return _by_values(table, column, filter(fits, others), facts)


def _by_name(
    table: Table, column: Column, candidates: Sequence[_NamedTarget], facts: KeyFacts
) -> list[_ReferenceCandidate]:
    found = []
    for one in candidates:
        is_sure = one.score >= _SURE
        if not (may_overlap if is_sure else may_be_included)(column, one.target.column):
            continue
        inclusion = facts.inclusion(table, (column.name,), one.target.table, (one.target.column.name,))
        if inclusion.distinct == 0 and not is_sure:
            continue
        if inclusion.rate >= (_FEW_ORPHANS if is_sure else 1.0):
            found.append(_ReferenceCandidate(one.target, one.score, inclusion, one.reason))
    return found


def _name_score(column: str, kind: TypeKind, target: KeyTarget, own: Table | None) -> tuple[float, str]:
    """Return the likelihood that a column refers to the target, judging by the names, and the reason for it.

    Args:
        column: The column's name, without any prefix that all columns of the table share.
        kind: The column's type.
        target: The key.
        own: The column's table, if the key belongs to the same table.
    """
    bare, key, pointer = words(column), words(target.bare), pointer_of(column)
    itself = own is not None
    # names that end in "able", such as commentable, refer to any table
    if set(pointer.entity) & {"external", "legacy"} or pointer.joined.endswith("able"):
        return 0.0, ""
    if kind is TypeKind.DATE and not pointer.marked:  # a date is rarely a reference to a calendar table
        same = bare == key and target.is_home
        return (0.95 if same else 0.0), f"named like {target.table.name.qualified}.{target.column.name}"
    specific = pointer_of(target.bare).entity and not (set(key) <= GENERIC_KEYS)
    if specific and bare == key and not itself:
        return (1.0 if target.is_home else 0.86), f"named like {target.table.name.qualified}.{target.column.name}"
    if specific and len(key) > 1 and len(bare) > len(key) and bare[-len(key) :] == key:
        return 0.94, f"ends in {target.column.name}"
    if own is not None and _points_within(pointer, target.entity, own):
        return 0.9, "points within its table"
    if not pointer.marked and kind is not TypeKind.TEXT and bare and singular(bare[-1]) != bare[-1]:
        return 0.0, ""  # a number named `orders` is a count
    same_mark = bare[-1:] == key[-1:] or not target.primary or not pointer.marked
    similarity = likeness(pointer, target.entity)
    if similarity >= ACCEPT and (pointer.marked or (similarity >= 0.95 and len(pointer.entity) <= 3)):
        if itself and (similarity == 1.0 or pointer.entity[-1:] != target.entity.words[-1:]):
            return 0.0, ""  # such as catalog_number for catalog_page: the same rows, or fewer
        return similarity - (0.0 if target.primary else 0.08) - (
            0.0 if same_mark else 0.02
        ), f"names {target.table.name.name}"
    names = {pointer.joined, *pointer.entity[-1:]}  # matches support_rep as well as rep
    role = names & (PERSON_ROLES | {"by"})
    if role and same_mark and target.primary and set(target.entity.words[-1:]) & PERSONS:
        return 0.75 - 0.01 * len(target.entity.words), f"a role of {target.table.name.name}"
    return 0.0, ""


def _points_within(pointer: Pointer, own: Entity, table: Table) -> bool:
    """Return whether a pointer refers to another row of the same table, like ``manager`` or ``parent_category``."""
    if pointer.joined in SELF:
        return pointer.joined not in PERSON_ROLES or _lists_people(own, table)
    other_words = [word for word in pointer.entity if word not in own.words]
    return len(other_words) < len(pointer.entity) and "".join(other_words) in SELF


def _lists_people(own: Entity, table: Table) -> bool:
    """Return whether a table lists people, judging by its name or its columns.

    Only a table of people can refer to itself by ``manager``: the manager of an item is not an item.
    """
    described = {word for column in table.columns for word in words(column.name)}
    return bool({*own.words} & PERSONS or described & PERSONAL)


def _by_values(
    table: Table, column: Column, targets: Iterable[KeyTarget], facts: KeyFacts
) -> _ReferenceCandidate | None:
    """Return the only key that contains all values of a column, for a column whose name refers to no table."""
    found = []
    for target in targets:
        if not target.primary or not target.is_home or not comparable(column, target.column):
            continue
        if not may_be_included(column, target.column):
            continue
        if not _is_distinctive(column, target.column):
            continue
        inclusion = facts.inclusion(table, (column.name,), target.table, (target.column.name,))
        if inclusion.distinct >= 5 and inclusion.missing == 0:
            found.append(_ReferenceCandidate(target, 0.7, inclusion, "no other key has all its values"))
    near = [one for one in found if one.target.table.name.schema == table.name.schema] or found
    return near[0] if len(near) == 1 else None


def _is_distinctive(child: Column, parent: Column) -> bool:
    """Return whether a key is unlikely to contain a column's values by accident.

    Every surrogate key contains small numbers, because it counts up from 1. Few keys contain widely spaced numbers or
    text.
    """
    if child.profile is None or parent.profile is None or child.profile.distinct < 5:
        return False
    parent_range = parent.profile.range
    if (
        parent_range is not None
        and isinstance(parent_range.max, int | float)
        and isinstance(parent_range.min, int | float)
    ):
        return parent_range.max - parent_range.min >= 20 * parent.profile.distinct
    return parent.profile.distinct >= 10


def _foreign_key(table: Table, column: Column, best: _ReferenceCandidate) -> ForeignKey:
    target, inclusion = best.target, best.inclusion
    place = f"{target.table.name.qualified}.{target.column.name}"
    values = (
        f"all {inclusion.distinct:,} values are among {place}"
        if inclusion.missing == 0 and inclusion.distinct
        else f"{inclusion.missing:,} of {inclusion.distinct:,} values are not among {place}"
        if inclusion.distinct
        else "there are no values to check"
    )
    score = round(min(1.0, 0.5 * best.name + 0.5 * inclusion.rate) - (0.1 if inclusion.distinct == 0 else 0), 3)
    return ForeignKey(
        table.name,
        (column.name,),
        target.table.name,
        (target.column.name,),
        Origin.INFERRED,
        role=role_of(column.name, target.entity, target.bare),
        one_to_one=_is_unique(table, column),
        evidence=Evidence(score, (best.reason, values)),
    )


def _is_unique(table: Table, column: Column) -> bool:
    profile = column.profile
    present = (table.profiled_rows - profile.nulls) if profile else 0
    return profile is not None and present > 1 and profile.distinct_exact and profile.distinct == present


def role_of(column: str, entity: Entity, key: str) -> str | None:
    """Return the part of a column's name that is not in the target's name: ``billing`` in ``billing_address_id``."""
    pointer, entity_words = pointer_of(column).entity, entity.words
    key_words = pointer_of(key).entity
    for ending in (entity_words, key_words, entity_words[-1:]):
        if ending and pointer[-len(ending) :] == ending:
            return "_".join(pointer[: -len(ending)]) or None
    return "_".join(pointer) or None if likeness(Pointer(pointer, True), entity) < ACCEPT else None


def _layer(table: str) -> str:
    """Return the layer of a table: the first word of its name, if that word is a known layer."""
    first = words(table)[:1]
    known = {"stg", "stage", "staging", "raw", "src", "int", "intermediate"}
    marts = {"dim", "fct", "fact", "d", "f", "agg", "rpt", "mart", "obt"}
    if first and first[0] in known:
        return first[0]
    return "mart" if first and first[0] in marts else ""
