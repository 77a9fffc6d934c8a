"""Formats a comparison as tables and as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from headwater.analysis import CellPair, Comparison, Difference
from headwater.cli._sheets import Sheet, number, p_value, ratio
from headwater.plurals import counted

_PAIRS_SHOWN = 20


def comparison_sheets(comparison: Comparison) -> list[Sheet]:
    """Return a table of the change's total effect, and one of the tasks that changed most."""
    changes = _changes(comparison)
    return [_effects(comparison), changes] if changes.rows else [_effects(comparison)]


def _effects(comparison: Comparison) -> Sheet:
    difference = comparison.difference
    flips = len(difference.gained), len(difference.lost)
    used = [
        (name, "", "", ratio(difference.ratios[column]), "")
        for name, column in (("cost", "cost_usd"), ("time", "agent_sec"), ("tokens", "tokens"))
        if difference.ratios[column].value is not None
    ]
    changed = f"; changed: {', '.join(comparison.changed)}" if comparison.changed else ""
    return Sheet(
        f"{comparison.candidate} against {comparison.baseline} on {counted(difference.effect.tasks, 'task')}, "
        f"{counted(difference.effect.trials, 'trial')}{changed}",
        ("", comparison.baseline, comparison.candidate, "difference", "p"),
        (
            _means(comparison.measure, difference),
            *_excluded(comparison),
            ("tasks solved", "", "", f"+{flips[0]} -{flips[1]}", p_value(difference.solved.p)),
            *used,
        ),
    )


def _means(name: str, difference: Difference) -> tuple[str, ...]:
    before, after = (f"{mean:.3f}" if mean is not None else "-" for mean in difference.means)
    return (name, before, after, number(difference.effect, sign=True), p_value(difference.p))


def _excluded(comparison: Comparison) -> list[tuple[str, ...]]:
    """Return table rows for the difference if excluded trials count as 0, and for the exclusion rates.

    There are no rows if no trial was excluded.
    """
    rates = comparison.exclusion
    if rates is None or comparison.as_zero is None:
        return []
    before, after = f"{rates.others_excluded}/{rates.others_trials}", f"{rates.excluded}/{rates.trials}"
    return [
        _means(f"{comparison.measure}, excluded trials as 0", comparison.as_zero),
        ("excluded trials", before, after, "", p_value(rates.p)),
    ]


def _changes(comparison: Comparison) -> Sheet:
    changed_pairs = [pair for pair in comparison.pairs if pair.difference != 0 or _flip(pair)]
    changed_pairs.sort(key=lambda pair: (-abs(pair.difference), pair.name))
    more = f"; {len(changed_pairs) - _PAIRS_SHOWN} more with --csv" if len(changed_pairs) > _PAIRS_SHOWN else ""
    varying = _varying(comparison.pairs)
    return Sheet(
        f"What changed most{more}; {len(comparison.pairs) - len(changed_pairs)} the same",
        ("task", "before", "after", comparison.measure, ""),
        tuple(
            (_name(pair, varying), _solved(pair.first.solved, pair.first.n), _solved(pair.second.solved, pair.second.n),
             f"{pair.difference:+.3f}", _flip(pair))
            for pair in changed_pairs[:_PAIRS_SHOWN]
        ),
    )  # fmt: skip


def _varying(pairs: Sequence[CellPair]) -> list[str]:
    """Return the factors, other than the task, that have different levels in different pairs."""
    names = [name for name, _ in pairs[0].key if name != "task"] if pairs else []
    found = [name for name in names if len({dict(pair.key)[name] for pair in pairs}) > 1]
    return [name for name in found if name != "model" or "agent" not in found]


def _name(pair: CellPair, varying: Sequence[str]) -> str:
    key = dict(pair.key)
    return " ".join([pair.task, *(str(key[name]) for name in varying)])


def _solved(solved: int, n: int) -> str:
    return f"{solved}/{n}"


def _flip(pair: CellPair) -> str:
    if pair.first.mostly_solved == pair.second.mostly_solved:
        return ""
    return "gained" if pair.second.mostly_solved else "lost"


def comparison_rows(comparison: Comparison) -> list[dict[str, Any]]:
    """Return one row for each cell (a task and its conditions) that both sides ran."""
    return [
        {
            **dict(pair.key),
            "trials_before": pair.first.n,
            "trials_after": pair.second.n,
            "solved_before": pair.first.solved,
            "solved_after": pair.second.solved,
            f"{comparison.measure}_before": pair.first.mean,
            f"{comparison.measure}_after": pair.second.mean,
            "difference": pair.difference,
            "flip": _flip(pair) or None,
            **{f"{name}_before": value for name, value in pair.first.used.items()},
            **{f"{name}_after": value for name, value in pair.second.used.items()},
        }
        for pair in comparison.pairs
    ]
