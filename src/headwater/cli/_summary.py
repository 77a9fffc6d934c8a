"""Formats groups of trials as tables and as rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from headwater.analysis import (
    GATES,
    Contrast,
    Efficiency,
    EfficiencySummary,
    Estimate,
    Exclusion,
    Items,
    Medians,
    Note,
    Ranking,
    Summary,
    TrialGroup,
    TrialTable,
    efficiency,
    rank,
    summarize,
)
from headwater.cli._plain import spread
from headwater.cli._sheets import Sheet, bare_share, duration, factor, money, number, p_value


@dataclass(frozen=True)
class Overview:
    """All summaries for groups of trials."""

    summary: Summary
    efficiency: EfficiencySummary
    ranking: Ranking

    @property
    def notes(self) -> list[Note]:
        """Return the notes without duplicates."""
        every = (*self.summary.notes, *self.efficiency.notes, *self.ranking.notes)
        return list(dict.fromkeys(every))


def overview(results: TrialTable, by: Sequence[str], measure: str) -> Overview:
    """Compute all summaries of the groups."""
    return Overview(
        summarize(results, by, measure=measure),
        efficiency(results, by, measure=measure),
        rank(results, by, measure=measure),
    )


def overview_sheets(overview: Overview) -> list[Sheet]:
    """Return the tables of scores and ranks, gates, repeats, and cost."""
    name = " + ".join(overview.summary.by)
    groups = overview.summary.groups
    scores = Sheet(
        "Means with 95 % intervals; agents that do not differ significantly share a rank (=)",
        (name, "rank", "trials", "tasks", overview.summary.measure, "solved %"),
        tuple(
            (group.label, overview.ranking.rank_of(group.label) or "-", str(group.trials), str(group.tasks),
             number(group.score), bare_share(group.solved))
            for group in groups
        ),
    )  # fmt: skip
    gates = Sheet(
        f"Trials that cleared each gate, %: {', '.join(f'G{index} {gate}' for index, gate in enumerate(GATES, 1))}",
        (name, *(f"G{index}" for index, _ in enumerate(GATES, 1))),
        tuple((group.label, *map(bare_share, group.gates)) for group in groups),
    )
    return [
        scores,
        *_exclusion_sheets(overview.summary, name),
        gates,
        *_repeat_sheets(overview.summary, name),
        *_efficiency_sheets(overview.efficiency, name),
    ]


def _exclusion_sheets(summary: Summary, name: str) -> list[Sheet]:
    """Return tables that show the effect of excluded trials, or no tables if no trial was excluded."""
    if not summary.excluded:
        return []
    compared = {each.key: each for each in summary.exclusions}
    rows = tuple(
        (group.label, f"{group.excluded}/{group.trials + group.excluded}", number(group.score_as_zero),
         bare_share(group.solved_as_zero), *_others_cells(compared.get(group.key)))
        for group in summary.groups
    )  # fmt: skip
    title = "With excluded trials counted as 0; p: excluded as often as the others on the same tasks (Fisher, Holm)"
    return [Sheet(title, (name, "excluded", summary.measure, "solved %", "others", "p"), rows)]


def _others_cells(compared: Exclusion | None) -> tuple[str, str]:
    if compared is None or compared.p is None:
        return "-", "-"
    return f"{compared.others_excluded}/{compared.others_trials}", p_value(compared.p_holm)


def _repeat_sheets(summary: Summary, name: str) -> list[Sheet]:
    if summary.k < 2:
        return []
    rows = tuple(
        (group.label, str(group.pass_at[summary.k].tasks), bare_share(group.pass_at[summary.k]),
         bare_share(group.pass_hat[summary.k]))
        for group in summary.groups
        if group.trials
    )  # fmt: skip
    title = f"One of {summary.k} repeats solves a task (pass@{summary.k}), or all do (pass^{summary.k}), %"
    return [Sheet(title, (name, "tasks", f"pass@{summary.k}", f"pass^{summary.k}"), rows)]


def _efficiency_sheets(summary: EfficiencySummary, name: str) -> list[Sheet]:
    columns = (name, *(word for gates in _SHOWN_GATES for word in (_gates_word(gates), "n")))

    def medians(kind: str, value: Callable[[Medians], str]) -> Sheet:
        title = f"Median {kind} of trials that cleared that many gates or more, and their number"
        rows = tuple(
            (group.label, *(cell for gates in _SHOWN_GATES for cell in _median_cells(group.medians[gates], value)))
            for group in summary.groups
        )
        return Sheet(title, columns, rows)

    time = medians("time", lambda each: duration(each.agent_sec))
    if not any(group.priced for group in summary.groups):
        return [time]
    cost = Sheet(
        "Cost for each solved task, all trials paid for; * = none is both better and cheaper",
        (name, "trials", "mean cost", "per solved task", "frontier"),
        tuple(
            (group.label, str(group.priced), money(group.mean_cost_usd), _dollars(group.cost_per_solved),
             "*" if group.on_frontier else "")
            for group in summary.groups
        ),
    )  # fmt: skip
    return [medians("cost", lambda each: money(each.cost_usd)), time, cost]


def _median_cells(medians: Medians, value: Callable[[Medians], str]) -> tuple[str, str]:
    return value(medians), str(medians.trials)


def _gates_word(gates: int) -> str:
    return "all" if gates == 0 else "5" if gates == len(GATES) else f"≥{gates}"


_SHOWN_GATES = (0, 1, 4, 5)


def _dollars(estimate: Estimate) -> str:
    if estimate.value is None:
        return "none solved"
    limits = "" if estimate.low is None else f" [{money(estimate.low)}, {money(estimate.high)}]"
    return f"{money(estimate.value)}{limits}"


def overview_rows(overview: Overview) -> list[dict[str, Any]]:
    """Return one row for each group, with all the values in the tables."""
    costs = {group.key: group for group in overview.efficiency.groups}
    compared = {each.key: each for each in overview.summary.exclusions}
    most = max((max(group.pass_at, default=0) for group in overview.summary.groups), default=0)
    rows = []
    for group in overview.summary.groups:
        rank = None if overview.ranking.has_too_few_tasks else overview.ranking.ranks.get(group.label)
        row: dict[str, Any] = {**dict(group.key), "rank": rank}
        row |= {"trials": group.trials, "tasks": group.tasks}
        row |= {"repeats_least": group.repeats[0], "repeats_most": group.repeats[1]}
        row |= spread(overview.summary.measure, group.score) | spread("solved", group.solved)
        for gate, estimate in zip(GATES, group.gates, strict=True):
            row |= spread(gate.value, estimate)
        for k in range(1, most + 1):
            row[f"tasks_with_{k}"] = group.pass_at[k].tasks if k in group.pass_at else 0
            row |= spread(f"pass_at_{k}", group.pass_at.get(k, NOTHING))
            row |= spread(f"pass_hat_{k}", group.pass_hat.get(k, NOTHING))
        row |= _exclusion_columns(overview.summary.measure, group, compared.get(group.key))
        row |= _efficiency_columns(costs.get(group.key))
        rows.append(row)
    return rows


def _exclusion_columns(measure: str, group: TrialGroup, compared: Exclusion | None) -> dict[str, Any]:
    return {
        "excluded": group.excluded,
        **spread(f"{measure}_as_zero", group.score_as_zero),
        **spread("solved_as_zero", group.solved_as_zero),
        "shared_tasks": compared.tasks if compared else None,
        "shared_trials": compared.trials if compared else None,
        "shared_excluded": compared.excluded if compared else None,
        "others_trials": compared.others_trials if compared else None,
        "others_excluded": compared.others_excluded if compared else None,
        "exclusion_p": compared.p if compared else None,
        "exclusion_p_holm": compared.p_holm if compared else None,
    }


def _efficiency_columns(used: Efficiency | None) -> dict[str, Any]:
    """Return a group's usage columns. The values are unknown if every trial in the group was excluded."""
    row: dict[str, Any] = {
        "priced": used.priced if used else 0,
        "mean_cost_usd": used.mean_cost_usd if used else None,
        "on_frontier": used.on_frontier if used else None,
    }
    row |= spread("cost_per_solved", used.cost_per_solved if used else NOTHING)
    unknown = tuple(Medians(gates, 0, None, None, None, None) for gates in range(len(GATES) + 1))
    for medians in used.medians if used else unknown:
        row |= _median_columns(medians)
    return row


