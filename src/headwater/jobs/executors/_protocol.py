"""Defines the interface of executors."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import ClassVar, Protocol

from headwater.jobs.executors._request import TrialRequest
from headwater.trials import Finished, Notify


class Pool(Protocol):
    """Runs the trials of one job."""

    def capacity(self) -> int:
        """Return the number of trials that can run now, at least 1. The driver uses it if the user specifies no number.

        The driver calls this whenever a trial could start, so that machines that join during the job also get trials.
        """
        ...

    def submit(self, request: TrialRequest, notify: Notify) -> Future[Finished]:
        """Start a trial and return immediately.

        The future is done when the trial's folder in ``request.job`` is complete. Its exception is the one that
        ``Worker.run`` raised. An error in the executor itself, such as a lost machine that cannot be replaced, is an
        ``InfraError``. Neither may end another trial.

        Args:
            request: The trial, which can be pickled.
            notify: Called with each event of the trial, in any thread. The function stays in this process. Events can
                be pickled.
        """
        ...

    def cancel(self, trials: Collection[str]) -> None:
        """End those of the given trials that are running, and return immediately.

        The future of such a trial raises ``CancelledError``, unless the trial already has its record.
        """
        ...


class Executor(ABC):
    """Runs trials in this process, in other processes, or on other machines.

    All arguments of a subclass must have defaults. Its instances have no per-job state, so that several jobs can use
    one instance at the same time.
    """

    name: ClassVar[str]
    """The name in ``headwater run --executor NAME``."""
    cluster: str | None = None
    """The address of the machines that run trials, if the user has specified it. ``resume`` reuses it."""
    store: str | None = None
    """The URL of the store through which these machines share their caches. ``resume`` reuses it."""
    reserves_disk: ClassVar[bool] = False
    """Whether its pools reserve disk space on the machines that run trials. Otherwise, the driver does."""
    has_terminal: ClassVar[bool] = False
    """Whether a trial can use the terminal of this process, which a person needs to attempt a task."""

    @abstractmethod
    def open(
        self, at_once: int | None, message: Callable[[str], None], cancel: threading.Event
    ) -> AbstractContextManager[Pool]:
        """Open a job's pool. When the pool closes, trials that still run are ended.

        Args:
            at_once: The maximum number of concurrent trials, which the driver respects. Without it, the driver uses the
                capacity of the pool.
            message: Called with a line of text that is not about one trial, for example while no machine is free.
            cancel: When set, the executor stops waiting for machines.

        Raises:
            CancelledError: ``cancel`` was set before a machine was free. The job then counts as interrupted.
        """

    def address(self) -> str:
        """Return the address at which trials' processes reach this process."""
        return "127.0.0.1"

    def require(self) -> None:  # noqa: B027 - most need nothing
        """Check, before a job is written, that trials can run.

        Raises:
            UserError: The trials cannot run, for example because a package or a cluster is missing. The message says
                what to do.
        """
