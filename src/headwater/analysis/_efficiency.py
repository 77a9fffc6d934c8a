"""Relates quality to cost, time and tokens, among comparable trials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.analysis._interval import CONFIDENCE, Estimate, bootstrap_ratio
from headwater.analysis._load import TrialTable
from headwater.analysis._notes import About, Note, label, notes_on
from headwater.analysis._query import GATES, columns, require_factors, require_measure, select
from headwater.analysis._versions import require_like_with_like
from headwater.plurals import counted


@dataclass(frozen=True)
class Medians:
    """Medians over the trials that cleared at least ``gates`` gates. A median is None if no value is known.

    Cheap failures and expensive successes are not comparable, so medians are computed for each number of gates.
    """

    gates: int
    trials: int
    cost_usd: float | None
    agent_sec: float | None
    tokens: float | None
    turns: float | None


@dataclass(frozen=True)
class Efficiency:
    """The resources that the trials of a group used.

    Attributes:
        medians: One entry for each number of gates, from none to all.
        cost_per_solved: The cost of all trials with a known cost, including failures, per solved trial.
        on_frontier: Whether no other group is both better and cheaper, judging by mean score and mean cost. None if the
            cost is unknown.
    """

    key: tuple[tuple[str, str | None], ...]
    trials: int
    priced: int
    score: float | None
    mean_cost_usd: float | None
    medians: tuple[Medians, ...]
    cost_per_solved: Estimate
    on_frontier: bool | None

    @property
    def label(self) -> str:
        """The group's name."""
        return label([value for _, value in self.key])


@dataclass(frozen=True)
class EfficiencySummary:
    """The groups, the cheapest first, with notes."""

    by: tuple[str, ...]
    measure: str
    groups: tuple[Efficiency, ...]
    notes: tuple[Note, ...]


def efficiency(
    results: TrialTable, by: Sequence[str] = ("agent",), *, measure: str = "score", confidence: float = CONFIDENCE
) -> EfficiencySummary:
    """Return the resources that groups of trials used, compared among trials that reached the same gate.

    Raises:
        UserError: A factor or measure is unknown, or versions must not be mixed.
    """
    factors = require_factors(by)
    require_measure(measure, results.evidence)
    require_like_with_like(results)
    medians = _medians(results, factors)
    ratios = _cost_per_solved(results, factors, confidence)
    means = _means(results, factors, measure)
    groups = [
        Efficiency(
            key=tuple(zip(factors, key, strict=True)),
            trials=mean.trials,
            priced=mean.priced,
            score=mean.score,
            mean_cost_usd=mean.cost,
            medians=medians[key],
            cost_per_solved=ratios[key],
            on_frontier=_on_frontier(mean, list(means.values())),
        )
        for key, mean in means.items()
    ]
    groups.sort(key=lambda group: (group.mean_cost_usd is None, group.mean_cost_usd or 0.0, group.label))
    notes = [*notes_on(results, factors), *_on_unknown(groups), *_on_preparations(results)]
    return EfficiencySummary(factors, measure, tuple(groups), tuple(notes))


@dataclass(frozen=True)
class _Mean:
    trials: int
    priced: int
    score: float | None
    cost: float | None


_Key = tuple[str | None, ...]


def _grouping(factors: tuple[str, ...]) -> tuple[str, str]:
    """Return the beginning of a select list, and a group-by clause. Both are empty for a single group."""
    return (f"{columns(factors)}, ", f" group by {columns(factors)}") if factors else ("", "")


def _means(results: TrialTable, factors: tuple[str, ...], measure: str) -> dict[_Key, _Mean]:
    start, group = _grouping(factors)
    rows = select(
        results.evidence,
        f"select {start}count(*) as trials, count(cost_usd) as priced, "
        f'avg("{measure}"::double) as score, avg(cost_usd) as cost from trials{group}',
    )
    return {
        tuple(row[factor] for factor in factors): _Mean(row["trials"], row["priced"], row["score"], row["cost"])
        for row in rows
        if row["trials"]
    }


def _medians(results: TrialTable, factors: tuple[str, ...]) -> dict[_Key, tuple[Medians, ...]]:
    start, group = _grouping(factors)
    found: dict[_Key, list[Medians]] = {}
    for gates in range(len(GATES) + 1):
        rows = select(
            results.evidence,
            # A filter instead of a WHERE clause keeps the groups in which no trial cleared so many gates.
            f"select {start}count(*) filter (where gates_cleared >= {gates}) as trials, "
            + ", ".join(
                f"median({value}) filter (where gates_cleared >= {gates}) as {name}"
                for name, value in (
                    ("cost_usd", "cost_usd"),
                    ("agent_sec", "agent_sec"),
                    ("tokens", "input_tokens + output_tokens"),
                    ("turns", "turns"),
                )
            )
            + f" from trials{group}",
        )
        for row in rows:
            key = tuple(row.pop(factor) for factor in factors)
            found.setdefault(key, []).append(Medians(gates=gates, **row))
    return {key: tuple(medians) for key, medians in found.items()}


def _cost_per_solved(results: TrialTable, factors: tuple[str, ...], confidence: float) -> dict[_Key, Estimate]:
    keys = columns((*factors, "task")) if "task" not in factors else columns(factors)
    rows = select(
        results.evidence,
        f"select {keys}, count(cost_usd) as n, coalesce(sum(cost_usd), 0) as cost, "
        # A solved trial whose cost is unknown would make the ratio too low.
        "count(*) filter (where solved and cost_usd is not null) as solved "
        f"from trials group by {keys} order by {keys}",
    )
    by_key: dict[_Key, list[tuple[float, int, int]]] = {}
    for row in rows:
        by_key.setdefault(tuple(row[factor] for factor in factors), []).append((row["cost"], row["solved"], row["n"]))
    return {
        key: bootstrap_ratio(
            [cost for cost, _, _ in tasks],
            [solved for _, solved, _ in tasks],
            sum(n for _, _, n in tasks),
            confidence,
        )
        for key, tasks in by_key.items()
    }


def _on_frontier(mean: _Mean, all_means: list[_Mean]) -> bool | None:
    if mean.cost is None or mean.score is None:
        return None
    return not any(_dominates(other, mean) for other in all_means)


def _dominates(other: _Mean, mean: _Mean) -> bool:
    if other.cost is None or other.score is None or mean.cost is None or mean.score is None:
        return False
    no_worse = other.cost <= mean.cost and other.score >= mean.score
    return no_worse and (other.cost < mean.cost or other.score > mean.score)


def _on_preparations(results: TrialTable) -> list[Note]:
    """Note the cost of harness preparations that used a model. Trials with the same starting state share one."""
    rows = select(
        results.table,
        "select harness, count(*) as n, sum(preparation_usd) as usd from (select distinct harness, harness_digest, "
        "snapshot_digest, prepared_digest, preparation_usd from trials where preparation_usd is not null) "
        "group by harness order by harness",
    )
    return [
        Note(
            About.PREPARATIONS,
            f"{row['harness']}: a model prepared it before its trials, once for each of "
            f"{counted(row['n'], 'starting state')}, for ${row['usd']:.2f} in total; "
            "the costs of trials do not include this.",
        )
        for row in rows
    ]


def _on_unknown(groups: list[Efficiency]) -> list[Note]:
    return [
        Note(
            About.UNKNOWN,
            f"{group.label}: the cost is known for {group.priced} of {counted(group.trials, 'trial')}; "
            "its cost figures cover only those.",
        )
        for group in groups
        if 0 < group.priced < group.trials
    ]
