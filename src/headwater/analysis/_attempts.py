"""The attempts that difficulty is measured by: who tried which task, and how far they came."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from headwater.analysis._load import TrialTable
from headwater.results import Effort

BUILT_INS = ("oracle", "nop", "dbt-run", "grep", "alternative", "counterfeit", "attacker")
"""Agents that neither a model nor a person steers. What they solve does not measure how hard a task is."""
ALL = "all"
"""Stands for all agents together, in the place of an agent's name."""


@dataclass(frozen=True)
class Attempt:
    """One trial.

    Attributes:
        level: The declared level of the task; None if it is not known.
        who: The agent; with its harness and its prompt variant where these vary.
        value: The measure; None of an excluded trial.
        gates: How many it cleared.
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
        """The measure; 0 of an excluded trial."""
        return self.value or 0.0


def is_built_in(agent: str) -> bool:
    """Whether an agent is one of Headwater's own without a model."""
    return agent.partition(":")[0] in BUILT_INS


def without_built_ins(results: TrialTable) -> tuple[TrialTable, dict[str, int]]:
    """Return the results without the trials of built-in agents, and how many of these there were by kind of agent."""
    agents = results.table["agent"].to_pylist()
    kept = pa.array([not is_built_in(agent) for agent in agents], pa.bool_())
    left_out: dict[str, int] = defaultdict(int)
    for agent in agents:
        if is_built_in(agent):
            left_out[agent.partition(":")[0]] += 1
    return TrialTable(results.table.filter(kept), results.problems), dict(sorted(left_out.items()))


def attempts_of(
    results: TrialTable, efforts: Mapping[tuple[str, str], Effort], levels: Sequence[str], measure: str
) -> list[Attempt]:
    """Return the attempts that are scored, and the excluded ones.

    Args:
        results: Trials.
        efforts: What is known of them by their trajectories, by job and id.
        levels: Tags, of which a task has one; none for the tier that tasks declare.
        measure: A column in [0, 1].
    """
    table = results.table
    varying = ["agent", *(name for name in ("harness", "prompt") if pc.count_distinct(table[name]).as_py() > 1)]
    names = ("job", "trial", "task", "tier", "tags", "is_evidence", "solved", "score", "gates_cleared")
    rows = table.select(list(dict.fromkeys((*names, *varying, measure)))).to_pylist()
    return [
        Attempt(
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


def by_task(attempts: Iterable[Attempt]) -> dict[str, list[Attempt]]:
    """Group attempts by their tasks."""
    found: dict[str, list[Attempt]] = defaultdict(list)
    for each in attempts:
        found[each.task].append(each)
    return dict(found)
