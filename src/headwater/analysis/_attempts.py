"""Defines attempts, from which difficulty is measured."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from headwater.analysis._load import TrialTable
from headwater.results import Effort

BUILT_INS = ("oracle", "nop", "dbt-run", "grep", "odd-token", "alternative", "counterfeit", "attacker")
"""Agents that neither a model nor a person controls. Their results do not show how hard a task is."""
ALL = "all"
"""The name that stands for all agents together."""


@dataclass(frozen=True)
class TaskAttempt:
    """One attempt at a task. Each trial is an attempt.

    Attributes:
        level: The declared level of the task, or None if it is unknown.
        who: The agent, with its harness and prompt variant if these vary.
        value: The measured value, or None for an excluded trial.
        gates: The number of gates that the trial cleared.
    """

    task: str
    level: str | None
    who: str
    excluded: bool
    value: float | None
    solved: bool
    score: float | None
    gates: int | None
    effort: Effort | None

    @property
    def as_zero(self) -> float:
        """The measured value, or 0 for an excluded trial."""
        return self.value or 0.0


def is_built_in(agent: str) -> bool:
    """Return whether an agent is built in and uses no model."""
    return agent.partition(":")[0] in BUILT_INS


def without_built_ins(results: TrialTable) -> tuple[TrialTable, dict[str, int]]:
    """Return the results without trials of built-in agents, and the number of omitted trials per kind of agent."""
    agents = results.table["agent"].to_pylist()
    is_kept = pa.array([not is_built_in(agent) for agent in agents], pa.bool_())
    left_out: dict[str, int] = defaultdict(int)
    for agent in agents:
        if is_built_in(agent):
            left_out[agent.partition(":")[0]] += 1
    return TrialTable(results.table.filter(is_kept), results.problems), dict(sorted(left_out.items()))


def attempts_of(
    results: TrialTable, efforts: Mapping[tuple[str, str], Effort], levels: Sequence[str], measure: str
) -> list[TaskAttempt]:
    """Return the scored and the excluded attempts.

    Args:
        results: The trials.
        efforts: The efforts from the trials' trajectories, keyed by job and trial id.
        levels: The tags that serve as levels. Each task has one of them. If empty, the tiers that tasks declare are the
            levels.
        measure: A column in [0, 1].
    """
    table = results.table
    varying = ["agent", *(name for name in ("harness", "prompt") if pc.count_distinct(table[name]).as_py() > 1)]
    names = ("job", "trial", "task", "tier", "tags", "is_evidence", "solved", "score", "gates_cleared")
    rows = table.select(list(dict.fromkeys((*names, *varying, measure)))).to_pylist()
    return [
        TaskAttempt(
            task=row["task"],
            level=_level(row["tier"], row["tags"] or (), levels),
            who=" + ".join(row[name] for name in varying),
            excluded=not row["is_evidence"],
            value=float(row[measure]) if row["is_evidence"] and row[measure] is not None else None,
            solved=bool(row["is_evidence"] and row["solved"]),
            score=row["score"] if row["is_evidence"] else None,
            gates=row["gates_cleared"] if row["is_evidence"] else None,
            effort=efforts.get((row["job"], row["trial"])),
        )
        for row in rows
    ]


def _level(tier: str | None, tags: Sequence[str], levels: Sequence[str]) -> str | None:
    return next((level for level in levels if level in tags), None) if levels else tier


def by_task(attempts: Iterable[TaskAttempt]) -> dict[str, list[TaskAttempt]]:
    """Group attempts by task."""
    found: dict[str, list[TaskAttempt]] = defaultdict(list)
    for each in attempts:
        found[each.task].append(each)
    return dict(found)
