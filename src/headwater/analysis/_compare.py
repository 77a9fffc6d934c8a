"""Compares two sets of results to show whether a change helped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pyarrow as pa
import pyarrow.compute as pc

from headwater.analysis._exclusion import Exclusion, exclusion_between, note_on_exclusion
from headwater.analysis._interval import CONFIDENCE
from headwater.analysis._load import TrialTable
from headwater.analysis._notes import About, Note, few_names, label, notes_on
from headwater.analysis._pairs import CellPair, Difference, difference, notes_on_difference, pair_up, sides_of
from headwater.analysis._query import CONDITION, require_measure
from headwater.analysis._versions import changed_versions, require_like_with_like, require_one_selection, same_versions
from headwater.errors import NotComparableError
from headwater.plurals import counted

_OF_A_SIDE = (About.SELECTED, About.UNREAD, About.EXCLUDED, About.UNKNOWN)


@dataclass(frozen=True)
class Comparison:
    """A baseline and a candidate on the tasks that both ran.

    Attributes:
        changed: The factors and digests that differ between the sides.
        pairs: The cells that both sides ran, sorted with the greatest loss first.
        difference: The difference (candidate minus baseline) without excluded trials.
        as_zero: The difference if excluded trials count as 0, or None if no trial on the shared tasks is excluded.
        exclusion: The candidate's exclusion rate, compared with the baseline's, or None if no trial on the shared tasks
            is excluded.
        notes: Sentences that a reader must see along with the figures.
    """

    baseline: str
    candidate: str
    measure: str
    changed: tuple[str, ...]
    pairs: tuple[CellPair, ...]
    difference: Difference
    as_zero: Difference | None
    exclusion: Exclusion | None
    notes: tuple[Note, ...]

    def worse_at(self, confidence: float) -> bool | None:
        """Return whether the candidate is worse than the baseline, according to a one-sided test at this confidence.

        The two-sided p-value is halved. It comes from the paired t test over tasks or, if all tasks differ by the same
        amount, from the sign-flip test. The result is None if there are fewer than two shared tasks.
        """
        effect, p = self.difference.effect.value, self.difference.p
        if effect is None or p is None:
            return None
        return effect < 0 and p / 2 < 1 - confidence


def compare(
    baseline: TrialTable, candidate: TrialTable, *, measure: str = "score", confidence: float = CONFIDENCE
) -> Comparison:
    """Compare two sets of results on the tasks that they share.

    Factors that have values in common on both sides are held fixed, so that a trial is compared with trials that have
    the same agent, harness, prompt variant and so on. A factor with one value on each side counts as the change if the
    values differ.

    Raises:
        UserError: The sides share no tasks, a factor differs in several ways, or the versions of tasks or checks, or
            the time limits, differ on all shared tasks.
    """
    for side in (baseline, candidate):
        require_measure(measure, side.evidence)
        require_like_with_like(side)
        if side.evidence.num_rows == 0:
            raise NotComparableError(f"nothing to compare: {notes_on(side, ())[-1]}")
    require_one_selection(baseline.table, candidate.table)
    keys, changed = _held_fixed(baseline.evidence, candidate.evidence)
    refused, (before, after) = same_versions(baseline.evidence, candidate.evidence)
    all_before, all_after = (_without(side.excluded_as_zero, refused) for side in (baseline, candidate))
    pairing = pair_up(sides_of(before, keys, measure), sides_of(after, keys, measure), keys)
    if not pairing.pairs:
        raise _nothing_shared(refused)
    found = difference(pairing, confidence)
    exclusion = exclusion_between(all_before, all_after)
    sides = (_side_label(before, changed, "baseline"), _side_label(after, changed, "candidate"))
    notes = [
        *(replace(note, text=f"{name}: {note}") for name, side in zip(sides, (baseline, candidate), strict=True)
          for note in notes_on(side, ()) if note.about in _OF_A_SIDE),
        *_on_same(before, after),
        *_on_refused(refused),
        *_on_unshared(pairing.only_first, sides[0], len(pairing.pairs)),
        *_on_unshared(pairing.only_second, sides[1], len(pairing.pairs)),
        *_on_exclusion(exclusion, *sides),
        *notes_on_difference(found, pairing.pairs),
    ]  # fmt: skip
    return Comparison(
        *sides,
        measure=measure,
        changed=(*changed, *changed_versions(before, after)),
        pairs=tuple(sorted(pairing.pairs, key=lambda pair: (pair.difference, pair.name))),
        difference=found,
        as_zero=_as_zero(all_before, all_after, keys, measure, confidence) if exclusion else None,
        exclusion=exclusion,
        notes=tuple(notes),
    )


def _without(table: pa.Table, tasks: Sequence[str]) -> pa.Table:
    return table.filter(pc.invert(pc.is_in(table["task"], pa.array(tasks, pa.string())))) if tasks else table


def _as_zero(before: pa.Table, after: pa.Table, keys: Sequence[str], measure: str, confidence: float) -> Difference:
    """Return the difference if excluded trials count as 0.

    The model of an excluded trial may be unknown, so cells are not paired by model.
    """
    known = [key for key in keys if key != "model"]
    return difference(pair_up(sides_of(before, known, measure), sides_of(after, known, measure), known), confidence)


def _on_exclusion(exclusion: Exclusion | None, baseline: str, candidate: str) -> list[Note]:
    note = note_on_exclusion(exclusion, candidate, baseline) if exclusion else None
    return [note] if note else []


def _values(table: pa.Table, column: str) -> set[str | None]:
    return set(table[column].unique().to_pylist())


def _held_fixed(before: pa.Table, after: pa.Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the factors by which trials are paired, and the factors that changed."""
    keys, changed = ["task"], []
    for factor in CONDITION:
        first, second = _values(before, factor), _values(after, factor)
        if first & second:
            keys.append(factor)
        elif len(first) == len(second) == 1:
            changed.append(factor)
        elif factor != "model":  # each of several agents has its own model, so the agent is the factor that differs
            raise NotComparableError(
                f"{few_names(sorted(map(str, first)))} against {few_names(sorted(map(str, second)))}",
                where=factor,
                fix=f"choose one of each with --a {factor}=NAME --b {factor}=NAME",
            )
    return tuple(keys), tuple(changed)


