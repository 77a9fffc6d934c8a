"""Implements the actor on each node, which receives trials, runs each in a thread and reports events.

Each node writes trials to a separate folder. The driver takes over complete trials, so a node that was given up but is
still running cannot change a result. The folder is inside the job's folder if this node can access that. Otherwise it
is in this node's caches, and the node sends the trials.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import queue
import signal
import socket
import threading
import time
import traceback
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import headwater
from headwater import __version__
from headwater.archives import ArchiveStore, share_caches
from headwater.caches import home, require_writable_home
from headwater.errors import InvalidTaskError, NodeError, NoRoomError, UnsupportedError
from headwater.grading import digest_code
from headwater.jobs._staging import job_of
from headwater.jobs.executors._request import TrialRequest, Worker
from headwater.jobs.executors.ray._data import fetch_data
from headwater.jobs.executors.ray._sending import SentTrial, pack_trial, unpack_task
from headwater.locks import exclusive, exclusive_if_free
from headwater.sandbox import preload, remove_tree, sweep
from headwater.sandbox.isolation import require_isolation, require_unseen
from headwater.tasks import Task, digest_task
from headwater.trials import Finished, free_mib, require_room
from headwater.untrusted import one_line

_PACKAGE = Path(headwater.__file__).parent
_LEAVE_SEC = 20.0
_RETURN_SEC = 0.1
_OWN = "ray"
"""The folder in the caches of this node for trials that it sends."""
_DRIVER_SEC = 60.0
"""The time without a request for messages after which the driver counts as gone."""


@dataclass(frozen=True)
class Greeting:
    """A node's answer to the first call, which identifies its version of Headwater."""

    name: str
    version: str
    software: str


@dataclass(frozen=True)
class TaskFiles:
    """A task's location, and the digest of its files.

    Attributes:
        digest: The digest of all files.
        in_package: The task's folder in Headwater's package. Empty if it is elsewhere.
    """

    digest: str
    in_package: str

    @classmethod
    def of(cls, task: Task) -> TaskFiles:
        """Read a task's files, and return their description."""
        folder = task.folder
        return cls(_digest(task), str(folder.relative_to(_PACKAGE)) if folder.is_relative_to(_PACKAGE) else "")


@dataclass(frozen=True)
class Order:
    """An order to run a trial on a node.

    Attributes:
        number: Distinguishes this order from others of the same trial, on this node or another.
        request: The trial. The node replaces its job and home.
        files: Its task's files.
        packed: A reference to the archive of these files, for a node that cannot read them.
    """

    number: int
    request: TrialRequest
    files: TaskFiles
    packed: Any = None


@dataclass(frozen=True)
class NodePreparation:
    """The information that a node needs before it can run trials.

    Attributes:
        folder: This node's folder, inside the job's folder.
        mark: A file that the driver has created there.
        allow_weak: Whether trials may run on machines that cannot limit agents.
        needs_folder: The option of the job that requires nodes to share folders. Empty if there is none.
        store: The URL of the store that the nodes' caches share, if there is one.
    """

    folder: Path
    mark: str
    allow_weak: bool
    needs_folder: str
    store: str | None


class NodeReadiness(NamedTuple):
    """A node's answer to its preparation.

    Attributes:
        is_shared: Whether the node shares the job's folder.
        free_mib: The free space of the file system to which it writes trials.
    """

    is_shared: bool
    free_mib: int


class NodeMessage(NamedTuple):
    """A message from a node about a trial: an event, its end, or the error that kept it from running.

    If the trial has ended and the node does not share the job's folder, ``sent`` lists the archives to read.
    """

    order: int
    event: Any = None
    finished: Finished | None = None
    error: BaseException | None = None
    sent: SentTrial | None = None


class NodeReport(NamedTuple):
    """The messages from a node since its last report.

    Attributes:
        messages: The messages.
        free_mib: See ``NodeReadiness``.
    """

    messages: list[NodeMessage]
    free_mib: int


def software_digest() -> str:
    """Return the digest of this package's files, because verdicts from different versions cannot be compared."""
    return digest_code((_PACKAGE,))


