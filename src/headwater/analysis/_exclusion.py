"""Compares exclusion rates between groups, because an agent whose failures are excluded looks better than it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pyarrow as pa

from headwater.analysis._interval import Estimate
from headwater.analysis._load import TrialTable
from headwater.analysis._notes import About, Note, label
from headwater.analysis._query import columns, require_factors, select
from headwater.analysis._tests import fisher_exact, holm
from headwater.plurals import counted

_LEVEL = 0.05
Key = tuple[tuple[str, str | None], ...]
"""The names of a group's factors, with their values."""


@dataclass(frozen=True)
class Exclusion:
    """A group's exclusion rate, compared with that of the other groups on the same tasks.

    Attributes:
        tasks: The number of tasks that both this group and another one ran.
        trials: The number of this group's trials on these tasks, including excluded trials.
        excluded: The number of excluded trials among ``trials``.
        others_trials: The number of the other groups' trials on these tasks.
        others_excluded: The number of excluded trials among ``others_trials``.
        p: The two-sided p-value of Fisher's exact test, or None if there is nothing to compare with.
        p_holm: The p-value adjusted for all compared groups.
        apart: The groups that are left out of the others, because an earlier comparison found that their rates are
            higher.
    """

    key: Key
    tasks: int
    trials: int
    excluded: int
    others_trials: int
    others_excluded: int
    p: float | None
    p_holm: float | None = None
    apart: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The group's name."""
        return label([value for _, value in self.key])

    @property
    def is_higher(self) -> bool:
        """Return whether the group's rate is higher than that of the others."""
        # Products instead of ratios, because there may be no other trials.
        return self.excluded * self.others_trials > self.others_excluded * self.trials

    @property
    def differs(self) -> bool:
        """Return whether the rates differ at the 5 % level, after the adjustment."""
        return self.p_holm is not None and self.p_holm < _LEVEL


def exclusions(results: TrialTable, by: Sequence[str] = ("agent",)) -> tuple[Exclusion, ...]:
    """Compare each group's exclusion rate with that of all other groups, on the tasks that they share.

    Each group is tested with Fisher's exact test, and Holm's method corrects all tests as one family. If there are only
    two groups on the same tasks, there is only one test. Groups with a higher rate are then removed, and the others are
    compared again.

    Raises:
        OptionError: A factor is unknown.
    """
    factors = require_factors(by)
    if not factors:
        return ()
    cells = _cells(results.design, factors, "sum(trials)", "0")
    for key, tasks in _cells(results.excluded, factors, "count(*)", "count(*)").items():
        for task, each in tasks.items():
            known = cells.setdefault(key, {})
            known[task] = known.get(task, _Count()) + each
    return _without_the_worst({tuple(zip(factors, key, strict=True)): tasks for key, tasks in cells.items()})


def _without_the_worst(cells: _Cells) -> tuple[Exclusion, ...]:
    """Compare all groups, and then again those without a higher rate, so that no high rate hides behind a higher one.

    The second comparison only adds the groups that have a higher rate in it.
    """
    found = _adjusted(_all_compared(cells))
    worst = {each.key: each.label for each in found if each.differs and each.is_higher}
    if not worst or len(cells) - len(worst) < 2:
        return found
    again = {
        each.key: replace(each, apart=(*worst.values(), *each.apart))
        for each in _without_the_worst({key: tasks for key, tasks in cells.items() if key not in worst})
        if each.differs and each.is_higher
    }
    return tuple(again.get(each.key, each) for each in found)


def _all_compared(cells: _Cells) -> list[Exclusion]:
    total: dict[str, _Count] = defaultdict(_Count)
    groups: dict[str, int] = defaultdict(int)
    for tasks in cells.values():
        for task, each in tasks.items():
            total[task] += each
            groups[task] += 1
    compared = []
    for key, tasks in cells.items():
        # A task that only this group ran has no rate to compare with.
        shared = [task for task in tasks if groups[task] > 1]
        own = sum((tasks[task] for task in shared), _Count())
        every = sum((total[task] for task in shared), _Count())
        compared.append(_compared(key, len(shared), own, every - own))
    return compared


def exclusion_between(baseline: pa.Table, candidate: pa.Table) -> Exclusion | None:
    """Compare the candidate's exclusion rate with the baseline's on the tasks that both ran.

    The result is None if no trial on these tasks is excluded.

    Args:
        baseline: A tidy table, with excluded trials.
        candidate: Another tidy table, with excluded trials.
    """
    excluded = "count(*) filter (where not is_evidence)"
    before, after = (_cells(table, (), "count(*)", excluded).get((), {}) for table in (baseline, candidate))
    shared = [task for task in after if task in before]
    own, others = (sum((side[task] for task in shared), _Count()) for side in (after, before))
    if not own.excluded + others.excluded:
        return None
    found = _compared((), len(shared), own, others)
    return replace(found, p_holm=found.p)


