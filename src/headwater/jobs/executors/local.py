"""The executor ``local``: each trial in a thread of this process."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from headwater.jobs.executors._protocol import Executor, Pool
from headwater.jobs.executors._request import TrialRequest, Worker
from headwater.trials import Finished, Notify


class LocalExecutor(Executor):
    """Runs trials on this machine; the thread of a trial mostly waits for its cells."""

    name = "local"
    has_terminal = True

    def default_jobs(self) -> int:
        """One for each processor."""
        return os.cpu_count() or 1

    @contextmanager
    def open(self, at_once: int) -> Iterator[Pool]:  # noqa: ARG002 - a thread is started when it is needed
        """See ``Executor.open``."""
        pool = _Threads()
        try:
            yield pool
        finally:
            pool.cancel()
            pool.join()


class _Threads:
    """Not a ``ThreadPoolExecutor``, which takes nothing more once the main thread of a script is at its end."""

    def __init__(self) -> None:
        self._cancel = threading.Event()
        self._worker = Worker(self._cancel)
        self._running: set[threading.Thread] = set()

    def submit(self, request: TrialRequest, notify: Notify) -> Future[Finished]:
        """See ``Pool.submit``."""
        future: Future[Finished] = Future()
        thread = threading.Thread(target=self._run, args=(future, request, notify), name=f"trial {request.spec.id}")
        self._running.add(thread)
        thread.start()
        return future

    def cancel(self) -> None:
        """See ``Pool.cancel``."""
        self._cancel.set()

    def join(self) -> None:
        """Wait until every trial has ended."""
        for thread in list(self._running):
            thread.join()

    def _run(self, future: Future[Finished], request: TrialRequest, notify: Notify) -> None:
        try:
            finished = self._worker.run(request, notify)
        except BaseException as error:  # noqa: BLE001 - it is the future's
            future.set_exception(error)
        else:
            future.set_result(finished)
        finally:
            self._running.discard(threading.current_thread())
