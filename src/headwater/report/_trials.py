"""The list of all trials, which a browser loads in one chunk and filters itself."""

from __future__ import annotations

import json

from headwater.report import _places
from headwater.report._data import SiteData
from headwater.results import Row

COLUMNS = (
    "place",
    "task",
    "agent",
    "model",
    "harness",
    "prompt",
    "repeat",
    "job",
    "status",
    "evidence",
    "gates",
    "score",
    "cost",
    "seconds",
    "tokens",
    "miss",
)


def make(data: SiteData) -> dict[str, object]:
    """Return what the template needs."""
    return {"total": len(data.rows), "rows_place": _places.TRIAL_ROWS}


def rows_text(data: SiteData) -> str:
    """Return every trial as JSON: lists of values in the order of ``COLUMNS``."""
    rows = [_values(data, row) for row in data.rows]
    return json.dumps({"columns": COLUMNS, "rows": rows}, ensure_ascii=False, separators=(",", ":"))


def _values(data: SiteData, row: Row) -> list[object]:
    used = None if row.input_tokens is None else row.input_tokens + (row.output_tokens or 0)
    missed = row.reason if not row.is_evidence else next(iter(row.failed_checks or ()), "") if not row.solved else ""
    return [
        data.place(row),
        row.task,
        row.agent,
        row.model,
        row.harness,
        row.prompt,
        row.repeat,
        data.job_label(row),
        row.status,
        row.is_evidence,
        row.gates_cleared,
        None if row.score is None else round(row.score, 4),
        None if row.cost_usd is None else round(row.cost_usd, 6),
        None if row.agent_sec is None else round(row.agent_sec, 3),
        used,
        missed,
    ]
