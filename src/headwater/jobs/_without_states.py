"""Removes a job's states while it runs, so that the job needs space only for its running trials."""

from __future__ import annotations

from headwater.jobs._folder import JobFolder
from headwater.jobs._progress import Progress, Relay
from headwater.sandbox import remove_tree
from headwater.trials import Finished


class WithoutStates(Relay):
    """Removes each finished trial's agent output, but not its record, verdicts or logs.

    Args:
        job: The job to which the trials belong.
        progress: The next receiver.
    """

    def __init__(self, job: JobFolder, progress: Progress) -> None:
        super().__init__(progress)
        self._job = job

    def finished(self, finished: Finished) -> None:
        """Remove the trial's state, and forward the trial."""
        state = self._job.paths(finished.record.spec.id).state
        if state.exists():
            remove_tree(state)
        self._progress.finished(finished)
