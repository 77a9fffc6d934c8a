"""What runs on a node: an actor that gets trials, runs each in a thread and reports events.

Trials are written in a folder of this node alone, inside of the job's. The driver takes over what is whole, so a node
that was given up, and still runs, changes no result.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import socket
import threading
import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import headwater
from headwater import __version__
from headwater.caches import home, require_writable_home
from headwater.errors import FileAccessError, InvalidTaskError
from headwater.grading import digest_code
from headwater.jobs.executors._request import TrialRequest, Worker
from headwater.sandbox import preload, sweep
from headwater.sandbox.isolation import require_isolation, require_unseen
from headwater.tasks import Task, digest_task
from headwater.trials import Finished

_PACKAGE = Path(headwater.__file__).parent
_LEAVE_SEC = 20.0
_RETURN_SEC = 0.1
_DRIVER_SEC = 60.0
"""After this time without a request for messages, the driver counts as gone."""


@dataclass(frozen=True)
class Greeting:
    """A node's answer to the first call: which Headwater it runs."""

    name: str
    version: str
    software: str


@dataclass(frozen=True)
class TaskFiles:
    """The location of a task, and the digest of its files.

    Attributes:
        digest: Of all of them.
        in_package: Their folder in Headwater's package; empty if it is elsewhere.
    """

    digest: str
    in_package: str

    @classmethod
    def of(cls, task: Task) -> TaskFiles:
        """Describe the files of a task as this process sees them; this reads them all."""
        folder = task.folder
        return cls(_digest(task), str(folder.relative_to(_PACKAGE)) if folder.is_relative_to(_PACKAGE) else "")


@dataclass(frozen=True)
class Order:
    """A trial for a node.

    Attributes:
        number: Tells this order from others of the same trial, on this node or another.
        request: The trial; job and home are replaced.
        files: The files of its task.
    """

    number: int
    request: TrialRequest
    files: TaskFiles


class Message(NamedTuple):
    """A message of a node about a trial: an event, its end, or the error that prevented it."""

    order: int
    event: Any = None
    finished: Finished | None = None
    error: BaseException | None = None


def software_digest() -> str:
    """Return the digest of the files of this package: verdicts of another version cannot be compared."""
    return digest_code((_PACKAGE,))


class Node:
    """Runs trials of one job."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._folder = Path()
        self._isolation: tuple[str, ...] = ()
        self._cancels: dict[int, threading.Event] = {}
        self._threads: set[threading.Thread] = set()
        self._messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._tasks: dict[str, Task] = {}
        self._heard = time.monotonic()

    def greet(self) -> Greeting:
        """Return the greeting of this node."""
        return Greeting(socket.gethostname(), __version__, software_digest())

    def prepare(self, folder: Path, mark: str, allow_weak: bool) -> None:
        """Make sure that trials can run.

        Args:
            folder: Of this node, inside of the job's, where its trials are written.
            mark: A file that the driver has made there.
            allow_weak: Whether trials run where agents cannot be limited.

        Raises:
            UserError: They cannot; says why.
        """
        _behave_as_usual()
        self._folder = folder
        if not (folder / mark).is_file():
            what = "the folder of the job is not there"
            raise FileAccessError(what, where=folder.parents[2], fix="choose one with --out that all nodes share")
        preload(["headwater.trials"])
        require_writable_home()
        require_unseen([home()])
        self._isolation = require_isolation(folder, allow_weak=allow_weak)
        sweep()
        self._heard = time.monotonic()
        threading.Thread(target=self._watch_driver, name="driver", daemon=True).start()

    def begin(self, order: Order) -> None:
        """Begin a trial and return."""
        cancel = self._cancels.setdefault(order.number, threading.Event())
        thread = threading.Thread(target=self._run, args=(order, cancel), name=f"trial {order.request.spec.id}")
        self._threads.add(thread)
        thread.start()

    def cancel(self, orders: Collection[int]) -> None:
        """End these trials, even if their orders arrive later: calls to an actor can overtake each other."""
        for number in orders:
            self._cancels.setdefault(number, threading.Event()).set()

    def messages(self, wait_sec: float) -> list[Message]:
        """Return the messages since the last call; wait briefly if there are none."""
        self._heard = time.monotonic()
        found = []
        try:
            found.append(self._messages.get(timeout=wait_sec))
            while True:
                found.append(self._messages.get_nowait())
        except queue.Empty:
            return found

    def leave(self) -> None:
        """End all trials, and then this process, a moment after this call has returned."""
        self.cancel(list(self._cancels))
        deadline = time.monotonic() + _LEAVE_SEC
        for thread in list(self._threads):
            thread.join(max(0.0, deadline - time.monotonic()))
        threading.Timer(_RETURN_SEC, os._exit, (0,)).start()

    def _run(self, order: Order, cancel: threading.Event) -> None:
        _behave_as_usual()
        number = order.number
        try:
            request = replace(
                order.request, task=self._task(order), job=self._folder, home=home(), isolation=self._isolation
            )
            finished = self._worker.run(request, lambda event: self._messages.put(Message(number, event)), cancel)
        except BaseException as error:  # noqa: BLE001 - it is the driver's
            self._messages.put(Message(number, error=error))
        else:
            self._messages.put(Message(number, finished=finished))
        finally:
            self._threads.discard(threading.current_thread())

    def _task(self, order: Order) -> Task:
        """Return the task as this node has it, if it is the same.

        Raises:
            InvalidTaskError: It is not.
        """
        given, files = order.request.task, order.files
        if files.digest not in self._tasks:
            folder = _PACKAGE / files.in_package if files.in_package else given.folder
            task = replace(given, folder=folder)
            if not folder.is_dir() or _digest(task) != files.digest:
                what = f"is missing or another one on node {socket.gethostname()}"
                raise InvalidTaskError(what, where=given.folder, fix="put tasks where all nodes see them")
            self._tasks[files.digest] = task
        return self._tasks[files.digest]

    def _watch_driver(self) -> None:
        """End all trials once no driver takes them."""
        while time.monotonic() - self._heard < _DRIVER_SEC:
            time.sleep(1)
        self.cancel(list(self._cancels))


def _digest(task: Task) -> str:
    digests = digest_task(task)
    return f"{digests.task} {digests.checks} {digests.proof}"


def _behave_as_usual() -> None:
    """Let this thread, and what it starts, be as they are where Ray has not started them.

    Ray blocks SIGINT, by which agents are ended, and lowers the priority of its processes, which makes trials slow.
    Who is not root cannot raise it again; docs/executors.md says what to set.
    """
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, os.getppid()))
