"""The executor ``local``, which runs each trial in a thread of this process."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from headwater.jobs.executors._protocol import Executor, Pool
from headwater.jobs.executors._request import TrialRequest, Worker
from headwater.trials import Finished, Notify


class LocalExecutor(Executor):
    """Runs trials on this machine. The thread of a trial mostly waits for its cells."""

    name = "local"
    has_terminal = True

    @contextmanager
    def open(
        self,
        at_once: int | None,  # noqa: ARG002 - a thread is started when it is needed
        message: Callable[[str], None],  # noqa: ARG002 - nothing is reported
        cancel: threading.Event,  # noqa: ARG002 - nothing is waited for
    ) -> Iterator[Pool]:
        """See ``Executor.open``."""
        pool = _Threads()
        try:
            yield pool
        finally:
            pool.end()


class _Threads:
    """Runs trials in plain threads. A ``ThreadPoolExecutor`` accepts no work after a script's main thread has ended."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._running: dict[threading.Thread, tuple[str, threading.Event]] = {}

    def capacity(self) -> int:
        """See ``Pool.capacity``. The capacity is one trial per processor."""
        return os.cpu_count() or 1

    def submit(self, request: TrialRequest, notify: Notify) -> Future[Finished]:
        """See ``Pool.submit``."""
        future: Future[Finished] = Future()
        trial, cancel = request.spec.id, threading.Event()
        thread = threading.Thread(target=self._run, args=(future, request, notify, cancel), name=f"trial {trial}")
        # The thread is added before it starts, because it removes itself when it ends.
        self._running[thread] = trial, cancel
        thread.start()
        return future

    def cancel(self, trials: Collection[str]) -> None:
        """See ``Pool.cancel``."""
        # This iterates over a copy, because threads that end remove themselves meanwhile.
        for trial, cancel in list(self._running.values()):
            if trial in trials:
                cancel.set()

    def end(self) -> None:
        """End every trial, and wait until all have ended."""
        running = dict(self._running)
        for _, cancel in running.values():
            cancel.set()
        for thread in running:
            thread.join()

    def _run(self, future: Future[Finished], request: TrialRequest, notify: Notify, cancel: threading.Event) -> None:
        try:
            finished = self._worker.run(request, notify, cancel)
        except BaseException as error:  # noqa: BLE001 - it is the future's
            future.set_exception(error)
        else:
            future.set_result(finished)
        finally:
            del self._running[threading.current_thread()]
