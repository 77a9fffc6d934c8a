"""Ranks groups by comparing every pair on the tasks that both ran. Groups that do not differ share a rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from headwater.analysis._interval import CONFIDENCE
from headwater.analysis._load import TrialTable
from headwater.analysis._notes import About, Note, label
from headwater.analysis._pairs import Difference, Sides, difference, notes_on_difference, pair_up, sides_of
from headwater.analysis._query import CONDITION, columns, require_factors, require_measure, select
from headwater.analysis._tests import holm
from headwater.analysis._versions import require_like_with_like
from headwater.errors import NotComparableError, NotFoundError
from headwater.plurals import counted

FEWEST_TASKS = 6
"""The minimum number of tasks for a comparison.

With five tasks, even differences that all have the same sign only reach p = 2 / 2**5 = 0.06 in the sign-flip test.
"""


@dataclass(frozen=True)
class Contrast:
    """A comparison of two groups on the tasks that both ran.

    ``difference`` is None if the groups share no task, because no effect can then be estimated. ``p_holm`` is the
    p-value of the difference, adjusted for all tests of the family.
    """

    first: str
    second: str
    within: str
    difference: Difference | None
    p_holm: float | None
    notes: tuple[Note, ...]


@dataclass(frozen=True)
class Ranking:
    """Groups with their ranks. A group's rank is one plus the number of groups that are significantly better."""

    by: tuple[str, ...]
    ranks: dict[str, int]
    contrasts: tuple[Contrast, ...]
    notes: tuple[Note, ...]

    @property
    def has_too_few_tasks(self) -> bool:
        """Return whether all groups are tied only because no two groups share enough tasks to differ significantly."""
        tied = len(self.ranks) > 1 and set(self.ranks.values()) == {1}
        tasks = [each.difference.effect.tasks for each in self.contrasts if each.difference is not None]
        return tied and max(tasks, default=0) < FEWEST_TASKS

    def rank_of(self, name: str) -> str:
        """Return a group's rank, with an equals sign if the rank is shared, or an empty string if there is no rank."""
        if name not in self.ranks or self.has_too_few_tasks:
            return ""
        rank = self.ranks[name]
        return f"{rank}=" if sum(each == rank for each in self.ranks.values()) > 1 else str(rank)


def rank(
    results: TrialTable, by: Sequence[str] = ("agent",), *, measure: str = "score", confidence: float = CONFIDENCE
) -> Ranking:
    """Rank groups by paired differences on shared tasks, with Holm's correction.

    Groups that do not differ share a rank.

    Raises:
        UserError: A factor or measure is unknown, or versions must not be mixed.
    """
    factors = require_factors(by)
    require_measure(measure, results.evidence)
    require_like_with_like(results)
    keys = _pair_keys(factors)
    groups = [
        _ComparedGroup.of(label(key), _rows_of(results.evidence, dict(zip(factors, key, strict=True))), keys, measure)
        for key in _keys(results, factors)
    ]
    contrasts = adjusted([_contrast(*pair, "", keys, confidence) for pair in combinations(groups, 2)])
    better = dict.fromkeys((group.name for group in groups), 0)
    for contrast in contrasts:
        if contrast.difference and contrast.p_holm is not None and contrast.p_holm < 1 - confidence:
            second_is_better = (contrast.difference.effect.value or 0.0) > 0
            better[contrast.first if second_is_better else contrast.second] += 1
    ranks = {name: 1 + above for name, above in sorted(better.items(), key=lambda item: (item[1], item[0]))}
    found = Ranking(factors, ranks, contrasts, tuple(_on_family(contrasts, confidence)))
    if not found.has_too_few_tasks:
        return found
    text = f"Too few tasks to rank: two groups must share at least {FEWEST_TASKS}."
    return replace(found, notes=(*found.notes, Note(About.FEW_TASKS, text)))


def lift(
    results: TrialTable,
    factor: str,
    *,
    reference: str | None = None,
    within: str | Sequence[str] = "agent",
    measure: str = "score",
    confidence: float = CONFIDENCE,
) -> tuple[Contrast, ...]:
    """Return the effect of a harness, a prompt variant or another factor, on tasks that ran with both levels.

    Each level is contrasted with the reference level, both for each value of ``within`` and over all values. All
    contrasts are corrected as one family. The effect of a level that shares no task with the reference is confounded
    with that of the tasks, so it is not estimated.

    Args:
        results: The trials.
        factor: The column whose effect is estimated.
        reference: The level to compare with. The default is ``base`` or ``baseline`` if there is such a level, or else
            the alphabetically first level.
        within: The columns by which to split the comparison.
        measure: The measure to compare.
        confidence: The confidence of the intervals.

    Raises:
        UserError: A factor, measure or reference is unknown, there is only one level, or versions must not be mixed.
    """
    [factor] = require_factors([factor])
    splits = require_factors([within] if isinstance(within, str) else within)
    splits = tuple(name for name in splits if name != factor)
    require_measure(measure, results.evidence)
    require_like_with_like(results)
    levels = [str(key[0]) for key in _keys(results, (factor,)) if key[0] is not None]
    chosen = _reference(factor, levels, reference)
    keys = _pair_keys((factor,))
    parts = {"": results.evidence}
    if splits:
        parts |= {
            label(key): _rows_of(results.evidence, dict(zip(splits, key, strict=True)))
            for key in _keys(results, splits)
        }
    found = []
    for part, table in parts.items():
        party = {level: _ComparedGroup.of(level, _rows_of(table, {factor: level}), keys, measure) for level in levels}
        found += [_contrast(party[chosen], party[level], part, keys, confidence) for level in levels if level != chosen]
    return adjusted(found)


