"""Computes the content of the page: the runs, and the results of Headwater's analysis."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from figures import MEASURE, Runs, Selection, load_published, selection

from headwater.analysis import EfficiencySummary, Estimate, TrialTable, clustered_mean, efficiency, items

CHECK = "production.core.uses_env_vars"


@dataclass(frozen=True)
class Found:
    """The content of the page."""

    results: TrialTable
    runs: Runs
    hard: Selection
    never_passed: int
    """The number of tasks on which no run passed the check."""
    elsewhere: TrialTable
    """The runs of the other tasks."""
    as_published: EfficiencySummary
    priced_once: EfficiencySummary

    @classmethod
    def of(cls, path: Path) -> Found:
        """Compute the content."""
        results = load_published(path)
        runs = Runs.of(results.evidence)
        never = pa.array([each.task for each in items(results, measure=MEASURE).unpassed if each.check == CHECK])
        trials = results.evidence
        return cls(
            results=results,
            runs=runs,
            hard=selection(runs),
            never_passed=len(never),
            elsewhere=TrialTable(trials.filter(pc.invert(pc.is_in(trials["task"], never)))),
            as_published=efficiency(results, measure=MEASURE),
            priced_once=efficiency(load_published(path, recount_cost=True), measure=MEASURE),
        )

    @property
    def cost_ratios(self) -> list[float]:
        """Return Codex's median cost over Cursor's: as published, and with each token priced once."""
        sides = [{group.label: group.medians[0].cost_usd for group in side.groups} for side in self._costs]
        return [(side["codex"] or 0.0) / (side["cursor"] or 1.0) for side in sides]

    @property
    def _costs(self) -> tuple[EfficiencySummary, EfficiencySummary]:
        return self.as_published, self.priced_once


def missing(trials: pa.Table) -> int:
    """Return the number of trials that did not pass the check."""
    return sum(CHECK in checks for checks in trials["failed_checks"].to_pylist())


def share_by_task(trials: pa.Table) -> Estimate:
    """Return the share of solved trials, with an interval that accounts for the similarity of trials of a task."""
    tasks = np.array(trials["task"].to_pylist())
    solved = np.array(trials["solved"].to_pylist(), float)
    names = np.unique(tasks)
    return clustered_mean([solved[tasks == name].sum() for name in names], [(tasks == name).sum() for name in names])
