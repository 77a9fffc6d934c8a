"""The progress of a job, for those who follow it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from headwater.records import TrialSpec
from headwater.trials import Finished


class Progress:
    """Is called while a job runs, in several threads; the base class does nothing."""

    def started(self, trials: Sequence[TrialSpec]) -> None:
        """Handle that the job begins or continues, with these trials to run."""

    def message(self, text: str) -> None:
        """Handle a message that is not about one trial."""

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Handle an event of a trial: an event of ``headwater.trials`` or ``headwater.grading``, or a line of text."""

    def finished(self, finished: Finished) -> None:
        """Handle a finished trial, which is on disk."""


class Relay(Progress):
    """Forwards everything; a subclass does something in addition.

    Args:
        progress: The next receiver.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def started(self, trials: Sequence[TrialSpec]) -> None:
        """Forward the call."""
        self._progress.started(trials)

    def message(self, text: str) -> None:
        """Forward the message."""
        self._progress.message(text)

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Forward the event."""
        self._progress.event(spec, event)

    def finished(self, finished: Finished) -> None:
        """Forward the trial."""
        self._progress.finished(finished)
