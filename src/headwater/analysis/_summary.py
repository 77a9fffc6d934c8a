"""Summarizes groups of trials: scores, solve rate, gates, pass@k, exclusions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import pyarrow as pa

from headwater.analysis._exclusion import Exclusion, exclusions, notes_on_exclusions
from headwater.analysis._interval import CONFIDENCE, Estimate, clustered_mean
from headwater.analysis._load import TrialTable
from headwater.analysis._notes import Note, label, notes_on
from headwater.analysis._passk import pass_at_k, pass_hat_k
from headwater.analysis._query import CONDITION, GATES, columns, require_factors, require_measure, select
from headwater.analysis._versions import require_like_with_like

_MAX_K = 10


@dataclass(frozen=True)
class TrialGroup:
    """A summary of the trials that have the same values for some factors.

    For each gate, ``gates`` contains the share of trials that cleared it and all gates before it. ``pass_at`` and
    ``pass_hat`` are keyed by k, and computed from the tasks with at least k repeats of one combination.

    These figures ignore the ``excluded`` trials. ``score_as_zero`` and ``solved_as_zero`` count them as failed.
    """

    key: tuple[tuple[str, str | None], ...]
    trials: int
    tasks: int
    repeats: tuple[int, int]
    score: Estimate
    solved: Estimate
    gates: tuple[Estimate, ...]
    pass_at: dict[int, Estimate]
    pass_hat: dict[int, Estimate]
    excluded: int
    score_as_zero: Estimate
    solved_as_zero: Estimate

    @property
    def label(self) -> str:
        """The group's name."""
        return label([value for _, value in self.key])


@dataclass(frozen=True)
class Summary:
    """The groups, the best score first, with notes."""

    by: tuple[str, ...]
    measure: str
    groups: tuple[TrialGroup, ...]
    exclusions: tuple[Exclusion, ...]
    notes: tuple[Note, ...]

    @property
    def k(self) -> int:
        """The k for which to show pass@k.

        This is the largest k for which, in each group, at least half of the tasks have k repeats.
        """
        scored = [group for group in self.groups if group.trials]
        found = [k for k in range(1, _MAX_K + 1) if all(_has_half(group, k) for group in scored)]
        return max(found, default=1) if scored else 1

    @property
    def excluded(self) -> int:
        """The number of excluded trials in all groups."""
        return sum(group.excluded for group in self.groups)


def _has_half(group: TrialGroup, k: int) -> bool:
    return k in group.pass_at and 2 * group.pass_at[k].tasks >= group.tasks


def summarize(
    results: TrialTable, by: Sequence[str] = ("agent",), *, measure: str = "score", confidence: float = CONFIDENCE
) -> Summary:
    """Summarize groups of trials, both without excluded trials and with excluded trials counted as 0.

    A group that has only excluded trials is included without a score, unless all trials are excluded.

    Raises:
        UserError: A factor or measure is unknown, or versions must not be mixed.
    """
    factors = require_factors(by)
    require_measure(measure, results.evidence)
    require_like_with_like(results)
    cells: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for cell in _cells(results.evidence, factors, measure):
        cells.setdefault(tuple(cell[factor] for factor in factors), []).append(cell)
    excluded = _excluded(results.excluded, factors) if cells else {}
    groups = [
        _group(tuple(zip(factors, key, strict=True)), cells.get(key, []), excluded.get(key, {}), confidence)
        for key in dict.fromkeys((*cells, *excluded))
    ]
    groups.sort(key=lambda group: (-(group.score.value or 0.0), group.label))
    compared = exclusions(results, factors) if excluded else ()
    scores = {group.key: (group.score_as_zero, group.score) for group in groups}
    notes = (*notes_on(results, factors), *notes_on_exclusions(compared, scores))
    return Summary(factors, measure, tuple(groups), compared, notes)


def _excluded(table: pa.Table, by: tuple[str, ...]) -> dict[tuple[Any, ...], dict[str, int]]:
    """Return, for each group, the number of excluded trials per task."""
    keys = columns(tuple(dict.fromkeys((*by, "task"))))
    found: dict[tuple[Any, ...], dict[str, int]] = {}
    for row in select(table, f"select {keys}, count(*) as n from trials group by {keys} order by {keys}"):
        found.setdefault(tuple(row[factor] for factor in by), {})[row["task"]] = row["n"]
    return found


def _cells(table: pa.Table, by: tuple[str, ...], measure: str) -> list[dict[str, Any]]:
    """Return one row per task, condition and combination of ``by`` values: the number of trials, and sums over them."""
    keys = columns(tuple(dict.fromkeys((*by, *CONDITION, "task"))))
    gates = ", ".join(f"count(*) filter (where gates_cleared > {index}) as gate_{index}" for index in range(len(GATES)))
    return select(
        table,
        f'select {keys}, count(*) as n, count("{measure}") as scored, sum("{measure}"::double) as score, '
        f"{gates} from trials group by {keys} order by {keys}",
    )


def _group(
    key: tuple[tuple[str, str | None], ...], cells: list[dict[str, Any]], excluded: dict[str, int], confidence: float
) -> TrialGroup:
    repeats = [cell["n"] for cell in cells]
    gates = tuple(_over_tasks(cells, _cleared(index), confidence) for index in range(len(GATES)))
    score = _over_tasks(cells, _scored, confidence)
    ks = range(1, min(max(repeats, default=0), _MAX_K) + 1)
    return TrialGroup(
        key=key,
        trials=sum(repeats),
        tasks=len({cell["task"] for cell in cells}),
        repeats=(min(repeats, default=0), max(repeats, default=0)),
        score=score,
        solved=gates[-1],
        gates=gates,
        pass_at={k: _pass(cells, k, pass_at_k, confidence) for k in ks},
        pass_hat={k: _pass(cells, k, pass_hat_k, confidence) for k in ks},
        excluded=sum(excluded.values()),
        score_as_zero=_over_tasks(cells, _scored, confidence, excluded) if excluded else score,
        solved_as_zero=_over_tasks(cells, _cleared(len(GATES) - 1), confidence, excluded) if excluded else gates[-1],
    )


def _scored(cell: dict[str, Any]) -> tuple[float, int]:
    return cell["score"] or 0.0, cell["scored"]


def _cleared(gate: int) -> Callable[[dict[str, Any]], tuple[float, int]]:
    return lambda cell: (cell[f"gate_{gate}"], cell["n"])


def _pass(cells: list[dict[str, Any]], k: int, chance: Callable[[int, int, int], float], confidence: float) -> Estimate:
    last = f"gate_{len(GATES) - 1}"
    enough = [cell for cell in cells if cell["n"] >= k]
    return _over_tasks(enough, lambda cell: (chance(cell[last], cell["n"], k), 1), confidence)


def _over_tasks(
    cells: list[dict[str, Any]],
    part: Callable[[dict[str, Any]], tuple[float, int]],
    confidence: float,
    zeros: Mapping[str, int] = MappingProxyType({}),
) -> Estimate:
    """Return the mean of a value over cells, with extra zeros for some tasks. The cells of a task form one cluster."""
    sums = dict.fromkeys(zeros, 0.0)
    counts = dict(zeros)
    for cell in cells:
        value, n = part(cell)
        sums[cell["task"]] = sums.get(cell["task"], 0.0) + value
        counts[cell["task"]] = counts.get(cell["task"], 0) + n
    return clustered_mean(list(sums.values()), list(counts.values()), confidence)
