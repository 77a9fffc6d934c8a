"""Makes the first page: the ranking, the costs, and the caveats."""

from __future__ import annotations

from dataclasses import dataclass

from headwater.analysis import (
    FEWEST_TASKS,
    About,
    Contrast,
    Efficiency,
    Estimate,
    Ranking,
    Summary,
    TrialGroup,
    flagged,
)
from headwater.plurals import counted
from headwater.report import _charts
from headwater.report._data import SiteData, is_probe
from headwater.report._figures import Figures, sentences
from headwater.results import Row

_MOST_EXCLUDED = 50
_PROBES = {
    "alternative": ("alternatives", True),
    "counterfeit": ("counterfeits", False),
    "attacker": ("attacks", False),
}
"""The plural of each kind of agent, and whether it must clear every gate."""
_LIFTS = {"harness": "What a harness changes", "prompt": "What the prompt changes"}


@dataclass(frozen=True)
class Ranked:
    """A row in the ranking.

    Attributes:
        rank: The rank, with an equals sign if it is shared. Empty if there are too few tasks to rank.
        differs: Whether the agent's exclusion rate differs from that of the other agents on the same tasks.
    """

    rank: str
    group: TrialGroup
    used: Efficiency | None
    k: int
    differs: bool

    @property
    def pass_at(self) -> Estimate | None:
        """The probability that at least one of k repeats solves a task, or None if all trials are excluded."""
        return self.group.pass_at.get(self.k)

    @property
    def pass_hat(self) -> Estimate | None:
        """The probability that all k repeats solve a task, or None if all trials are excluded."""
        return self.group.pass_hat.get(self.k)


@dataclass(frozen=True)
class Lift:
    """A section about the effect of one factor, or a sentence that explains why there is nothing to compare."""

    title: str
    contrasts: tuple[Contrast, ...]
    refusal: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Probe:
    """A kind of solution or attack that proves tasks, with the number of its trials and those with unexpected results.

    Attributes:
        must: Whether the trials must clear every gate. If False, no trial may clear every gate.
    """

    kind: str
    trials: int
    must: bool
    astray: tuple[tuple[Row, str | None], ...]


def make(data: SiteData, figures: Figures) -> dict[str, object]:
    """Return the template's data."""
    summary, ranking, used = figures.summary, figures.ranking("agent"), figures.efficiency
    efficiencies = {each.label: each for each in used.value.groups} if used.value else {}
    ranked = _ranked(summary.value, ranking.value, efficiencies) if summary.value else []
    excluded = [row for row in data.rows if not row.is_evidence]
    costs = [row.cost_usd for row in data.rows if row.cost_usd is not None]
    notes = [
        [note for note in answer.value.notes if note.about is not About.EXCLUDED]  # this page lists exclusions itself
        for answer in (summary, ranking, used)
        if answer.value
    ]
    return {
        "title": _title(data),
        "rows": data.rows,
        "tasks": data.by_task,
        "excluded": [(row, data.place(row)) for row in excluded[:_MOST_EXCLUDED]],
        "excluded_total": len(excluded),
        "fewest_tasks": FEWEST_TASKS,
        "too_few_tasks": bool(ranking.value and ranking.value.has_too_few_tasks),
        "excluded_in_ranking": any(each.group.excluded for each in ranked),
        "cost": sum(costs) if costs else None,
        "jobs": data.jobs.values(),
        "refusal": summary.refusal,
        "cautions": [*data.cautions, *(sentences(*notes) or map(str, data.problems))],
        "ranked": ranked,
        "attrition": _charts.attrition([each.group for each in ranked if each.group.trials]) if ranked else None,
        "frontiers": _charts.frontiers([each.group for each in ranked], efficiencies) if ranked else (),
        "drawn": min(len(ranked), _charts.MOST_GROUPS),
        "efficiencies": tuple(efficiencies.values()),
        "lifts": [_lift(figures, factor) for factor in _LIFTS],
        "probes": list(_probes(data)),
    }


def _title(data: SiteData) -> str:
    """Return a title with the numbers of ranked agents and of their tasks, ignoring tasks that only probes ran."""
    if not data.rows:
        return "No trial has finished yet"
    judged = [row for row in data.rows if not is_probe(row.agent)]
    if not judged:
        return f"The proof of {counted(len(data.by_task), 'task')}"
    agents, tasks = {row.agent for row in judged}, {row.task for row in judged}
    return f"{counted(len(agents), 'agent')} on {counted(len(tasks), 'task')}"


def _ranked(summary: Summary, ranking: Ranking | None, efficiencies: dict[str, Efficiency]) -> list[Ranked]:
    ranks = ranking.ranks if ranking else {}
    last = len(ranks) + 1  # the rank of groups without a score
    ordered = sorted(
        summary.groups, key=lambda group: (ranks.get(group.label, last), -(group.score.value or 0), group.label)
    )
    excluded_keys = {each.key for each in flagged(summary.exclusions)}
    return [
        Ranked(
            ranking.rank_of(group.label) if ranking else "",
            group,
            efficiencies.get(group.label),
            summary.k,
            group.key in excluded_keys,
        )
        for group in ordered
    ]


def _lift(figures: Figures, factor: str) -> Lift:
    levels = figures.levels(factor)
    if len(levels) < 2:
        of_one = f"All scored trials of the ranked agents have the same {factor}, {''.join(levels)}"
        reason = of_one if levels else "No trial of the ranked agents has a score"
        return Lift(_LIFTS[factor], (), f"{reason}, so there is nothing to compare.", ())
    found = figures.lift(factor)
    contrasts = found.value or ()
    if contrasts and all(each.difference is None for each in contrasts):
        return Lift(_LIFTS[factor], (), " ".join(sentences(*(each.notes for each in contrasts))), ())
    notes = sentences(*(each.notes for each in contrasts if not each.within))
    return Lift(_LIFTS[factor], contrasts, found.refusal, tuple(notes))


def _probes(data: SiteData) -> list[Probe]:
    found = []
    for agent, (kind, must) in _PROBES.items():
        rows = [row for row in data.rows if row.agent.startswith(f"{agent}:") and row.is_evidence]
        if rows:
            astray = tuple((row, data.place(row)) for row in rows if bool(row.solved) is not must)
            found.append(Probe(kind, len(rows), must, astray))
    return found
