"""Measures the time that a trial spends in each phase."""

from __future__ import annotations

import time
from collections.abc import Iterable

from headwater.records import Phase
from headwater.trials._setting import Ready


class Phases:
    """The phases of one attempt. Waiting and building are separate phases and do not count in other phases."""

    def __init__(self) -> None:
        self._done: list[Phase] = []
        self._last = time.perf_counter()
        self._aside = 0.0

    def ready(self, event: Ready) -> None:
        """Record time that was spent waiting or building, and exclude this time from the current phase."""
        self._add("wait", event.wait_sec)
        self._add("reference" if event.what == "reference" else "build", event.build_sec)
        self._aside += event.wait_sec + event.build_sec

    def lap(self, name: str) -> None:
        """End the current phase and give it this name."""
        now = time.perf_counter()
        self._done.append(Phase(name=name, seconds=round(max(0.0, now - self._last - self._aside), 4)))
        self._restart(now)

    def extend(self, phases: Iterable[Phase]) -> None:
        """Add the completed phases of the agent's part."""
        self._done += phases
        self._restart(time.perf_counter())

    def all(self) -> tuple[Phase, ...]:
        """Return each phase once, in the order in which the phases began."""
        seconds: dict[str, float] = {}
        for phase in self._done:
            seconds[phase.name] = round(seconds.get(phase.name, 0.0) + phase.seconds, 4)
        return tuple(Phase(name=name, seconds=each) for name, each in seconds.items())

    def _add(self, name: str, seconds: float) -> None:
        if seconds >= 1e-4:
            self._done.append(Phase(name=name, seconds=round(seconds, 4)))

    def _restart(self, now: float) -> None:
        self._last, self._aside = now, 0.0
