"""A job that nobody keeps needs no more room than its running trials."""

from __future__ import annotations

from headwater.jobs._folder import JobFolder
from headwater.jobs._progress import Progress, Relay
from headwater.sandbox import remove_tree
from headwater.trials import Finished


class WithoutStates(Relay):
    """Removes what an agent left as soon as its trial is over; records, verdicts and logs stay.

    Args:
        job: Whose trials are over.
        progress: Is told what happens.
    """

    def __init__(self, job: JobFolder, progress: Progress) -> None:
        super().__init__(progress)
        self._job = job

    def finished(self, finished: Finished) -> None:
        """Remove the state of the trial, and pass the trial on."""
        state = self._job.paths(finished.record.spec.id).state
        if state.exists():
            remove_tree(state)
        self._progress.finished(finished)
