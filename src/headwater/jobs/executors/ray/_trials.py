"""Tracks the submitted trials: the waiting ones, and the running ones with their nodes.

Nothing here waits or locks. The caller must hold the lock of the pool.
"""

from __future__ import annotations

import itertools
import logging
from collections import deque
from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from headwater.errors import (
    CancelledError,
    CredentialError,
    DamagedError,
    InfraError,
    NodeError,
    UnsupportedError,
    UserError,
)
from headwater.jobs._folder import JobFolder
from headwater.jobs._room import FileSystemRoom
from headwater.jobs._staging import discard_trial, hide_running, is_whole, job_of, show_running, take_over
from headwater.jobs.executors._request import TrialRequest
from headwater.jobs.executors.ray._member import Member
from headwater.jobs.executors.ray._members import MOST_DEATHS, Members
from headwater.jobs.executors.ray._node import NodeMessage, Order, TaskFiles
from headwater.jobs.executors.ray._placement import ClusterPlacement, Demand
from headwater.snapshots import start_digest
from headwater.tasks import Task
from headwater.trials import Finished, Notify, Placed, free_mib

_LOG = logging.getLogger("headwater.jobs")


@dataclass(eq=False)
class Trial:
    """A trial, from its submission to its end."""

    request: TrialRequest
    notify: Notify
    demand: Demand
    future: Future[Finished] = field(default_factory=Future)
    deaths: int = 0
    is_cancelled: bool = False

    @property
    def id(self) -> str:
        """See ``TrialSpec.id``."""
        return self.request.spec.id


@dataclass(frozen=True)
class Running:
    """A trial on a node."""

    trial: Trial
    member: Member
    folder: Path


