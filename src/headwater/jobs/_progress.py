"""Defines the callbacks that report a job's progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from headwater.records import TrialSpec
from headwater.trials import Finished


class Progress:
    """Receives a job's progress. Several threads call the methods. The methods of the base class do nothing."""

    def started(self, trials: Sequence[TrialSpec]) -> None:
        """Handle the start or continuation of the job, with the trials that will run."""

    def message(self, text: str) -> None:
        """Handle a message that is not about one trial."""

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Handle a trial's event: an object from ``headwater.trials`` or ``headwater.grading``, or a line of text."""

    def finished(self, finished: Finished) -> None:
        """Handle a finished trial, after it has been written to disk."""


class Relay(Progress):
    """Forwards every call. Subclasses extend some of them.

    Args:
        progress: The next receiver.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def started(self, trials: Sequence[TrialSpec]) -> None:
        """Forward the start of the job to the listener."""
        self._progress.started(trials)

    def message(self, text: str) -> None:
        """Forward the message to the listener."""
        self._progress.message(text)

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Forward the event to the listener."""
        self._progress.event(spec, event)

    def finished(self, finished: Finished) -> None:
        """Forward the finished trial to the listener."""
        self._progress.finished(finished)