@dataclass(frozen=True)
class _Count:
    trials: int = 0
    excluded: int = 0

    def __add__(self, other: _Count) -> _Count:
        return _Count(self.trials + other.trials, self.excluded + other.excluded)

    def __sub__(self, other: _Count) -> _Count:
        return _Count(self.trials - other.trials, self.excluded - other.excluded)


_Cells = dict[Key, dict[str, _Count]]


def _cells(
    table: pa.Table, factors: tuple[str, ...], trials: str, excluded: str
) -> dict[tuple[str | None, ...], dict[str, _Count]]:
    """Count trials and excluded trials per group and task. ``trials`` and ``excluded`` are SQL expressions."""
    keys = columns(tuple(dict.fromkeys((*factors, "task"))))
    rows = select(
        table,
        # In DuckDB, the sum of integers is a hugeint, for which Arrow has no type.
        f"select {keys}, ({trials})::bigint as n, ({excluded})::bigint as excluded from trials group by {keys} "
        f"order by {keys}",
    )
    found: dict[tuple[str | None, ...], dict[str, _Count]] = {}
    for row in rows:
        found.setdefault(tuple(row[name] for name in factors), {})[row["task"]] = _Count(row["n"], row["excluded"])
    return found


def _compared(key: Key, tasks: int, own: _Count, others: _Count) -> Exclusion:
    p = None
    if own.trials and others.trials:
        # Exclusions are rare, and approximate tests do not hold for small counts.
        p = fisher_exact(own.excluded, own.trials, others.excluded, others.trials).p
    return Exclusion(key, tasks, own.trials, own.excluded, others.trials, others.excluded, p)


def _adjusted(compared: Sequence[Exclusion]) -> tuple[Exclusion, ...]:
    tested = [each for each in compared if each.p is not None]
    if len(tested) == 2:  # with two groups, both tests are the same
        return tuple(replace(each, p_holm=each.p) for each in compared)
    p_values = iter(holm([each.p for each in tested if each.p is not None]))
    return tuple(each if each.p is None else replace(each, p_holm=next(p_values)) for each in compared)


def flagged(compared: Sequence[Exclusion]) -> tuple[Exclusion, ...]:
    """Return the groups whose rates differ, the largest difference first.

    A group with a lower rate is included only if no group has a higher rate. If some group has a higher rate, that
    group causes the difference.
    """
    differing = [each for each in compared if each.differs]
    found = [each for each in differing if each.is_higher] or differing
    return tuple(sorted(found, key=lambda each: -each.excluded / each.trials))


def notes_on_exclusions(compared: Sequence[Exclusion], scores: dict[Key, tuple[Estimate, Estimate]]) -> Iterator[Note]:
    """Yield a note on each flagged group, which states its rate and suggests what to examine.

    Args:
        compared: The groups.
        scores: Each group's mean score if excluded trials count as 0, and its mean score without them.
    """
    tests = sum(each.p is not None for each in compared)
    for each in flagged(compared):
        factor = " + ".join(name for name, _ in each.key)
        where = " ".join(f"--where {name}={value}" for name, value in each.key)
        low, high = (estimate.value for estimate in scores[each.key])
        score = "None of its trials has a score"
        if low is not None and high is not None:
            score = f"Its score is between {low:.3f} (excluded trials counted as 0) and {high:.3f} (left out)"
        family = tests - len(each.apart)
        adjusted = f", Holm-adjusted {_p(each.p_holm)} for {family} groups" if family > 2 else ""
        others = f"the others except {' and '.join(each.apart)}" if each.apart else "the others"
        yield Note(
            About.EXCLUSION,
            f"{factor} {each.label}: {_rates(each, others)} (Fisher's exact p = {_p(each.p)}{adjusted}). "
            f"{score}; see why its trials were excluded: `headwater results DIR {where}`.",
        )


def note_on_exclusion(exclusion: Exclusion, candidate: str, baseline: str) -> Note | None:
    """Return a note if one of the two sides had significantly more excluded trials; otherwise None."""
    if not exclusion.differs:
        return None
    text = f"{candidate}: {_rates(exclusion, baseline)} (Fisher's exact p = {_p(exclusion.p)})."
    excluded_side = candidate if exclusion.is_higher else baseline
    return Note(About.EXCLUSION, f"{text} See why trials of {excluded_side} were excluded, and read both differences.")


def _rates(each: Exclusion, others: str) -> str:
    return (
        f"{each.excluded} of {counted(each.trials, 'trial')} excluded, {others} {each.others_excluded} of "
        f"{each.others_trials} on the same {counted(each.tasks, 'task')}"
    )


def _p(p: float | None) -> str:
    return "unknown" if p is None else f"{p:.2g}"
