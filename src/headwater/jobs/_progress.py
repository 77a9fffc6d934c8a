"""What a job says while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from headwater.records import TrialSpec
from headwater.trials import Finished


class Progress:
    """Is called while a job runs, in several threads; the base class does nothing."""

    def started(self, trials: Sequence[TrialSpec]) -> None:
        """The job begins or goes on, with these trials to run."""

    def message(self, text: str) -> None:
        """Something that is not about one trial."""

    def event(self, spec: TrialSpec, event: Any) -> None:
        """A trial moved on: an event of ``headwater.trials`` or ``headwater.grading``, or a line of text."""

    def finished(self, finished: Finished) -> None:
        """A trial is over and on disk."""


class Relay(Progress):
    """Passes everything on; a subclass does something more.

    Args:
        progress: Who gets it.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def started(self, trials: Sequence[TrialSpec]) -> None:
        """Pass on."""
        self._progress.started(trials)

    def message(self, text: str) -> None:
        """Pass on."""
        self._progress.message(text)

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Pass on."""
        self._progress.event(spec, event)

    def finished(self, finished: Finished) -> None:
        """Pass on."""
        self._progress.finished(finished)