def _reference(factor: str, levels: list[str], reference: str | None) -> str:
    if len(levels) < 2:
        raise NotComparableError(
            f"there is only {levels[0]}" if levels else "no trial has a value",
            where=factor,
            fix="an effect needs two levels",
        )
    if reference is None:
        return next((level for level in ("base", "baseline") if level in levels), levels[0])
    if reference not in levels:
        raise NotFoundError(f"no {factor} of these trials", where=reference, fix=f"there are {', '.join(levels)}")
    return reference


def adjusted(contrasts: Sequence[Contrast]) -> tuple[Contrast, ...]:
    """Correct the p-values of a family of contrasts by Holm's method."""
    found = [each.difference.p if each.difference else None for each in contrasts]
    p_values = iter(holm([p for p in found if p is not None]))
    return tuple(
        each if p is None else replace(each, p_holm=next(p_values)) for each, p in zip(contrasts, found, strict=True)
    )


@dataclass(frozen=True)
class _ComparedGroup:
    """A group to compare with others, with its name and its cells."""

    name: str
    sides: Sides

    @classmethod
    def of(cls, name: str, table: pa.Table, keys: tuple[str, ...], measure: str) -> _ComparedGroup:
        return cls(name, sides_of(table, keys, measure))

    def values(self, index: int) -> set[Any]:
        """Return the values of the key at this index."""
        return {key[index] for key in self.sides}


def _contrast(
    first: _ComparedGroup, second: _ComparedGroup, within: str, keys: tuple[str, ...], confidence: float
) -> Contrast:
    pairing = pair_up(first.sides, second.sides, keys)
    if not pairing.pairs:
        return Contrast(first.name, second.name, within, None, None, (_nothing_shared(first, second, keys),))
    found = difference(pairing, confidence)
    notes = notes_on_difference(found, pairing.pairs)
    unshared = len(pairing.only_first) + len(pairing.only_second)
    if unshared:
        what = f"{counted(unshared, 'combination')} of task and agent that only one of the two ran: left out"
        notes.append(Note(About.UNEQUAL_TASKS, f"{what}; {len(pairing.pairs)} are compared."))
    return Contrast(first.name, second.name, within, found, None, tuple(notes))


def _nothing_shared(first: _ComparedGroup, second: _ComparedGroup, keys: tuple[str, ...]) -> Note:
    missing = next((party.name for party in (first, second) if not party.sides), None)
    if missing is not None:
        return Note(About.EMPTY, f"No trial of {missing} is evidence.")
    names = f"{first.name} and {second.name}"
    if not first.values(0) & second.values(0):
        text = f"{names} never ran the same task, so their difference cannot be separated from that of the tasks."
        return Note(About.CONFOUNDED, text)
    unconnected = [key for index, key in enumerate(keys) if not first.values(index) & second.values(index)]
    others = " and ".join(unconnected) or ", ".join(keys[1:])
    text = f"{names} never ran a task with the same {others}, "
    text += f"so their difference cannot be separated from that of the {others}."
    return Note(About.CONFOUNDED, text)


def _pair_keys(factors: Sequence[str]) -> tuple[str, ...]:
    """Return the keys to hold fixed: all conditions except the factors and, if agents differ, except the model."""
    free = {*factors, "model"} if "agent" in factors else set(factors)
    return ("task", *(factor for factor in CONDITION if factor not in free))


def _keys(results: TrialTable, factors: tuple[str, ...]) -> list[tuple[Any, ...]]:
    by = columns(factors)
    rows = select(results.design, f"select distinct {by} from trials order by {by}")
    return [tuple(row[factor] for factor in factors) for row in rows]


def _rows_of(table: pa.Table, key: dict[str, Any]) -> pa.Table:
    for column, value in key.items():
        table = table.filter(pc.is_null(table[column]) if value is None else pc.equal(table[column], value))
    return table


def _on_family(contrasts: Sequence[Contrast], confidence: float) -> list[Note]:
    tested = sum(contrast.p_holm is not None for contrast in contrasts)
    notes = []
    if tested > 1:
        text = (
            f"{tested} pairs were compared and their p-values corrected together (Holm); a pair below {confidence:.0%} "
            "confidence is a tie."
        )
        notes.append(Note(About.FAMILY, text))
    unconnected = [contrast for contrast in contrasts if contrast.difference is None]
    if unconnected:
        notes.append(
            Note(About.CONFOUNDED, f"{counted(len(unconnected), 'pair')} share nothing that could be compared.")
        )
    return notes
