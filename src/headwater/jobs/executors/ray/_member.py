"""Represents a node on the driver's side, and calls the node's actor."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from headwater.errors import ClusterError
from headwater.jobs.executors.ray._members import NodeInfo
from headwater.jobs.executors.ray._node import (
    Greeting,
    NodeMessage,
    NodePreparation,
    NodeReadiness,
    NodeReport,
    NodeRunner,
    Order,
    software_digest,
)
from headwater.jobs.executors.ray._sending import pack_task, receive_trial
from headwater.tasks import Task

_CALLS = 8
"""The number of concurrent calls to an actor. Trials run in other threads."""
_MESSAGES_SEC = 2.0
_ANSWER_SEC = 120.0
"""The time without an answer after which a process is given up. Its trials end by themselves."""
_PREPARE_SEC = 600.0
_LEAVE_SEC = 30.0


class PackedTasks:
    """The tasks of a job as archives in Ray's object store. Each task is packed when it is first needed."""

    def __init__(self) -> None:
        self._packed: dict[Path, Any] = {}

    def of(self, task: Task) -> Any:
        """Return a reference to a task's archive."""
        if task.folder not in self._packed:
            self._packed[task.folder] = ray.put(pack_task(task))
        return self._packed[task.folder]


class Member:
    """A node that was invited to a job. Its actor starts when all processors of the node are free.

    Args:
        info: The node.
        packed: The tasks, for nodes that cannot read their folders.

    Attributes:
        greeting: A reference that is ready when the actor runs. ``ray.wait`` waits for it.
        folder: The folder to which the prepared node writes its trials, or to which the driver writes those that it
            sends.
        is_shared: Whether the prepared node shares the job's folder.
        free_mib: The free space of the file system to which the prepared node writes trials.
        is_followed: Whether a thread in the pool handles messages from the node.
    """

    def __init__(self, info: NodeInfo, packed: PackedTasks) -> None:
        self.info = info
        self.folder: Path | None = None
        self._packed = packed
        self.is_shared = True
        self.free_mib = 0
        self.is_followed = False
        # One thread appends and another removes, which a deque allows without a lock.
        self._calls: deque[tuple[int, Any]] = deque()
        actor_class: Any = ray.remote(NodeRunner)
        self._actor = actor_class.options(
            # All processors are reserved, so that no other work of the cluster disturbs the trials.
            num_cpus=info.cores,
            max_concurrency=_CALLS,
            # Ray must not restart the process, because the driver counts deaths and has to prepare each new process.
            max_restarts=0,
            scheduling_strategy=NodeAffinitySchedulingStrategy(info.id, soft=False),
        ).remote()
        self.greeting: Any = self._actor.greet.remote()

    def require_same(self) -> None:
        """Make sure that the node has the same version of Headwater as this process. The actor must be running.

        Raises:
            ClusterError: The node has a different version of Headwater, or no working installation.
            RayError: The node is gone.
        """
        where, fix = f"node {self.info.name}", "install the same version on all nodes"
        try:
            greeting: Greeting = ray.get(self.greeting)
        except RayTaskError as error:
            raise ClusterError(f"cannot run Headwater: {last_line(error)}", where=where, fix=fix) from None
        if greeting.software != software_digest():
            what = f"has another Headwater ({greeting.version}, {greeting.software[:12]})"
            raise ClusterError(what, where=where, fix=fix)

    def prepare(self, preparation: NodePreparation) -> None:
        """See ``NodeRunner.prepare``.

        Raises:
            RayError: The node is gone. A ``RayTaskError`` says why the node cannot run trials.
        """
        readiness: NodeReadiness = ray.get(self._actor.prepare.remote(preparation), timeout=_PREPARE_SEC)
        self.is_shared, self.free_mib = readiness
        self.folder = preparation.folder

    def begin(self, order: Order) -> None:
        """Send a trial, and return immediately."""
        if not self.is_shared and not order.files.in_package:
            order = replace(order, packed=self._packed.of(order.request.task))
        self._calls.append((order.number, self._actor.begin.remote(order)))

    def rejected(self) -> list[tuple[int, BaseException]]:
        """Return the numbers of the orders that the node could not start, with the reasons.

        Raises:
            RayError: The node is gone, or does not answer.
        """
        found: list[tuple[int, BaseException]] = []
        while self._calls:
            number, call = self._calls.popleft()
            try:
                ray.get(call, timeout=_ANSWER_SEC)
            except RayTaskError as error:
                found.append((number, error.cause))
        return found

    def messages(self) -> list[NodeMessage]:
        """Wait briefly for messages from the node.

        Raises:
            RayError: The node is gone, or does not answer.
        """
        report: NodeReport = ray.get(self._actor.report.remote(_MESSAGES_SEC), timeout=_ANSWER_SEC)
        self.free_mib = report.free_mib
        return report.messages

    def receive(self, message: NodeMessage, trial: str) -> str:
        """Download the archives of a finished trial, and write the trial as if the node shared the job's folder.

        Returns:
            The reason why the agent's output is lost. Empty if it was received.

        Raises:
            ArchiveError: An archive is damaged.
            RayError: The node is gone, or does not answer.
        """
        assert self.folder is not None
        assert message.sent is not None

        def read(name: str, position: int, size: int) -> bytes:
            piece: bytes = ray.get(self._actor.read.remote(name, position, size), timeout=_ANSWER_SEC)
            return piece

        loss_reason = receive_trial(message.sent, self.folder, trial, read)
        self._actor.forget.remote(message.order)
        return loss_reason

    def cancel(self, orders: Collection[int]) -> None:
        """Stop these trials, and return immediately."""
        self._actor.cancel.remote(list(orders))

    def end(self) -> threading.Thread:
        """Stop the actor and its trials in a background thread, and return that thread.

        The actor is asked to stop, because that works even if the cluster's head node is gone. It is killed only if it
        has not started or does not respond.
        """
        thread = threading.Thread(target=self._end, name=f"end {self.info.name}", daemon=True)
        thread.start()
        return thread

    def _end(self) -> None:
        has_begun, _ = ray.wait([self.greeting], timeout=0)
        if not has_begun or not ray.wait([self._actor.leave.remote()], timeout=_LEAVE_SEC)[0]:
            ray.kill(self._actor)


def last_line(error: Exception) -> str:
    """Return the last line of a Ray error, which can have many lines."""
    return str(error).strip().splitlines()[-1][:200]