class NodeRunner:
    """Runs trials of one job."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._folder = Path()
        self._is_shared = True
        self._locks = contextlib.ExitStack()
        self._isolation: tuple[str, ...] = ()
        self._cancels: dict[int, threading.Event] = {}
        self._threads: set[threading.Thread] = set()
        self._messages: queue.SimpleQueue[NodeMessage] = queue.SimpleQueue()
        self._tasks: dict[str, Task] = {}
        self._task_lock = threading.Lock()
        self._heard = time.monotonic()

    def greet(self) -> Greeting:
        """Return the greeting of this node."""
        return Greeting(socket.gethostname(), __version__, software_digest())

    def prepare(self, preparation: NodePreparation) -> NodeReadiness:
        """Make sure that trials can run.

        Raises:
            UserError: Trials cannot run on this node. The message states the reason.
        """
        _restore_signals_and_priority()
        # Ctrl-C in a terminal reaches all processes of a cluster on this machine, but only the driver decides what
        # ends.
        with contextlib.suppress(PermissionError):  # this process is already a process group leader
            os.setpgid(0, 0)
        require_writable_home()
        require_unseen([home()])
        folder = preparation.folder
        # The same path can be another folder on this machine. Only the driver's folder contains the mark.
        self._is_shared = (folder / preparation.mark).is_file()
        if not self._is_shared:
            if preparation.needs_folder:
                what, where = "the folder of the job is not there", f"{preparation.needs_folder}, {job_of(folder)}"
                raise UnsupportedError(what, where=where, fix="choose folders that all nodes share")
            folder = self._own_folder(f"{folder.parent.name}-{folder.name}")
        self._folder = folder
        if preparation.store is not None:
            store = ArchiveStore(preparation.store)
            store.require()
            share_caches(home(), store)
        preload(["headwater.trials"])
        self._isolation = require_isolation(folder, allow_weak=preparation.allow_weak)
        sweep()
        self._heard = time.monotonic()
        threading.Thread(target=self._watch_driver, name="driver", daemon=True).start()
        return NodeReadiness(self._is_shared, free_mib(folder))

    def _own_folder(self, name: str) -> Path:
        """Create this node's folder in its caches, and remove the folders of nodes that have died."""
        lock = home() / "locks" / _OWN
        with exclusive(lock):
            for other in (home() / _OWN).glob("*"):
                with exclusive_if_free(lock.with_name(f"{_OWN}-{other.name}")) as is_free:
                    if is_free:
                        remove_tree(other)
            # The outer lock is still held, because other nodes remove every folder whose own lock is free.
            self._locks.enter_context(exclusive(lock.with_name(f"{_OWN}-{name}")))
            folder = home() / _OWN / name
            folder.mkdir(parents=True)
        return folder

    def begin(self, order: Order) -> None:
        """Start a trial and return."""
        self._heard = time.monotonic()
        cancel = self._cancels.setdefault(order.number, threading.Event())
        thread = threading.Thread(target=self._run, args=(order, cancel), name=f"trial {order.request.spec.id}")
        self._threads.add(thread)
        thread.start()

    def cancel(self, orders: Collection[int]) -> None:
        """End these trials, even if their orders arrive later, because calls to an actor can overtake each other."""
        for number in orders:
            self._cancels.setdefault(number, threading.Event()).set()

    def report(self, wait_sec: float) -> NodeReport:
        """Return the messages since the last call, after a short wait if there are none."""
        self._heard = time.monotonic()
        found = []
        try:
            found.append(self._messages.get(timeout=wait_sec))
            while True:
                found.append(self._messages.get_nowait())
        except queue.Empty:
            return NodeReport(found, free_mib(self._folder))

    def read(self, name: str, position: int, size: int) -> bytes:
        """Return a chunk of an archive in this node's folder."""
        self._heard = time.monotonic()
        with (self._folder / Path(name).name).open("rb") as file:
            file.seek(position)
            return file.read(size)

    def forget(self, number: int) -> None:
        """Remove the archives of a trial after the driver has read them."""
        for archive in self._folder.glob(f"{number}.*"):
            archive.unlink()

    def leave(self) -> None:
        """Stop all trials, and exit this process shortly after this call has returned."""
        self.cancel(list(self._cancels))
        deadline = time.monotonic() + _LEAVE_SEC
        for thread in list(self._threads):
            thread.join(max(0.0, deadline - time.monotonic()))
        if not self._is_shared:
            remove_tree(self._folder)
        # An ordinary exit would wait for the threads of trials that have not ended.
        threading.Timer(_RETURN_SEC, os._exit, (0,)).start()

    def _run(self, order: Order, cancel: threading.Event) -> None:
        _restore_signals_and_priority()
        number, sent = order.number, None
        finished: Finished | None = None
        error: BaseException | None = None
        try:
            for folder in (self._folder, home()):
                require_room(folder)
            # The trials of a task arrive together, and its files should be read or unpacked once.
            with self._task_lock:
                task = self._task(order)
            fetch_data(task, home())
            request = replace(order.request, task=task, job=self._folder, home=home(), isolation=self._isolation)
            finished = self._worker.run(request, lambda event: self._messages.put(NodeMessage(number, event)), cancel)
        except BaseException as raised:  # noqa: BLE001 - it is the driver's
            error = raised
        try:
            sent = None if self._is_shared else pack_trial(self._folder, order.request.spec.id, number)
        except BaseException as raised:  # noqa: BLE001 - it is the driver's
            finished, error = None, error or self._packing_error(raised)
        if error is not None:
            error = _sendable(error, order.request.spec.id)
        self._messages.put(NodeMessage(number, finished=finished, error=error, sent=sent))
        self._threads.discard(threading.current_thread())

    def _packing_error(self, raised: BaseException) -> BaseException:
        """Return the error for a trial that cannot be packed, for example because the file system is full."""
        try:
            require_room(self._folder)
        except NoRoomError as full:
            return full
        return raised

    def _task(self, order: Order) -> Task:
        """Return this node's copy of the task.

        Raises:
            InvalidTaskError: The copy differs.
        """
        task_given, files = order.request.task, order.files
        if files.digest not in self._tasks:
            task = replace(task_given, folder=_PACKAGE / files.in_package if files.in_package else task_given.folder)
            if order.packed is not None and not _is_same(task, files):
                task = replace(task_given, folder=self._unpacked(order))
            if not _is_same(task, files):
                what = f"is missing or another one on node {socket.gethostname()}"
                raise InvalidTaskError(what, where=task_given.folder, fix="put tasks where all nodes see them")
            self._tasks[files.digest] = task
        return self._tasks[files.digest]

    def _unpacked(self, order: Order) -> Path:
        """Unpack a task that the driver has sent, and return its folder."""
        import ray  # imported late, because the driver may import this module without a cluster

        name = hashlib.sha256(order.files.digest.encode()).hexdigest()[:16]
        folder = self._folder / "tasks" / name / order.request.task.folder.name
        unpack_task(ray.get(order.packed), folder)
        return folder

    def _watch_driver(self) -> None:
        """End all trials whenever no driver collects them. A driver that was suspended restarts its trials later."""
        while True:
            time.sleep(1)
            if time.monotonic() - self._heard > _DRIVER_SEC:
                self.cancel(list(self._cancels))


def _sendable(error: BaseException, trial: str) -> BaseException:
    """Return an error, or one with its text if it cannot be pickled and would end the report of this node."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - these bytes were written here
    except Exception:  # noqa: BLE001 - classes of errors raise whatever they like
        text = "".join(traceback.format_exception_only(error))
        return NodeError(one_line(text.strip()), where=trial)
    return error


def _is_same(task: Task, files: TaskFiles) -> bool:
    return task.folder.is_dir() and _digest(task) == files.digest


def _digest(task: Task) -> str:
    digests = digest_task(task)
    return f"{digests.task} {digests.checks} {digests.proof}"


def _restore_signals_and_priority() -> None:
    """Undo Ray's changes to signals and priority for this thread and the processes that it starts.

    Ray blocks SIGINT, the signal that ends agents. It also lowers the priority of its processes, which slows down
    trials. Raising it again needs the capability SYS_NICE. The setting for processes without it is in
    docs/executors.md.
    """
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with contextlib.suppress(PermissionError):
        # On Linux, a priority belongs to a thread. The parent process still has the priority that Ray was started with.
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, os.getppid()))
