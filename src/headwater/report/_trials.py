"""Makes the list of all trials. The browser loads it as one chunk and filters it."""

from __future__ import annotations

import json
from itertools import islice

from headwater.records import Gate
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
    """Return the template's data."""
    return {"total": len(data.rows), "rows_place": _places.TRIAL_ROWS}


def first_miss(row: Row) -> str:
    """Return the reason for a trial's exclusion, or the first failed check in the gate that stopped it, or "".

    A gate can be cleared although some of its checks failed, so the very first failed check may be in a cleared gate.
    """
    if not row.is_evidence:
        return row.reason
    stopped = next(islice(Gate, row.gates_cleared or 0, None), None)
    return next((check for check in row.failed_checks or () if check.partition(".")[0] == stopped), "")


def rows_text(data: SiteData) -> str:
    """Return all trials as JSON. Each trial is a list of values in the order of ``COLUMNS``."""
    rows = [_values(data, row) for row in data.rows]
    return json.dumps({"columns": COLUMNS, "rows": rows}, ensure_ascii=False, separators=(",", ":"))


def _values(data: SiteData, row: Row) -> list[object]:
    used = None if row.input_tokens is None else row.input_tokens + (row.output_tokens or 0)
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
        first_miss(row),
    ]
