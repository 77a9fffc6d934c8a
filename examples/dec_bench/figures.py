"""Figures of the published runs that take more than one call: the original's own procedures, repeated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from headwater.analysis import TrialTable, holm, mann_whitney, to_table
from headwater.results import read_dec_bench

MEASURE = "dec_bench_score"
AGENTS = {"codex": "Codex", "claude-code": "Claude Code", "cursor": "Cursor"}
SHUFFLES = 500


@dataclass(frozen=True)
class Runs:
    """The published runs as arrays, for procedures that Headwater does not have."""

    score: NDArray[np.float64]
    agent: NDArray[np.str_]
    task: NDArray[np.str_]
    tier: NDArray[np.str_]
    gates: NDArray[np.int_]
    cost: NDArray[np.float64]
    """In dollars; NaN if unknown."""
    failed: NDArray[np.object_]
    """The names of the failed checks of each run."""
    classic: NDArray[np.bool_]
    """Whether the harness was classic-de instead of base-rt."""

    @classmethod
    def of(cls, table: pa.Table) -> Runs:
        """Return the columns of a tidy table as arrays."""
        column = {name: np.array(table[name].to_pylist()) for name in (MEASURE, "agent", "task", "tier", "harness")}
        return cls(
            score=column[MEASURE],
            agent=column["agent"],
            task=column["task"],
            tier=column["tier"],
            gates=np.array(table["gates_cleared"].to_pylist()),
            cost=np.array(table["cost_usd"].to_pylist(), float),
            failed=np.array([frozenset(checks or ()) for checks in table["failed_checks"].to_pylist()]),
            classic=column["harness"] == "classic-de",
        )

    def hard_half(self) -> list[str]:
        """Return the half of the tasks with the lowest mean score, which the original chose after seeing the scores."""
        means = {task: self.score[self.task == task].mean() for task in np.unique(self.task)}
        return sorted(means, key=lambda task: float(means[task]))[: len(means) // 2]

    def spread(self, tasks: Iterable[str], agent: NDArray[np.str_]) -> float:
        """Return the mean over tasks of the difference between the best and the worst agent's mean."""
        spreads = []
        for task in tasks:
            here = self.task == task
            means = [self.score[here & (agent == name)].mean() for name in np.unique(agent[here])]
            spreads.append(max(means) - min(means))
        return float(np.mean(spreads))

    def pairwise(self, tasks: Sequence[str], agent: NDArray[np.str_]) -> dict[tuple[str, str], float]:
        """Return the p-value of Mann-Whitney for each pair of agents on these tasks."""
        among = np.isin(self.task, tasks)
        return {
            (first, second): mann_whitney(self.score[among & (agent == first)], self.score[among & (agent == second)]).p
            for first, second in combinations(AGENTS, 2)
        }


@dataclass(frozen=True)
class Selection:
    """The "hard" half: the published result, and the result of the same procedure on data without any difference."""

    spread: float
    smallest_p: float
    holm: tuple[float, ...]
    by_chance: tuple[float, float, float]
    """Mean and 95 % range of the spread when agents' names are shuffled within each task."""
    spread_p: float
    smallest_p_corrected: float
    """The probability that the smallest of the three p-values is as small by chance."""


def selection(runs: Runs) -> Selection:
    """Run the original's procedure on the runs, and on shuffled ones."""
    hard = runs.hard_half()
    p_values = runs.pairwise(hard, runs.agent)
    spread, smallest = runs.spread(hard, runs.agent), min(p_values.values())
    shuffled = [_shuffled(runs, draw) for draw in np.random.default_rng(0).spawn(SHUFFLES)]
    spreads = np.array([runs.spread(hard, agent) for agent in shuffled])
    smallest_ps = np.array([min(runs.pairwise(hard, agent).values()) for agent in shuffled])
    low, high = np.quantile(spreads, [0.025, 0.975])
    return Selection(
        spread=spread,
        smallest_p=smallest,
        holm=tuple(holm(list(p_values.values()))),
        by_chance=(float(spreads.mean()), float(low), float(high)),
        spread_p=float((1 + (spreads >= spread - 1e-12).sum()) / (1 + SHUFFLES)),
        smallest_p_corrected=float((1 + (smallest_ps <= smallest + 1e-12).sum()) / (1 + SHUFFLES)),
    )


def _shuffled(runs: Runs, draw: np.random.Generator) -> NDArray[np.str_]:
    agent = runs.agent.copy()
    for task in np.unique(runs.task):
        here = np.flatnonzero(runs.task == task)
        agent[here] = draw.permutation(agent[here])
    return agent


def load_published(path: Path, *, recount_cost: bool = False) -> TrialTable:
    """Read the published runs."""
    read = read_dec_bench(path, recount_cost=recount_cost)
    return TrialTable(to_table(row for row in read.rows if row.job != "repo-head"), read.problems)


def published_harness_test(runs: Runs) -> float:
    """Repeat the original's "stratified" test: Mann-Whitney on the values after subtracting each agent's mean."""
    rest = runs.score.copy()
    for agent in AGENTS:
        rest[runs.agent == agent] -= runs.score[runs.agent == agent].mean()
    return mann_whitney(rest[~runs.classic], rest[runs.classic]).p


def harness_p(runs: Runs, agent: str) -> float:
    """Return the p-value of Mann-Whitney for one agent's runs with the two harnesses, which are on different tasks."""
    own = runs.agent == agent
    return mann_whitney(runs.score[own & runs.classic], runs.score[own & ~runs.classic]).p
