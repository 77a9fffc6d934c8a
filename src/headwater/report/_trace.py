"""Prepares a trial's trajectory for the browser, where ``trace.js`` reads it as ATIF."""

from __future__ import annotations

import json
from typing import Any

from headwater.report._files import read_start
from headwater.report._text import shorten
from headwater.trials import TrialPaths

_MAX_BYTES = 256 << 20
_WHOLE_BYTES = 4 << 20
"""The maximum size of a trajectory that is sent unchanged. In a larger trajectory, long texts are shortened."""
_LONG_TEXT = 16_000


def read_trace(paths: TrialPaths) -> str | None:
    """Return a trial's trajectory as JSON text, or None if the trial has none.

    In a large trajectory, long texts are shortened. A small trajectory is not validated here, because the page reports
    a trajectory that it cannot read.
    """
    read = read_start(paths.trajectory, _MAX_BYTES)
    if read is None:
        return None
    if read.size <= _WHOLE_BYTES:
        return read.text
    try:
        return json.dumps(_shortened(json.loads(read.text)), ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        return json.dumps({"unreadable": f"The trajectory has {read.size:,} bytes and is not complete JSON."})


def _shortened(value: Any) -> Any:
    if isinstance(value, str):
        return shorten(value, _LONG_TEXT)
    if isinstance(value, dict):
        return {key: _shortened(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_shortened(each) for each in value]
    return value
