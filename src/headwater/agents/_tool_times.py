"""Collects the times of tool calls from agents' own logs, because the gateway sees only requests to the model."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from headwater.trajectories import ToolEvent

_EXIT_CODE = re.compile(r"(?:exit code|exited with code|Exit Code:)\s*(\d{1,3})\b", re.IGNORECASE)
_YEARS = range(2000, 2200)
"""The accepted years. Times in other years cannot be compared with the run's times in every time zone."""
_MOST_CALLS = 100_000


class ToolTimes:
    """Start and end times of tool calls, keyed by the ids that the model gave to the calls."""

    def __init__(self) -> None:
        self._starts: dict[str, datetime | None] = {}
        self._ends: dict[str, datetime | None] = {}
        self._codes: dict[str, int | None] = {}

    def started(self, call_id: object, at: object) -> None:
        """Record a start time. ``at`` is ISO 8601, or seconds or milliseconds since the epoch."""
        if isinstance(call_id, str) and (call_id in self._starts or len(self._starts) < _MOST_CALLS):
            self._starts[call_id] = self._starts.get(call_id) or _moment(at)

    def ended(self, call_id: object, at: object, exit_code: object = None) -> None:
        """Record an end time. The exit code may be passed as the text of the result."""
        if (
            isinstance(call_id, str) and call_id in self._starts
        ):  # some logs report a result twice, once without its time
            self._ends[call_id] = self._ends.get(call_id) or _moment(at)
            code = self._codes.get(call_id)
            self._codes[call_id] = _code(exit_code) if code is None else code

    def events(self) -> list[ToolEvent]:
        """Return the known times of each call, sorted by start time."""
        from headwater.trajectories import ToolEvent

        return [
            ToolEvent(call, start, self._ends.get(call), self._codes.get(call)) for call, start in self._starts.items()
        ]


def _moment(value: object) -> datetime | None:
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            # As seconds, numbers above 1e11 would be times after the year 5000, so they are milliseconds.
            moment = datetime.fromtimestamp(value / 1000 if value > 1e11 else value, UTC)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return moment if moment.tzinfo and moment.year in _YEARS else None


def _code(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < 1 << 31 else None
    found = _EXIT_CODE.search(value[:500]) if isinstance(value, str) else None
    return int(found[1]) if found else None
