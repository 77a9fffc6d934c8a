"""Submits the trials in a queue to an executor, several at a time, and handles their results."""

from __future__ import annotations

import concurrent.futures
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue

from headwater.errors import BrokenTaskError, CancelledError, ClusterError, NoRoomError, TasksBrokenError, UserError
from headwater.jobs._job_budget import JobBudget
from headwater.jobs._log import JobLog
from headwater.jobs._queue import Queue
from headwater.jobs._room import DiskSpace
from headwater.records import TrialSpec
from headwater.trials import Finished

# Cancellation and the budget change in other threads, which do not wake the wait for results.
_POLL_SEC = 0.2


class Dispatcher:
    """Runs the trials in a queue. An error in one trial does not end any other trial.

    Args:
        queue: The trials.
        room: Decides whether the disk has space for another trial.
        budget: Decides whether the job's budget allows another trial, and whether the running trials may continue.
        callbacks: Called in this thread with each finished trial. An error in a callback ends the running trials.
        cancel: When set, ends the running trials and starts no others.
        log: Records the start and the outcome of each trial.
    """

    def __init__(
        self,
        queue: Queue[TrialSpec],
        room: DiskSpace,
        budget: JobBudget,
        callbacks: Sequence[Callable[[Finished], None]],
        cancel: threading.Event,
        log: JobLog,
    ) -> None:
        self._queue = queue
        self._room = room
        self._budget = budget
        self._callbacks = callbacks
        self._cancel = cancel
        self._log = log
        self._running: dict[Future[Finished], TrialSpec] = {}
        self._done: SimpleQueue[Future[Finished]] = SimpleQueue()
        self._stop: UserError | None = None
        self._ended: set[str] = set()
        self._all_end = False
        self._broken: dict[str, UserError] = {}
        self._failure: Exception | None = None

    def run(
        self,
        submit: Callable[[TrialSpec], Future[Finished]],
        cancel: Callable[[Collection[str]], None],
        at_once: Callable[[], int],
    ) -> None:
        """Run all trials.

        Args:
            submit: Starts a trial.
            cancel: Ends those of the given trials that are running.
            at_once: Returns how many trials may run at the same time.

        Raises:
            NoRoomError: A file system became full. No trial started after that.
            ClusterError: The cluster became unreachable. No trial started after that.
            JobBudgetError: The job's budget was used up. No trial started after that.
            TasksBrokenError: Some trials could not start.
            Exception: The first other error in a trial or a callback, raised after all trials have ended.
        """
        while True:
            while len(self._running) < at_once() and (spec := self._next()) is not None:
                self._queue.begin()
                self._room.begin(spec)
                self._budget.begin(spec)
                self._log.begins(spec)
                future = submit(spec)
                self._running[future] = spec
                future.add_done_callback(self._done.put)
            if not self._running:
                break
            done = self._wait()
            # The budget returns the same trials again until they have ended, but each is cancelled only once.
            if ending := self._must_end() - self._ended:
                self._ended |= ending
                cancel(ending)
            for future in done:
                spec = self._running.pop(future)
                self._queue.end(spec)
                self._room.end(spec)
                self._budget.end(spec)
                self._log.ended(spec, future)
                self._take(spec, future)
        self._raise_failures()

    def _next(self) -> TrialSpec | None:
        """Return the next trial to start, or None if none can start now."""
        if self._cancel.is_set() or self._stop:
            return None
        spec = self._queue.next()
        if spec is None:
            return None
        try:
            return spec if self._room.is_for(spec) and self._budget.is_for(spec) else None
        except UserError as error:
            self._stop = error
            return None

    def _wait(self) -> list[Future[Finished]]:
        """Wait briefly for trials to end, at a cost that does not depend on the number of running trials."""
        done: list[Future[Finished]] = []
        try:
            done.append(self._done.get(timeout=_POLL_SEC))
            while True:
                done.append(self._done.get_nowait())
        except Empty:
            return done

    def _must_end(self) -> set[str]:
        """Return the running trials that must end: all if the job is cancelled, or else those over the budget."""
        if self._cancel.is_set():
            if self._all_end:
                return set()
            self._all_end = True
            return {spec.id for spec in self._running.values()}
        try:
            self._budget.require_for_running()
        except UserError as error:
            self._stop = self._stop or error
            return self._budget.unfinished()
        return set()

    def _take(self, spec: TrialSpec, future: Future[Finished]) -> None:
        try:
            self._call(future.result())
        except (CancelledError, concurrent.futures.CancelledError):
            if spec.id not in self._ended:  # the trial was not ended here, so the user interrupted the job
                self._cancel.set()
        # The trial did not cause these errors, and the next trials would hit them too. Running trials may still
        # succeed.
        except (NoRoomError, ClusterError) as error:
            self._stop = self._stop or error
        except UserError as error:
            self._broken.setdefault(str(error), error)
            if isinstance(error, BrokenTaskError):
                # All other trials of the task would fail in the same way.
                self._queue.drop(lambda each: each.task == spec.task)
        except Exception as error:  # noqa: BLE001 - it is raised when all have ended
            self._failure = self._failure or error

    def _call(self, finished: Finished) -> None:
        """Call the callbacks. An error in a callback ends the job, because it is not the trial's error."""
        try:
            for callback in self._callbacks:
                callback(finished)
        except Exception:
            self._cancel.set()
            raise

    def _raise_failures(self) -> None:
        """Raise an error if trials failed without a record."""
        if self._stop is not None:
            raise self._stop
        if self._failure is not None:
            raise self._failure
        if self._broken and not self._cancel.is_set():
            raise TasksBrokenError.of(*self._broken.values())