def _median_columns(medians: Medians) -> dict[str, Any]:
    suffix = f"gates_{medians.gates}"
    return {
        f"trials_{suffix}": medians.trials,
        f"cost_usd_{suffix}": medians.cost_usd,
        f"agent_sec_{suffix}": medians.agent_sec,
        f"tokens_{suffix}": medians.tokens,
        f"turns_{suffix}": medians.turns,
    }


def lift_sheet(title: str, contrasts: Sequence[Contrast], measure: str) -> Sheet:
    """Return a table that shows the effects of a factor's levels, compared on the same tasks."""
    return Sheet(
        f"{title}: {measure} on tasks that were run both ways",
        ("of", "change", "tasks", "difference", "p (Holm)", "cost", "time"),
        tuple(
            (each.within or "all", f"{each.first} → {each.second}", *_lift_cells(each))
            for each in contrasts
        ),
        names=2,
    )  # fmt: skip


def _lift_cells(contrast: Contrast) -> tuple[str, ...]:
    if contrast.difference is None:
        return ("0", "not estimated", "-", "-", "-")
    found = contrast.difference
    return (
        str(found.effect.tasks),
        number(found.effect, sign=True),
        p_value(contrast.p_holm),
        factor(found.ratios["cost_usd"]),
        factor(found.ratios["agent_sec"]),
    )


