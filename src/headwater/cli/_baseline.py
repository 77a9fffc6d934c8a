"""Compares agents with a suite's baseline agent, if that agent took part in the job."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headwater.analysis import Contrast, Note, TrialTable, lift
from headwater.cli._sheets import Sheet
from headwater.cli._summary import lift_notes, lift_sheet
from headwater.suites import all_suites


@dataclass(frozen=True)
class OverBaseline:
    """Comparisons of a suite's agents with its baseline agent. Each covers the tasks that both agents ran."""

    suite: str
    baseline: str
    contrasts: tuple[Contrast, ...]

    def sheet(self, measure: str) -> Sheet:
        """Return the comparison as a table."""
        return lift_sheet(f"What agents of {self.suite} add to {self.baseline}", self.contrasts, measure)

    @property
    def notes(self) -> list[Note]:
        """Return the notes on the comparison."""
        return lift_notes(self.contrasts)


def over_baselines(results: TrialTable, by: Sequence[str], measure: str) -> list[OverBaseline]:
    """Compare agents with their suite's baseline agent, if results are grouped by agent and include the baseline."""
    if "agent" not in by:
        return []
    within = "harness" if "harness" in by else "agent"
    return [
        OverBaseline(suite, baseline, lift(one, "agent", reference=baseline, within=within, measure=measure))
        for suite, baseline, one in _present(results)
    ]


def reference_agent(results: TrialTable) -> str | None:
    """Return the baseline agent that all suites in the results share, or None if there is no such agent."""
    found = {baseline for _, baseline, _ in _present(results)}
    return found.pop() if len(found) == 1 else None


def _present(results: TrialTable) -> Iterator[tuple[str, str, TrialTable]]:
    """Yield each suite in which the baseline agent and at least one other agent have run."""
    for suite in sorted(results.evidence["suite"].unique().to_pylist()):
        baseline, one = _baseline_of(suite), results.where("suite", suite)
        agents = one.evidence["agent"].unique().to_pylist()
        if baseline is not None and baseline in agents and len(agents) > 1:
            yield suite, baseline, one


def _baseline_of(suite: str) -> str | None:
    return all_suites()[suite].baseline_agent if suite in all_suites() else None
