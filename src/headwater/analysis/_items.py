"""Analyzes tasks as test items: difficulty, discrimination, stability, and whether all checks can be passed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from headwater.analysis._interval import Estimate, wilson
from headwater.analysis._load import TrialTable
from headwater.analysis._notes import About, Note, few_names, notes_on
from headwater.analysis._query import CONDITION, GATES, columns, require_measure, select
from headwater.analysis._versions import require_like_with_like
from headwater.plurals import counted

_FEWEST_RESPONDENTS = 5
_FEWEST_TRIALS = 3


@dataclass(frozen=True)
class TaskItem:
    """A task as a test item.

    Attributes:
        task: The task, as ``suite/id``.
        trials: The number of trials that are not excluded.
        solved: The share of trials that cleared all gates, with Wilson's interval. The interval applies only to this
            task.
        score: The mean of the measure.
        difficulty: ``1 - score``.
        discrimination: The correlation between the scores on the task and the same respondents' means over the other
            tasks (corrected item-total). A respondent is one repeat of one combination. A value near 0 means that the
            task does not discriminate, and a negative value that better respondents score worse on it. None if there
            are fewer than five respondents or all scores are equal.
        flaky: The combinations of agent, harness and prompt variant that have both solved and unsolved repeats.
    """

    task: str
    trials: int
    solved: Estimate
    score: float
    difficulty: float
    discrimination: float | None
    flaky: tuple[str, ...]


@dataclass(frozen=True)
class UnpassedCheck:
    """A check that no trial passed, although trials reached its gate."""

    check: str
    task: str
    trials: int
    agents: int


@dataclass(frozen=True)
class Items:
    """The tasks of a table, the hardest first, with notes."""

    measure: str
    items: tuple[TaskItem, ...]
    unpassed: tuple[UnpassedCheck, ...]
    notes: tuple[Note, ...]


def items(results: TrialTable, *, measure: str = "score") -> Items:
    """Analyze tasks, using the results of trials.

    Raises:
        UserError: The measure is unknown, or versions must not be mixed.
    """
    require_measure(measure, results.evidence)
    require_like_with_like(results)
    flaky = _flaky(results)
    discrimination = _discrimination(results, measure)
    rows = select(
        results.evidence,
        f'select task, count(*) as n, count(*) filter (where solved) as solved, avg("{measure}"::double) as score '
        f'from trials where "{measure}" is not null group by task order by score, task',
    )
    found = tuple(
        TaskItem(
            task=row["task"],
            trials=row["n"],
            solved=wilson(row["solved"], row["n"]),
            score=row["score"],
            difficulty=1 - row["score"],
            discrimination=discrimination.get(row["task"]),
            flaky=tuple(flaky.get(row["task"], ())),
        )
        for row in rows
    )
    unpassed = unpassed_checks(results)
    notes = [*notes_on(results, ()), *_on_unpassed(unpassed, len(found))]
    return Items(measure, found, unpassed, tuple(notes))


def _flaky(results: TrialTable) -> dict[str, list[str]]:
    condition = columns(CONDITION)
    rows = select(
        results.evidence,
        f"select task, {condition}, count(*) as n, count(*) filter (where solved) as solved from trials "
        f"group by task, {condition} having solved between 1 and n - 1 order by task, {condition}",
    )
    found: dict[str, list[str]] = {}
    for row in rows:
        name = " + ".join(str(row[factor]) for factor in CONDITION if row[factor] is not None)
        found.setdefault(row["task"], []).append(f"{name}: {row['solved']} of {row['n']}")
    return found


def _discrimination(results: TrialTable, measure: str) -> dict[str, float]:
    respondent = columns((*CONDITION, "job", "repeat"))
    rows = select(
        results.evidence,
        f'select dense_rank() over (order by {respondent}) - 1 as respondent, task, avg("{measure}"::double) as score '
        f'from trials where "{measure}" is not null group by {respondent}, task',
    )
    if not rows:
        return {}
    tasks = sorted({row["task"] for row in rows})
    position = {task: index for index, task in enumerate(tasks)}
    scores = np.full((max(row["respondent"] for row in rows) + 1, len(tasks)), np.nan)
    for row in rows:
        scores[row["respondent"], position[row["task"]]] = row["score"]
    found = {task: _item_rest(scores, index) for index, task in enumerate(tasks)}
    return {task: value for task, value in found.items() if value is not None}


def _item_rest(scores: NDArray[np.float64], item: int) -> float | None:
    """Correlate the scores on an item with each respondent's mean over the other items."""
    rest = np.delete(scores, item, axis=1)
    attempted = ~np.isnan(scores[:, item]) & (~np.isnan(rest)).any(axis=1)
    if attempted.sum() < _FEWEST_RESPONDENTS:
        return None
    own, others = scores[attempted, item], np.nanmean(rest[attempted], axis=1)
    if np.ptp(own) == 0 or np.ptp(others) == 0:
        return None
    return float(np.corrcoef(own, others)[0, 1])


def unpassed_checks(results: TrialTable) -> tuple[UnpassedCheck, ...]:
    """Find the checks that failed in all trials that reached their gate. They may be impossible to pass.

    A table can only show that no trial has passed these checks. ``headwater validate`` can show that a task's solution
    passes all checks.
    """
    # The checks of a gate have run only in trials that cleared all gates before it.
    order = " ".join(f"when '{gate}' then {index}" for index, gate in enumerate(GATES))
    rows = select(
        results.evidence,
        "with failures as (select task, agent, gates_cleared, unnest(failed_checks) as name from trials), "
        f"placed as (select *, case split_part(name, '.', 1) {order} end as gate from failures), "
        "counted as (select task, name, gate, count(*) as failed from placed where gates_cleared >= gate "
        "group by task, name, gate) "
        "select counted.task, name, failed, count(*) as reached, count(distinct agent) as agents from counted "
        "join trials on trials.task = counted.task and trials.gates_cleared >= counted.gate "
        "and trials.failed_checks is not null "
        "group by counted.task, name, failed having count(*) = failed order by name, counted.task",
    )
    return tuple(UnpassedCheck(row["name"], row["task"], row["reached"], row["agents"]) for row in rows)


def _on_unpassed(unpassed: Sequence[UnpassedCheck], tasks: int) -> list[Note]:
    by_check: dict[str, list[UnpassedCheck]] = {}
    for each in unpassed:
        by_check.setdefault(each.check, []).append(each)
    worst = sorted(by_check.items(), key=lambda entry: -len(entry[1]))
    return [
        Note(
            About.UNPASSED,
            f"{check}: no trial has passed it on {len(found)} of {counted(tasks, 'task')} "
            f"({few_names([each.task for each in found])}; "
            f"{counted(sum(each.trials for each in found), 'trial')}): can it be passed?",
        )
        for check, found in worst
        if sum(each.trials for each in found) >= _FEWEST_TRIALS
    ]
