"""Build rows and tables of artificial trials, with defaults for what a test does not care about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from headwater.analysis import TrialTable, to_table
from headwater.results import COLUMNS, Row

_START = datetime(2026, 1, 1, tzinfo=UTC)
_GATES = ("functional", "correct", "robust", "performant", "production")


def trial(task: str, gates: int = 5, *, agent: str = "a", repeat: int = 1, **rest: Any) -> Row:
    """Return a trial that counts as evidence unless its status says otherwise."""
    status = rest.pop("status", "ok")
    evidence = status not in ("infra_error", "invalid")
    known: dict[str, Any] = {
        "job": "job",
        "trial": f"{task}__{agent}__{repeat}",
        "suite": "s",
        "task": f"s/{task}",
        "tier": "tier-1",
        "category": "debugging",
        "agent": agent,
        "harness": "base",
        "prompt": "baseline",
        "repeat": repeat,
        "status": status,
        "is_evidence": evidence,
        "reason": "" if evidence else "the machine failed",
        "gates_cleared": gates if evidence else None,
        "score": gates / 5 if evidence else None,
        "dec_bench_score": gates / 5 if evidence else None,
        "solved": gates == 5 if evidence else None,
        "flawless": gates == 5 and not rest.get("failed_checks") if evidence else None,
        **{gate: gates > index if evidence else None for index, gate in enumerate(_GATES)},
        "failed_checks": () if evidence else None,
        "started_at": _START + timedelta(seconds=repeat),
        "attempts": 1,
        "isolation": (),
        **{f"{name}_digest": f"{name}-1" for name in ("task", "harness", "agent", "snapshot", "checks")},
    }
    return Row(**{column.name: None for column in COLUMNS} | known | rest)


def results(*trials: Row) -> TrialTable:
    """Return a table of trials."""
    return TrialTable(to_table(trials))


def message(notes: Any) -> str:
    """Return all notes as one text."""
    return "\n".join(map(str, notes))
