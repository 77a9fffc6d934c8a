"""Formats measured difficulty as tables and as rows."""

from __future__ import annotations

from typing import Any

from headwater.analysis import ALL, GATES, Calibration, Difficulty, EffortPerSolved, Estimate, Level, Separation
from headwater.cli._plain import spread
from headwater.cli._sheets import Sheet, bare_share, number, p_value

_MOST_AGENTS = 7
"""The maximum number of rows per level in a readable table. One of these rows is for all agents."""


def calibration_sheets(calibration: Calibration) -> list[Sheet]:
    """Return tables of the tasks, their effort, the levels, and the comparisons between pairs of levels."""
    sheets = [_tasks(calibration), _used(calibration)]
    if calibration.levels:
        sheets.append(_levels(calibration))
        if any(level.effort_per_solved.steps.trials for level in calibration.levels):
            sheets.append(_effort_per_solved(calibration))
    if calibration.separations:
        sheets.append(_separations(calibration))
    return sheets


def _tasks(calibration: Calibration) -> Sheet:
    excluded = any(task.excluded for task in calibration.tasks)
    start = _common_suite(calibration)
    return Sheet(
        f"Tasks{f' of {start[:-1]}' if start else ''}, the hardest first; gates: how many trials cleared 0 to "
        f"{len(GATES)} of them; more: further attempts "
        f"until the solve rate is known to ±{calibration.half_width:g}",
        ("task", "level", "n", "solved %", *(("excl.", "as 0 %") if excluded else ()), "gates", "more"),
        tuple(
            (
                task.task.removeprefix(start),
                task.level or "-",
                str(task.trials),
                bare_share(task.solved),
                *((str(task.excluded) if task.excluded else "", bare_share(task.solved_as_zero)) if excluded else ()),
                " ".join(str(n) for n in task.cleared),
                str(task.attempts_needed) if task.attempts_needed else "",
            )
            for task in calibration.tasks
        ),
    )


def _common_suite(calibration: Calibration) -> str:
    """Return the prefix ``suite/``, which tables can omit, if all tasks are in one suite, or else an empty string."""
    suites = {task.task.partition("/")[0] for task in calibration.tasks}
    return f"{min(suites)}/" if len(suites) == 1 else ""


def _used(calibration: Calibration) -> Sheet:
    start = _common_suite(calibration)
    return Sheet(
        "Mean score, and medians of the agents' steps and of the bytes that their tools answered",
        ("task", "score", "steps", "bytes read"),
        tuple(
            (task.task.removeprefix(start), number(task.score), _whole(task.steps), _whole(task.bytes_read))
            for task in calibration.tasks
        ),
    )


def _shown_agents(calibration: Calibration) -> tuple[set[str], str]:
    """Return the agents to show in the tables of levels and pairs, and a remark for the titles about the others."""
    agents = {level.who for level in calibration.levels}
    if len(agents) <= _MOST_AGENTS:
        return agents, ""
    return {ALL}, f"; each of the {len(agents) - 1} agents with --json"


def _levels(calibration: Calibration) -> Sheet:
    agents, others = _shown_agents(calibration)
    excluded = any(level.excluded for level in calibration.levels)
    return Sheet(
        f"Declared levels; intervals are over tasks{others}",
        (
            "level",
            "agent",
            "tasks",
            "n",
            "solved %",
            *(("as 0 %",) if excluded else ()),
            "score",
            "steps",
            "bytes read",
        ),
        tuple(_level_cells(level, excluded) for level in calibration.levels if level.who in agents),
        names=2,
    )


def _level_cells(level: Level, excluded: bool) -> tuple[str, ...]:
    return (
        level.name,
        level.who,
        str(level.tasks),
        str(level.trials),
        bare_share(level.solved),
        *((bare_share(level.solved_as_zero),) if excluded else ()),
        "-" if level.score.value is None else f"{level.score.value:.2f}",
        _whole(level.steps, limits=False),
        _whole(level.bytes_read, limits=False),
    )


def _effort_per_solved(calibration: Calibration) -> Sheet:
    agents, others = _shown_agents(calibration)
    return Sheet(
        f"Effort for each solved trial; failed trials count as well{others}",
        ("level", "agent", "n", "steps", "tool calls", "bytes read"),
        tuple(
            (level.name, level.who, str(level.effort_per_solved.steps.trials), *_effort_cells(level.effort_per_solved))
            for level in calibration.levels
            if level.who in agents
        ),
        names=2,
    )


def _effort_cells(effort: EffortPerSolved) -> tuple[str, ...]:
    found = (effort.steps, effort.tool_calls, effort.bytes_read)
    return tuple("none solved" if each.trials and each.value is None else _whole(each) for each in found)


def _separations(calibration: Calibration) -> Sheet:
    agents, others = _shown_agents(calibration)
    excluded = any(each.as_zero for each in calibration.separations)
    return Sheet(
        f"Each two levels: {calibration.measure} of the higher less that of the lower, by the same agents{others}",
        ("levels", "agent", "tasks", "difference", "p (Holm)", *(("as 0",) if excluded else ()), ""),
        tuple(_pair_cells(each, excluded) for each in calibration.separations if each.who in agents),
        names=2,
    )


def _pair_cells(each: Separation, excluded: bool) -> tuple[str, ...]:
    as_zero = "" if each.as_zero is None or each.as_zero[0].value is None else f"{each.as_zero[0].value:+.2f}"
    return (
        f"{each.lower} → {each.higher}",
        each.who,
        f"{each.tasks[0]}+{each.tasks[1]}",
        _signed(each.effect),
        p_value(each.p_holm),
        *((as_zero,) if excluded else ()),
        each.verdict,
    )


def _signed(estimate: Estimate) -> str:
    if estimate.value is None:
        return "-"
    limits = "" if estimate.low is None or estimate.high is None else f" [{estimate.low:+.2f}, {estimate.high:+.2f}]"
    return f"{estimate.value:+.2f}{limits}"


def _whole(estimate: Estimate, *, limits: bool = True) -> str:
    if estimate.value is None:
        return "-"
    if not limits or estimate.low is None or estimate.high is None:
        return f"{estimate.value:,.0f}"
    return f"{estimate.value:,.0f} [{estimate.low:,.0f}, {estimate.high:,.0f}]"


def calibration_rows(calibration: Calibration) -> list[dict[str, Any]]:
    """Return one row per task for all agents together and, if there are several, one per task and agent."""
    return [_row(each) for each in (*calibration.tasks, *calibration.by_agent)]


def _row(each: Difficulty) -> dict[str, Any]:
    row: dict[str, Any] = {"task": each.task, "level": each.level, "agent": each.who}
    row |= {"trials": each.trials, "excluded": each.excluded}
    row |= spread("solved", each.solved) | spread("solved_as_zero", each.solved_as_zero)
    row |= spread("score", each.score) | spread("score_as_zero", each.score_as_zero)
    row |= {f"cleared_{gates}": trials for gates, trials in enumerate(each.cleared)}
    for gate, share in zip(GATES, each.gates, strict=True):
        row |= spread(gate.value, share)
    row |= {"trials_with_steps": each.steps.trials} | spread("steps", each.steps)
    row |= spread("bytes_read", each.bytes_read)
    return row | {"attempts_needed": each.attempts_needed}
