"""What the page is made of: the runs, and what Headwater's analysis says of them."""

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
    """What the page is made of."""

    results: TrialTable
    runs: Runs
    hard: Selection
    never_passed: int
    """On so many tasks no run passed the check."""
    elsewhere: TrialTable
    """The runs of the other tasks."""
    as_published: EfficiencySummary
    priced_once: EfficiencySummary

    @classmethod
    def of(cls, path: Path) -> Found:
        """Work it out."""
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
        """Codex's median cost over Cursor's: as published, and priced once."""
        sides = [{group.label: group.medians[0].cost_usd for group in side.groups} for side in self._costs]
        return [(side["codex"] or 0.0) / (side["cursor"] or 1.0) for side in sides]

    @property
    def _costs(self) -> tuple[EfficiencySummary, EfficiencySummary]:
        return self.as_published, self.priced_once


def missing(trials: pa.Table) -> int:
    """How many trials did not pass the check."""
    return sum(CHECK in checks for checks in trials["failed_checks"].to_pylist())


def share_by_task(trials: pa.Table) -> Estimate:
    """Return the share of solved trials, with an interval that knows that trials of a task are alike."""
    tasks = np.array(trials["task"].to_pylist())
    solved = np.array(trials["solved"].to_pylist(), float)
    names = np.unique(tasks)
    return clustered_mean([solved[tasks == name].sum() for name in names], [(tasks == name).sum() for name in names])
