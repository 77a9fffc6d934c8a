"""A job that nobody keeps needs no more room than its running trials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from headwater.jobs._folder import JobFolder
from headwater.jobs._progress import Progress
from headwater.records import TrialSpec
from headwater.sandbox import remove_tree
from headwater.trials import Finished


class WithoutStates(Progress):
    """Removes what an agent left as soon as its trial is over; records, verdicts and logs stay.

    Args:
        job: Whose trials are over.
        progress: Is told what happens.
    """

    def __init__(self, job: JobFolder, progress: Progress) -> None:
        self._job = job
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
        """Remove the state of the trial, and pass the trial on."""
        state = self._job.paths(finished.record.spec.id).state
        if state.exists():
            remove_tree(state)
        self._progress.finished(finished)