def lift_notes(contrasts: Sequence[Contrast]) -> list[Note]:
    """Return each note once. A note that does not apply to all contrasts names those to which it applies."""
    several = len({(each.first, each.second) for each in contrasts}) > 1
    places: dict[Note, list[str]] = {}
    for each in contrasts:
        for note in each.notes:
            places.setdefault(note, []).append(f"{each.within or 'all'}{f', {each.second}' if several else ''}")
    return [
        note if len(of) == len(contrasts) else Note(note.about, f"{'; '.join(of)}: {note.text}")
        for note, of in places.items()
    ]


def lift_rows(contrasts: Sequence[Contrast]) -> list[dict[str, Any]]:
    """Return one row for each contrast."""
    return [
        {
            "within": each.within or "all",
            "reference": each.first,
            "level": each.second,
            "tasks": each.difference.effect.tasks if each.difference else 0,
            "trials": each.difference.effect.trials if each.difference else 0,
            **_effect_columns(each),
            "p_holm": each.p_holm,
            "notes": " ".join(map(str, each.notes)),
        }
        for each in contrasts
    ]


NOTHING = Estimate(None, None, None, 0, 0)


def _effect_columns(contrast: Contrast) -> dict[str, Any]:
    found = contrast.difference
    columns = spread("difference", found.effect if found else NOTHING)
    for name in ("cost_usd", "agent_sec", "tokens"):
        columns |= spread(f"{name}_ratio", found.ratios[name] if found else NOTHING)
    return columns


def item_sheet(items: Items) -> Sheet:
    """Return a table of tasks, the hardest first."""
    suites = {item.task.partition("/")[0] for item in items.items}
    start = f"{min(suites)}/" if len(suites) == 1 else ""
    return Sheet(
        f"Tasks{f' of {min(suites)}' if start else ''}: difficulty is 1 - mean {items.measure}, discr. the correlation "
        "with the other tasks, flaky how many are solved in some repeats only",
        ("task", "trials", "solved %", "difficulty", "discr.", "flaky"),
        tuple(
            (
                item.task.removeprefix(start),
                str(item.trials),
                bare_share(item.solved),
                f"{item.difficulty:.2f}",
                "-" if item.discrimination is None else f"{item.discrimination:+.2f}",
                str(len(item.flaky)) if item.flaky else "",
            )
            for item in items.items
        ),
    )


def item_rows(items: Items) -> list[dict[str, Any]]:
    """Return one row for each task."""
    return [
        {
            "task": item.task,
            "trials": item.trials,
            **spread("solved", item.solved),
            "score": item.score,
            "difficulty": item.difficulty,
            "discrimination": item.discrimination,
            "flaky": list(item.flaky),
            "unpassed_checks": [each.check for each in items.unpassed if each.task == item.task],
        }
        for item in items.items
    ]
