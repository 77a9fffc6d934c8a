"""Runs a job on a cluster from the driver: starts actors on the nodes, handles their messages, and ends them."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from uuid import uuid4

import ray
from ray.exceptions import GetTimeoutError, RayError, RayTaskError

from headwater.errors import ArchiveError, CancelledError, ClusterError, NodeError, NoRoomError, UserError
from headwater.jobs._staging import clear_staging, make_staging
from headwater.jobs.executors._request import TrialRequest
from headwater.jobs.executors.ray._cluster import Cluster
from headwater.jobs.executors.ray._data import offer_data
from headwater.jobs.executors.ray._member import Member, PackedTasks, last_line
from headwater.jobs.executors.ray._members import PATIENCE_SEC, Members
from headwater.jobs.executors.ray._node import NodeMessage, NodePreparation
from headwater.jobs.executors.ray._trials import Trials
from headwater.plurals import counted
from headwater.trials import Finished, Notify, require_room

_LOG = logging.getLogger("headwater.jobs")
_MARK = "driver"
_END_SEC = 60.0
_LEAVE_SEC = 40.0
_THREADS_SEC = 5.0
"""The time to wait for threads. Without the head node, Ray blocks the thread that lists nodes for a minute."""
_LOOK_SEC = 2.0
_POLL_SEC = 0.2
_QUIET_SEC = 5.0
"""The time to wait for a free node before the user is told. A process takes seconds to start on a free node, too."""
_SILENCES = 5
"""The number of consecutive unanswered requests after which the head node is considered lost."""


class RayPool:
    """See ``Pool``.

    Args:
        cluster: The cluster to which this process is connected.
        store: The URL of the store that the nodes' caches share, if there is one.
    """

    def __init__(self, cluster: Cluster, store: str | None = None) -> None:
        self._cluster = cluster
        self._store = store
        self._packed = PackedTasks()
        self._offered: set[Path] = set()
        self._where = f"the Ray cluster at {cluster.address}"
        self._run = uuid4().hex[:12]
        # Reentrant, because a refused node can end the job while the lock is held.
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        # Uploads can take minutes, so they have a separate lock and do not hold the other lock.
        self._uploading = threading.Lock()
        self._members: Members[Member] = Members()
        self._trials = Trials(self._members, self._where)
        self._first: TrialRequest | None = None
        self._has_warned = False
        self._failure: BaseException | None = None
        self._is_ended = False
        self._threads: list[threading.Thread] = []

    def start(self, message: Callable[[str], None], cancel: threading.Event) -> None:
        """Start an actor on each node, and wait for the first with the same version of Headwater as this process.

        Args:
            message: Called once if no node is free at first.
            cancel: Ends the wait when set.

        Raises:
            ClusterError: No node has free processors, or all have another version of Headwater.
            CancelledError: ``cancel`` was set.
        """
        began, refusal, is_quiet = time.monotonic(), None, True
        deadline = began + PATIENCE_SEC
        while (remaining_sec := deadline - time.monotonic()) > 0:
            self._invite()
            if not self._members:
                raise refusal or ClusterError("has no node with a processor", where=self._where, fix="add nodes to it")
            greetings = {member.greeting: member for member in self._members}
            if is_quiet and time.monotonic() - began > _QUIET_SEC:
                is_quiet = False
                nodes = counted(len(self._members), "node")
                message(f"waiting up to {PATIENCE_SEC:g} s for a free node of {self._where}, which has {nodes}")
            for greeting in _wait_for_one(list(greetings), min(_LOOK_SEC, remaining_sec), cancel):
                try:
                    greetings[greeting].require_same()
                except ClusterError as error:
                    refusal = error
                    self._refuse(greetings[greeting], error)
                except RayError as error:
                    what = f"node {greetings[greeting].info.name} is gone: {last_line(error)}"
                    refusal = ClusterError(what, where=self._where)
                    self._lose(greetings[greeting])
                else:
                    self._members.runs(greetings[greeting].info.id)
                    self._follow(self._watch_head)
                    self._follow(self._watch_nodes)
                    return
        nodes = counted(len(self._members), "node")
        what = f"is full or overloaded: {nodes}, and no process has started there in {PATIENCE_SEC:g} s"
        raise refusal or ClusterError(what, where=self._where, fix="end what runs there, or add nodes")

    def capacity(self) -> int:
        """See ``Pool.capacity``. The capacity is one trial per processor of the current nodes, and at least one."""
        with self._lock:
            return max(1, int(self._members.cores()))

    def submit(self, request: TrialRequest, notify: Notify) -> Future[Finished]:
        """See ``Pool.submit``."""
        with self._lock:
            if self._failure is not None:
                failed: Future[Finished] = Future()
                failed.set_exception(self._failure)
                return failed
            if self._store is not None and request.task.folder not in self._offered:
                self._offered.add(request.task.folder)
                self._trials.hold(request.task.folder)
                self._follow(self._offer, request, self._trials.start_of(request.task), notify)
            if self._first is None:
                # Nodes cannot be prepared before the first request, which has the job's folder and options.
                self._first = request
                for message in self._members.refusals:
                    notify(message)
                (request.job / "trials").mkdir(exist_ok=True)
                self._serve_all()
            return self._trials.add(request, notify)

    def cancel(self, trials: Collection[str]) -> None:
        """See ``Pool.cancel``."""
        with self._lock:
            self._trials.cancel(trials)

    def end(self) -> None:
        """End every trial, wait until they have ended, and then end the actors."""
        with self._changed:
            self._trials.cancel(None)
            self._changed.wait_for(lambda: not self._trials.running or self._failure is not None, timeout=_END_SEC)
            self._is_ended = True
            self._trials.fail(CancelledError("its node does not answer"))
            self._changed.notify_all()
            endings = [member.end() for member in self._members]
        _join(endings, _LEAVE_SEC)
        _join(self._threads, _THREADS_SEC)
        if self._first is not None:
            clear_staging(self._first.job)

    def _invite(self) -> None:
        """Start an actor on each node that has none. It reserves all processors of the node."""
        # The lock is not held here, because without the head node, Ray answers only after a minute.
        new = [Member(node, self._packed) for node in self._members.uninvited(self._cluster.nodes())]
        with self._lock:
            for member in new:
                self._members.invite(member.info, member)

    def _serve_all(self) -> None:
        """Start to handle messages from each new node."""
        for member in self._members:
            if not member.is_followed:
                member.is_followed = True
                self._follow(self._serve, member)

    def _follow(self, function: Callable[..., None], *arguments: Any) -> None:
        """Call a function in a thread. If the function fails, the job ends, because its trials would wait forever."""

        def run() -> None:
            try:
                function(*arguments)
            except RayError as error:
                self._give_up(f"does not answer: {last_line(error)}")
            except BaseException as error:  # noqa: BLE001 - it is raised by the futures
                self._fail(error)

        thread = threading.Thread(target=run, name=f"ray {self._run}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _offer(self, request: TrialRequest, start: str, notify: Notify) -> None:
        """Upload a task's files, which nodes download from the store. The task's trials wait for the upload."""
        with self._uploading:
            offer_data(request.task, request.home, start, notify)
        with self._lock:
            self._trials.release(request.task.folder)

    def _watch_head(self) -> None:
        """Fail the job if the head node does not answer."""
        silences = 0
        while not self._wait_for_end(_LOOK_SEC):
            silences = 0 if self._cluster.is_reachable() else silences + 1
            if silences >= _SILENCES:
                self._give_up("its head is gone")

    def _watch_nodes(self) -> None:
        """Invite nodes that are new or have come back. Without the head node, Ray blocks this thread for a minute."""
        while not self._wait_for_end(_LOOK_SEC):
            try:
                self._invite()
            except ClusterError as error:
                self._give_up(error.what)
                return
            with self._lock:
                if self._first is not None:
                    self._serve_all()
                    if self._members.are_gone():
                        self._give_up("no node is left")
                self._trials.place()

    def _wait_for_end(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._is_ended or self._failure is not None, timeout=seconds)

    def _give_up(self, what: str) -> None:
        job = self._first.job if self._first else ""
        self._fail(ClusterError(what, where=self._where, fix=f"`headwater resume {job}` runs the other trials"))

    def _fail(self, error: BaseException) -> None:
        """Stop all trials, and refuse further submissions."""
        with self._changed:
            self._failure = self._failure or error
            self._trials.fail(self._failure)
            self._changed.notify_all()

    def _serve(self, member: Member) -> None:
        """Handle a node's messages from its first trial until its end, in a separate thread."""
        assert self._first is not None
        try:
            member.require_same()
            with self._lock:
                self._members.runs(member.info.id)
            # A process that was given up may still write, so the next process of the node gets another folder.
            name = f"{member.info.id[:12]}-{self._members.deaths(member.info.id)}"
            member.prepare(self._preparation(self._first, name))
        except GetTimeoutError:  # it is an OSError as well
            self._lose(member)
            return
        except (RayTaskError, UserError, OSError) as error:
            self._refuse(member, error.cause if isinstance(error, RayTaskError) else error)
            return
        except RayError:
            self._lose(member)
            return
        with self._lock:
            self._trials.add_node(member)
            if not (member.is_shared or self._store or self._has_warned):
                self._has_warned = True
                states = "`regrade` will lack the starting states that it builds; `--ray-store` keeps them"
                self._trials.notify(f"node {member.info.name} does not share the folder of the job, so {states}")
        try:
            while not self._wait_for_end(0):
                for number, reason in member.rejected():
                    what = f"cannot begin on node {member.info.name}: {reason}"
                    self._take(NodeMessage(number, error=NodeError(what)))
                for message in member.messages():
                    self._take(self._received(member, message))
        except RayError:
            self._lose(member)

    def _preparation(self, first: TrialRequest, name: str) -> NodePreparation:
        folder, options = make_staging(first.job, self._run, name), first.options
        (folder / _MARK).touch()
        needs_folder = "--replay" if options.replay else "--record" if options.record else ""
        return NodePreparation(folder, _MARK, options.allow_weak_isolation, needs_folder, self._store)

    def _received(self, member: Member, message: NodeMessage) -> NodeMessage:
        """Return a message, after writing its trial to the job's folder if the trial has ended.

        Raises:
            RayError: The node is gone. Its trial will run again.
        """
        with self._lock:
            running = self._trials.running.get(message.order)
        if message.sent is None or running is None:
            return message
        try:
            loss_reason = member.receive(message, running.trial.id)
        except GetTimeoutError:  # it is an OSError as well
            raise
        except (ArchiveError, OSError) as problem:
            if (full := _lack_of_room(running.trial.request.job)) is not None:
                return message._replace(finished=None, error=full)
            what = f"cannot be taken from node {member.info.name}: {problem}"
            return message._replace(finished=None, error=message.error or NodeError(what, where=running.trial.id))
        if loss_reason:
            running.trial.notify(f"the agent's output stays on node {member.info.name}: {loss_reason}")
        return message

    def _take(self, message: NodeMessage) -> None:
        """Forward a trial's event, or finalize the trial if it has ended.

        If its node's disk was full, the trial is restarted on another node.
        """
        with self._lock:
            running = self._trials.running.get(message.order)
        if running is None:
            return  # the trial was given up
        if message.event is not None:
            running.trial.notify(message.event)
            return
        if isinstance(message.error, NoRoomError) and not _is_in(message.error.where, running.trial.request.job):
            self._refuse(running.member, message.error)
            return
        with self._changed:
            self._trials.settle(message)
            self._changed.notify_all()

    def _refuse(self, member: Member, error: object) -> None:
        """Exclude a node for the rest of the job. Its trials run on other nodes."""
        with self._changed:
            if self._is_ended or self._failure is not None or member not in self._members:
                return
            message = self._members.refuse(member.info.id, error)
            _LOG.warning(message)
            member.end()
            if self._first is not None:
                self._trials.notify(message)
                if not self._members:
                    self._give_up(f"{message}, and no other is there")
            self._trials.remove_node(member, has_died=False)
            self._changed.notify_all()

    def _lose(self, member: Member) -> None:
        """Remove a node whose process is gone. Its trials run on other nodes."""
        with self._changed:
            if self._is_ended or self._failure is not None or member not in self._members:
                return
            _LOG.warning("node %s is gone", member.info.name)
            self._members.lose(member.info.id)
            member.end()
            self._trials.remove_node(member)
            self._changed.notify_all()


def _wait_for_one(references: list[Any], seconds: float, cancel: threading.Event) -> list[Any]:
    """Return one of these references as soon as it is ready, or nothing if none is ready after this time.

    Raises:
        CancelledError: ``cancel`` was set.
    """
    deadline = time.monotonic() + seconds
    while not cancel.is_set():
        remaining_sec = deadline - time.monotonic()
        ready, _ = ray.wait(references, timeout=max(0.0, min(_POLL_SEC, remaining_sec)))
        if ready or remaining_sec <= 0:
            return list(ready)
    raise CancelledError("the job was interrupted before a node was free")


def _is_in(where: str, folder: Path) -> bool:
    return Path(where).is_relative_to(folder)


def _lack_of_room(folder: Path) -> NoRoomError | None:
    """Return an error if the file system that contains a folder is full, or None otherwise."""
    try:
        require_room(folder)
    except NoRoomError as error:
        return error
    return None


def _join(threads: Collection[threading.Thread], seconds: float) -> None:
    """Wait for threads to end, up to a total time limit."""
    deadline = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