class Trials:
    """Places trials, and settles their futures.

    Args:
        members: The job's nodes.
        where: A description of the cluster for messages.
    """

    def __init__(self, members: Members[Member], where: str) -> None:
        self._members = members
        self._where = where
        self._placement = ClusterPlacement()
        self._shared_disk: FileSystemRoom | None = None
        self._held_folders: set[Path] = set()
        self._waiting: deque[Trial] = deque()
        self._numbers = itertools.count(1)
        self._files: dict[Path, TaskFiles] = {}
        self._starts: dict[Path, str] = {}
        self.running: dict[int, Running] = {}

    def add(self, request: TrialRequest, notify: Notify) -> Future[Finished]:
        """Add a trial, and start it if a node has room."""
        agent = request.task.config.agent
        demand = Demand(agent.cpus, agent.memory_mb, self.start_of(request.task), agent.disk_mb)
        trial = Trial(request, notify, demand)
        self._waiting.append(trial)
        self.place()
        return trial.future

    def add_node(self, member: Member) -> None:
        """Record that a node is prepared."""
        disk = self._disk_of(member)
        self._placement.add(member.info.id, member.info.cores, member.info.memory_mb, disk)
        self.place()

    def remove_node(self, member: Member, *, has_died: bool = True) -> None:
        """Record that a node is gone. Its trials wait for another node.

        Args:
            member: The node.
            has_died: Whether its trials may have killed it, in which case they are restarted only a few times.
        """
        self._placement.remove(member.info.id)
        for number in [number for number, running in self.running.items() if running.member is member]:
            self._give_back(number, has_died=has_died)
        self.place()

    def hold(self, folder: Path) -> None:
        """Let the trials of a task wait while its files are uploaded. The task is identified by its folder."""
        self._held_folders.add(folder)

    def release(self, folder: Path) -> None:
        """Let the trials of a task start."""
        self._held_folders.discard(folder)
        self.place()

    def place(self) -> None:
        """Start the waiting trials for which nodes have room, in order, so that small trials do not delay a large one.

        A trial is overtaken only while its task's files are being uploaded, or while it is too large for every prepared
        node and a larger node may come.
        """
        first = 0
        while len(self._placement) and first < len(self._waiting):
            trial = self._waiting[first]
            if trial.request.task.folder in self._held_folders:
                first += 1
                continue
            name = self._placement.place(trial.id, trial.demand)
            if name is not None:
                del self._waiting[first]
                self._begin(trial, self._members[name])
            elif trial.demand.memory_mb > self._members.memory_mb():
                del self._waiting[first]
                trial.future.set_exception(self._too_large(trial))
            elif trial.demand.memory_mb > self._placement.largest_memory_mb():
                first += 1
            else:
                return

    def cancel(self, trials: Collection[str] | None) -> None:
        """End these trials, or all trials if no ids are given."""
        chosen = None if trials is None else frozenset(trials)
        waiting, self._waiting = self._waiting, deque()
        for trial in waiting:
            if chosen is None or trial.id in chosen:
                trial.future.set_exception(CancelledError("ended before it began"))
            else:
                self._waiting.append(trial)
        for number, running in self.running.items():
            if chosen is None or running.trial.id in chosen:
                running.trial.is_cancelled = True
                running.member.cancel([number])

    def fail(self, error: BaseException) -> None:
        """End all trials with an error."""
        waiting, self._waiting = self._waiting, deque()
        running, self.running = self.running, {}
        for number, each in running.items():
            each.member.cancel([number])
        for trial in [*waiting, *(each.trial for each in running.values())]:
            trial.future.set_exception(error)
        for each in running.values():
            hide_running(each.trial.request.job, each.trial.id)

    def notify(self, message: str) -> None:
        """Report something that does not concern a single trial."""
        for trial in [*itertools.islice(self._waiting, 1), *(each.trial for each in self.running.values())][:1]:
            trial.notify(message)

    def settle(self, message: NodeMessage) -> None:
        """Settle a trial that has ended on its node, unless the node was given up before.

        If a node ended a trial although nobody cancelled it, the trial restarts: the node had not heard from this
        process for a minute, for example because the process was suspended.
        """
        running = self.running.pop(message.order, None)
        if running is None:
            return
        trial, error = running.trial, message.error
        if isinstance(error, CredentialError):
            where, fix = f"node {running.member.info.name}", "export it where Ray starts on this node"
            error = CredentialError(error.what, where=where, fix=fix)
        self._placement.free(running.member.info.id, trial.id)
        try:
            if message.finished is not None:
                take_over(trial.request.job, running.folder, trial.id)
            else:
                discard_trial(trial.request.job, running.folder, trial.id)
        except (OSError, InfraError) as problem:
            what = f"cannot be taken over from node {running.member.info.name}: {problem}"
            error = error or NodeError(what, where=trial.id)
        if isinstance(error, CancelledError) and not trial.is_cancelled:
            trial.notify(f"node {running.member.info.name} lost contact with the driver, and its trial restarts")
            self._waiting.appendleft(trial)
        elif error is not None:
            trial.future.set_exception(error)
        elif message.finished is not None:
            trial.future.set_result(message.finished)
        self.place()

    def _begin(self, trial: Trial, member: Member) -> None:
        assert member.folder is not None
        number, task = next(self._numbers), trial.request.task
        self.running[number] = Running(trial, member, member.folder)
        show_running(trial.request.job, member.folder, trial.id)
        if task.folder not in self._files:
            self._files[task.folder] = TaskFiles.of(task)
        trial.notify(Placed(member.info.name))
        member.begin(Order(number, trial.request, self._files[task.folder]))

    def _disk_of(self, member: Member) -> FileSystemRoom:
        """Return the file system to which a node writes trials: the job's, or the node's own."""
        if not member.is_shared:
            return FileSystemRoom(lambda: member.free_mib)
        if self._shared_disk is None:
            assert member.folder is not None
            job = job_of(member.folder)
            self._shared_disk = FileSystemRoom(lambda: free_mib(job))
        return self._shared_disk

    def _give_back(self, number: int, *, has_died: bool) -> None:
        """Restart a trial on another node, unless its node had finished it but could not report that."""
        running = self.running[number]
        trial, job = running.trial, running.trial.request.job
        if (finished := _read_whole(running)) is not None:
            self.settle(NodeMessage(number, finished=finished))
            return
        del self.running[number]
        try:
            discard_trial(job, running.folder, trial.id)
        except (OSError, InfraError) as problem:  # the files are removed at the end of the job
            _LOG.warning("files of %s stay on node %s: %s", trial.id, running.member.info.name, problem)
        trial.deaths += has_died
        if trial.is_cancelled:
            trial.future.set_exception(CancelledError("ended with its node"))
        elif trial.deaths >= MOST_DEATHS:
            trial.future.set_exception(NodeError(f"its node died {trial.deaths} times", where=trial.id))
        else:
            ended = "died" if has_died else "is left out"
            trial.notify(f"node {running.member.info.name} {ended}, and its trial restarts on another one")
            self._waiting.appendleft(trial)

    def start_of(self, task: Task) -> str:
        """Return a starting state's digest, which is cached because it reads every file of the task."""
        if task.folder not in self._starts:
            try:
                self._starts[task.folder] = start_digest(task)
            except (UserError, OSError):  # the trial itself will report the error
                self._starts[task.folder] = ""
        return self._starts[task.folder]

    def _too_large(self, trial: Trial) -> UnsupportedError:
        needs, largest = trial.demand.memory_mb, self._members.memory_mb()
        what = f"{trial.request.spec.task} needs {needs} MB; the largest node has {largest:.0f} MB"
        return UnsupportedError(what, where=self._where, fix="add a node with more memory")


def _read_whole(running: Running) -> Finished | None:
    """Return a trial if its node has written it completely, or None otherwise."""
    if not is_whole(running.folder, running.trial.id):
        return None
    try:
        return JobFolder(running.folder).read(running.trial.id)
    except DamagedError as problem:
        _LOG.warning("%s; the trial runs again", problem)
        return None
