"""What runs on a node: an actor that gets trials, runs each in a thread and says what happens.

Trials are written in a folder of this node alone, inside of the job's. The driver takes over what is whole, so a node
that was given up, and still runs, changes no result.
"""

from __future__ import annotations

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
_DRIVER_SEC = 60.0
"""A driver that has not asked for messages for so long is gone."""


@dataclass(frozen=True)
class Greeting:
    """How a node introduces itself."""

    name: str
    version: str
    software: str


@dataclass(frozen=True)
class Order:
    """A trial for a node.

    Attributes:
        number: Tells this order from others of the same trial, on this node or another.
        request: The trial; job and home are replaced.
        task: Digest of the task.
        in_package: Where the task is in Headwater's package; empty if it is elsewhere.
    """

    number: int
    request: TrialRequest
    task: str
    in_package: str


class Message(NamedTuple):
    """What a node says of a trial: an event, its end, or why it has none."""

    order: int
    event: Any = None
    finished: Finished | None = None
    error: BaseException | None = None


def software_digest() -> str:
    """Return the digest of the files of this package: verdicts of another Headwater belong to another benchmark."""
    return digest_code((_PACKAGE,))


def order_for(number: int, request: TrialRequest) -> Order:
    """Return the order of a trial."""
    folder = request.task.folder
    inside = str(folder.relative_to(_PACKAGE)) if folder.is_relative_to(_PACKAGE) else ""
    return Order(number, request, _digest(request.task), inside)


class Node:
    """Runs trials of one job."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._folder = Path()
        self._isolation: tuple[str, ...] = ()
        self._cancels: dict[int, threading.Event] = {}
        self._messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._tasks: dict[str, Task] = {}
        self._heard = time.monotonic()

    def greet(self) -> Greeting:
        """Say who this is."""
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
        _let_through_interrupts()
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
        threading.Thread(target=self._run, args=(order, cancel), name=f"trial {order.request.spec.id}").start()

    def cancel(self, orders: Collection[int]) -> None:
        """End these trials, also those whose orders come later: calls of an actor can overtake each other."""
        for number in orders:
            self._cancels.setdefault(number, threading.Event()).set()

    def messages(self, wait_sec: float) -> list[Message]:
        """Return what has happened; wait for something if nothing has."""
        self._heard = time.monotonic()
        found = []
        try:
            found.append(self._messages.get(timeout=wait_sec))
            while True:
                found.append(self._messages.get_nowait())
        except queue.Empty:
            return found

    def _run(self, order: Order, cancel: threading.Event) -> None:
        _let_through_interrupts()
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

    def _task(self, order: Order) -> Task:
        """Return the task as this node has it, if it is the same.

        Raises:
            InvalidTaskError: It is not.
        """
        given = order.request.task
        if order.task not in self._tasks:
            folder = _PACKAGE / order.in_package if order.in_package else given.folder
            task = replace(given, folder=folder)
            if not folder.is_dir() or _digest(task) != order.task:
                what = f"is missing or another one on node {socket.gethostname()}"
                raise InvalidTaskError(what, where=given.folder, fix="put tasks where all nodes see them")
            self._tasks[order.task] = task
        return self._tasks[order.task]

    def _watch_driver(self) -> None:
        """End all trials when nobody is there to take them."""
        while time.monotonic() - self._heard < _DRIVER_SEC:
            time.sleep(1)
        self.cancel(list(self._cancels))


def _digest(task: Task) -> str:
    digests = digest_task(task)
    return f"{digests.task} {digests.checks} {digests.proof}"


def _let_through_interrupts() -> None:
    """Ray blocks SIGINT in what it starts, and an agent inherits that, but ends by this signal."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
