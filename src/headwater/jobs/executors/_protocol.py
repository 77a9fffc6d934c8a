"""What an executor is to the rest of Headwater."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import ClassVar, Protocol

from headwater.jobs.executors._request import TrialRequest
from headwater.trials import Finished, Notify


class Pool(Protocol):
    """Runs the trials of one job."""

    def submit(self, request: TrialRequest, notify: Notify) -> Future[Finished]:
        """Begin a trial and return at once.

        The future ends when the trial's folder is whole in ``request.job``. Its exception is what ``Worker.run``
        raised; an error of the executor's own, such as a machine that is gone and cannot be replaced, is an
        ``InfraError``. Neither may end another trial.

        Args:
            request: The trial; pickles.
            notify: Called with each event of the trial, in any thread; stays in this process. Events pickle.
        """
        ...

    def cancel(self, trials: Collection[str]) -> None:
        """End those of these trials, by their ids, that run, and return at once.

        Their futures end with ``CancelledError``, unless a trial has its record already.
        """
        ...


class Executor(ABC):
    """A way to run trials: in this process, in others, on other machines.

    A subclass takes no arguments, or has defaults for all of them. Its instances keep nothing of a job, so that
    several jobs can use one at the same time.
    """

    name: ClassVar[str]
    """As in ``headwater run --executor NAME``."""
    cluster: str | None = None
    """Address of the machines that run trials, if the user has named one; ``resume`` uses it again."""
    has_terminal: ClassVar[bool] = False
    """Whether a trial can use the terminal of this process, as a person at it does."""

    @abstractmethod
    def default_jobs(self) -> int:
        """Return how many trials run at once where nobody says how many."""

    @abstractmethod
    def open(self, at_once: int) -> AbstractContextManager[Pool]:
        """Return the pool of one job; on the way out, trials that still run are ended.

        Args:
            at_once: The most trials that have begun and not ended at any moment; the driver keeps to it.
        """

    def address(self) -> str:
        """Return the address of this machine at which the processes that run trials reach this process."""
        return "127.0.0.1"

    def require(self) -> None:  # noqa: B027 - most need nothing
        """Make sure, before a job is written, that trials can run.

        Raises:
            UserError: They cannot, such as without a package or a cluster; says what to do.
        """