def _side_label(table: pa.Table, changed: Sequence[str], otherwise: str) -> str:
    # an agent's name includes its model
    named_factors = [factor for factor in changed if factor != "model" or "agent" not in changed]
    return label([next(iter(_values(table, factor))) for factor in named_factors]) if named_factors else otherwise


def _nothing_shared(refused: tuple[str, ...]) -> NotComparableError:
    if refused:
        what = f"{counted(len(refused), 'task')} ({few_names(refused)}): the versions of task or checks"
        fix = "`headwater regrade` the older job, or run both with the same tasks and --timeout"
        return NotComparableError(f"{what}, or the time limits, differ between the sides", fix=fix)
    return NotComparableError(
        "the two sides share no task that they ran under the same conditions", fix="name jobs that ran the same tasks"
    )


def _on_same(before: pa.Table, after: pa.Table) -> list[Note]:
    first, second = _identities(before), _identities(after)
    both = len(first & second)
    if not both:
        return []
    if first == second:
        return [Note(About.SAME, "Both sides are the same trials, compared with themselves, so everything is equal.")]
    text = f"{counted(both, 'trial')} {'is' if both == 1 else 'are'} on both sides, and compared with themselves."
    return [Note(About.SAME, text)]


def _identities(table: pa.Table) -> set[tuple[object, ...]]:
    """Return the identities of trials. They do not depend on where the trials are stored.

    The location is part of the identity only for imported trials without a time.
    """
    names = ("trial", "task_digest", "agent_digest", "started_at", "job")
    rows = zip(*(table[name].to_pylist() for name in names), strict=True)
    return {(*rest, started_at or job) for *rest, started_at, job in rows}


def _on_refused(refused: tuple[str, ...]) -> list[Note]:
    if not refused:
        return []
    what = f"{counted(len(refused), 'task')} ({few_names(refused)}) left out, because the versions of task or checks"
    return [Note(About.REFUSED, f"{what}, or the time limits, differ between the sides.")]


def _on_unshared(names: tuple[str, ...], side: str, shared: int) -> list[Note]:
    if not names:
        return []
    what = f"{counted(len(names), 'combination')} of task and agent that only {side} ran: left out ({few_names(names)})"
    return [Note(About.UNEQUAL_TASKS, f"{what}; {shared} are compared.")]
