"""Give the trials of a queue to an executor, some at once, and take what comes of them."""

from __future__ import annotations

import concurrent.futures
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from headwater.errors import BrokenTaskError, CancelledError, NoRoomError, TasksBrokenError, UserError
from headwater.jobs._job_budget import JobBudget
from headwater.jobs._log import JobLog
from headwater.jobs._queue import Queue
from headwater.jobs._room import Room
from headwater.records import TrialSpec
from headwater.trials import Finished

_POLL_SEC = 0.2


class Dispatcher:
    """Has the trials of a queue run; what one raises ends no other.

    Args:
        queue: What to run.
        room: Says whether there is room for one more.
        budget: Says whether there is money for one more, and for those that run.
        at_once: How many run at the same time.
        callbacks: Are called, in this thread, with each trial that has finished; one that raises ends those that run.
        cancel: Ends the trials that run, and lets no further one begin.
        log: Takes when each trial begins and how it ends.
    """

    def __init__(
        self,
        queue: Queue,
        room: Room,
        budget: JobBudget,
        at_once: int,
        callbacks: Sequence[Callable[[Finished], None]],
        cancel: threading.Event,
        log: JobLog,
    ) -> None:
        self._queue = queue
        self._room = room
        self._budget = budget
        self._at_once = at_once
        self._callbacks = callbacks
        self._cancel = cancel
        self._log = log
        self._running: dict[Future[Finished], TrialSpec] = {}
        self._stop: UserError | None = None
        self._is_ended = False
        self._broken: dict[str, UserError] = {}
        self._failure: Exception | None = None

    def run(self, submit: Callable[[TrialSpec], Future[Finished]], cancel_all: Callable[[], None]) -> None:
        """Run all trials.

        Args:
            submit: Begins a trial.
            cancel_all: Ends those that run.

        Raises:
            NoRoomError: A file system is full; no trial began after that.
            JobBudgetError: The budget of the job is used up; no trial began after that.
            TasksBrokenError: Trials could not begin.
            Exception: The first other one that a trial or a callback raised, when all have ended.
        """
        while True:
            while (spec := self._next()) is not None:
                self._queue.begin(spec)
                self._log.begins(spec)
                self._running[submit(spec)] = spec
            if not self._running:
                break
            done, _ = wait(self._running, timeout=_POLL_SEC, return_when=FIRST_COMPLETED)
            if not self._is_ended and (self._cancel.is_set() or self._is_budget_used_up()):
                self._is_ended = True
                cancel_all()
            for future in done:
                spec = self._running.pop(future)
                self._queue.end(spec)
                self._log.ended(spec, future)
                self._take(spec, future)
        self._raise_failures()

    def _next(self) -> TrialSpec | None:
        """Return the trial that begins now, if one can."""
        if len(self._running) >= self._at_once or self._cancel.is_set() or self._stop:
            return None
        spec = self._queue.next()
        if spec is None:
            return None
        try:
            beside = self._running.values()
            return spec if self._room.is_for(spec, beside) and self._budget.is_for(spec, beside) else None
        except UserError as error:
            self._stop = error
            return None

    def _is_budget_used_up(self) -> bool:
        """Whether trials that run have to end, since they would use more than the job may."""
        try:
            self._budget.require_for_running(self._running.values())
        except UserError as error:
            self._stop = self._stop or error
            return True
        return False

    def _take(self, spec: TrialSpec, future: Future[Finished]) -> None:
        try:
            self._call(future.result())
        except (CancelledError, concurrent.futures.CancelledError):
            if not self._is_ended:  # nobody else has asked for it: the person at the terminal has given up
                self._cancel.set()
        except NoRoomError as error:
            self._stop = self._stop or error
        except UserError as error:
            self._broken.setdefault(str(error), error)
            if isinstance(error, BrokenTaskError):
                self._queue.drop(spec.task)
        except Exception as error:  # noqa: BLE001 - it is raised when all have ended
            self._failure = self._failure or error

    def _call(self, finished: Finished) -> None:
        """Call those who follow the job; an error of theirs is no error of a trial, and ends the job."""
        try:
            for callback in self._callbacks:
                callback(finished)
        except Exception:
            self._cancel.set()
            raise

    def _raise_failures(self) -> None:
        """Raise what kept trials from their records."""
        if self._stop is not None:
            raise self._stop
        if self._failure is not None:
            raise self._failure
        if self._broken and not self._cancel.is_set():
            raise TasksBrokenError.of(*self._broken.values())
