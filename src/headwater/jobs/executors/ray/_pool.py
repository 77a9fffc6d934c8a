"""The driver's side of a job on a cluster: places trials, follows nodes, and takes over what they finish."""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import ray
from ray.exceptions import RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from headwater.errors import CancelledError, ClusterError, DamagedError, NodeError, UserError
from headwater.jobs._folder import JobFolder
from headwater.jobs._staging import (
    clear_staging,
    discard_trial,
    hide_running,
    is_whole,
    make_staging,
    show_running,
    take_over,
)
from headwater.jobs.executors._request import TrialRequest
from headwater.jobs.executors.ray._cluster import Cluster, NodeInfo
from headwater.jobs.executors.ray._node import Greeting, Message, Node, order_for, software_digest
from headwater.jobs.executors.ray._placement import Demand, Placement
from headwater.plurals import counted
from headwater.snapshots import start_digest
from headwater.trials import Finished, Notify, TrialPaths

_LOG = logging.getLogger("headwater.jobs")
_MARK = "driver"
_FREE_SEC = 120.0
"""How long a job waits for a node: processes start slowly on busy machines."""
_END_SEC = 60.0
_MESSAGES_SEC = 2.0
_LOOK_SEC = 2.0
_SILENCES = 5
"""So often in a row a head does not answer before it is given up."""
_MOST_DEATHS = 3
_CALLS = 8
"""Calls of an actor at the same time; trials have threads of their own."""


@dataclass
class _Trial:
    request: TrialRequest
    notify: Notify
    demand: Demand
    future: Future[Finished] = field(default_factory=Future)
    number: int = 0
    deaths: int = 0
    is_cancelled: bool = False

    @property
    def id(self) -> str:
        return self.request.spec.id


@dataclass
class _Member:
    """A node of the cluster with its actor."""

    info: NodeInfo
    actor: Any
    greeting: Any
    folder: Path | None = None
    calls: list[tuple[_Trial, Any]] = field(default_factory=list)


class RayPool:
    """See ``Pool``.

    Args:
        cluster: That this process is connected to.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._run = uuid4().hex[:12]
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._placement = Placement()
        self._waiting: deque[_Trial] = deque()
        self._running: dict[int, tuple[_Trial, _Member]] = {}
        self._members: dict[str, _Member] = {}
        self._losses: Counter[str] = Counter()
        self._refused: set[str] = set()
        self._refusals: list[str] = []
        self._numbers = itertools.count(1)
        self._first: TrialRequest | None = None
        self._failure: ClusterError | None = None
        self._is_ended = False
        self._lonely_since = time.monotonic()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin an actor on each node, and wait for the first that has the same Headwater as this process.

        Raises:
            ClusterError: No node has room, or all have another version of Headwater.
        """
        self._invite()
        if not self._members:
            raise ClusterError("has no node with a processor", where=self._where, fix="add nodes to it")
        pending = {member.greeting: member for member in self._members.values()}
        deadline, refusal = time.monotonic() + _FREE_SEC, None
        while pending:
            ready, _ = ray.wait(list(pending), timeout=max(0, deadline - time.monotonic()))
            if not ready:
                break
            member = pending.pop(ready[0])
            try:
                self._require_same(member)
            except ClusterError as error:
                refusal = error
                self._refuse(member, error)
            else:
                self._follow(self._watch)
                return
        if refusal is not None:
            raise refusal
        what = f"is full: {counted(len(self._members), 'node')}, and none is free after {_FREE_SEC:g} s"
        raise ClusterError(what, where=self._where, fix="end what runs there, or add nodes")

    def submit(self, request: TrialRequest, notify: Notify) -> Future[Finished]:
        """See ``Pool.submit``."""
        agent = request.task.config.agent
        trial = _Trial(request, notify, Demand(agent.cpus, agent.memory_mb, _start(request)))
        with self._lock:
            if self._first is None:
                self._first = request
                for message in self._refusals:
                    notify(message)
                (request.job / "trials").mkdir(exist_ok=True)
                for member in self._members.values():
                    self._follow(self._serve, member)
            if self._failure is not None:
                trial.future.set_exception(self._failure)
            else:
                self._waiting.append(trial)
                self._place()
        return trial.future

    def cancel(self, trials: Collection[str]) -> None:
        """See ``Pool.cancel``."""
        with self._lock:
            for trial in [each for each in self._waiting if each.id in trials]:
                self._waiting.remove(trial)
                trial.future.set_exception(CancelledError("ended before it began"))
            for number, (trial, member) in self._running.items():
                if trial.id in trials:
                    trial.is_cancelled = True
                    member.actor.cancel.remote([number])

    def end(self) -> None:
        """End every trial, and wait for that; then end the actors."""
        with self._changed:
            self.cancel([each.id for each in self._waiting] + [each.id for each, _ in self._running.values()])
            self._changed.wait_for(lambda: not self._running or self._failure is not None, timeout=_END_SEC)
            self._is_ended = True
            for trial, _ in list(self._running.values()):
                trial.future.set_exception(CancelledError("its node does not answer"))
            self._running.clear()
            self._changed.notify_all()
        for member in self._members.values():
            ray.kill(member.actor)
        for thread in self._threads:
            thread.join(_END_SEC)
        if self._first is not None:
            clear_staging(self._first.job)

    @property
    def _where(self) -> str:
        return f"the Ray cluster at {self._cluster.address}"

    def _invite(self) -> list[_Member]:
        """Begin an actor on each node that has none; it takes all processors of the node."""
        new = []
        for info in self._cluster.nodes():
            if info.id not in self._members and info.id not in self._refused:
                actor: Any = (
                    ray.remote(Node)
                    .options(
                        num_cpus=info.cores,
                        max_concurrency=_CALLS,
                        max_restarts=0,
                        scheduling_strategy=NodeAffinitySchedulingStrategy(info.id, soft=False),
                    )
                    .remote()
                )
                new.append(_Member(info, actor, actor.greet.remote()))
        with self._lock:
            self._members |= {member.info.id: member for member in new}
        return new

    def _require_same(self, member: _Member) -> None:
        """Refuse a node on which another Headwater is installed, or none.

        Raises:
            ClusterError: It is so.
        """
        where, fix = f"node {member.info.name}", "install the same version on all nodes"
        try:
            greeting: Greeting = ray.get(member.greeting)
        except RayError as error:
            line = str(error).strip().splitlines()[-1][:200]
            raise ClusterError(f"cannot run Headwater: {line}", where=where, fix=fix) from None
        if greeting.software != software_digest():
            what = f"has another Headwater ({greeting.version}, {greeting.software[:12]})"
            raise ClusterError(what, where=where, fix=fix)

    def _follow(self, function: Any, *arguments: Any) -> None:
        thread = threading.Thread(target=function, args=arguments, name=f"ray {self._run}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _watch(self) -> None:
        """Look for new nodes, and whether the head is there."""
        silences = 0
        while not self._wait_for_end(_LOOK_SEC):
            silences = 0 if self._cluster.is_there() else silences + 1
            if silences >= _SILENCES:
                self._fail("its head is gone")
            if silences:
                continue
            for member in self._invite():
                if self._first is not None:
                    self._follow(self._serve, member)
            with self._lock:
                is_stuck = not len(self._placement) and self._first is not None
                if is_stuck and time.monotonic() - self._lonely_since > _FREE_SEC:
                    self._fail("no node is left")

    def _wait_for_end(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._is_ended or self._failure is not None, timeout=seconds)

    def _fail(self, what: str) -> None:
        """Give up the cluster: no trial can run any more."""
        with self._changed:
            job = self._first.job if self._first else ""
            error = ClusterError(what, where=self._where, fix=f"`headwater resume {job}` runs the other trials")
            self._failure = self._failure or error
            for number, (_, member) in self._running.items():
                member.actor.cancel.remote([number])
            for trial in [*self._waiting, *(each for each, _ in self._running.values())]:
                hide_running(trial.request.job, trial.id)
                trial.future.set_exception(self._failure)
            self._waiting.clear()
            self._running.clear()
            self._changed.notify_all()

    def _serve(self, member: _Member) -> None:
        """Follow a node from its first trial to its end, in a thread of its own."""
        assert self._first is not None
        try:
            self._require_same(member)
            name = f"{member.info.id[:12]}-{self._losses[member.info.id]}"
            folder = make_staging(self._first.job, self._run, name)
            (folder / _MARK).touch()
            ray.get(member.actor.prepare.remote(folder, _MARK, self._first.options.allow_weak_isolation))
        except (RayTaskError, UserError, OSError) as error:
            self._refuse(member, error.cause if isinstance(error, RayTaskError) else error)
            return
        except RayError:
            self._lose(member)
            return
        with self._lock:
            member.folder = folder
            self._placement.add(member.info.id, member.info.cores, member.info.memory_mb)
            self._place()
        try:
            while not self._wait_for_end(0):
                self._check_calls(member)
                for message in ray.get(member.actor.messages.remote(_MESSAGES_SEC)):
                    self._take(message)
        except RayError:
            self._lose(member)

    def _check_calls(self, member: _Member) -> None:
        """Make sure that the node has understood its orders."""
        with self._lock:
            calls, member.calls = member.calls, []
        for trial, call in calls:
            try:
                ray.get(call)
            except RayTaskError as error:
                what = f"cannot begin on node {member.info.name}: {error.cause}"
                self._settle(trial.number, error=NodeError(what, where=trial.id))

    def _place(self) -> None:
        """Give nodes the trials for which they have room, in order: a large one is not overtaken for ever."""
        while self._waiting:
            trial = self._waiting[0]
            name = self._placement.place(trial.id, trial.demand)
            if name is None:
                if len(self._placement) and trial.demand.memory_mb > self._placement.largest_memory_mb():
                    self._waiting.popleft()
                    trial.future.set_exception(self._too_large(trial))
                    continue
                return
            self._waiting.popleft()
            member = self._members[name]
            assert member.folder is not None
            trial.number = next(self._numbers)
            self._running[trial.number] = trial, member
            show_running(trial.request.job, member.folder, trial.id)
            member.calls.append((trial, member.actor.begin.remote(order_for(trial.number, trial.request))))

    def _too_large(self, trial: _Trial) -> ClusterError:
        largest = self._placement.largest_memory_mb()
        what = f"{trial.request.spec.task} needs {trial.demand.memory_mb} MB; the largest node has {largest:.0f} MB"
        return ClusterError(what, where=self._where, fix="add a node with more memory")

    def _take(self, message: Message) -> None:
        with self._lock:
            trial, _ = self._running.get(message.order, (None, None))
        if trial is None:
            return  # it was given up
        if message.event is not None:
            trial.notify(message.event)
        elif message.finished is not None:
            self._settle(message.order, finished=message.finished)
        elif message.error is not None:
            self._settle(message.order, error=message.error)

    def _settle(self, number: int, *, finished: Finished | None = None, error: BaseException | None = None) -> None:
        """A trial has ended on its node."""
        with self._changed:
            if number not in self._running:
                return  # it was given up
            trial, member = self._running.pop(number)
            assert member.folder is not None
            self._placement.free(member.info.id, trial.id)
            try:
                if finished is not None:
                    take_over(trial.request.job, member.folder, trial.id)
                else:
                    discard_trial(trial.request.job, member.folder, trial.id)
            except OSError as problem:
                error = NodeError(f"cannot be taken over from node {member.info.name}: {problem}", where=trial.id)
            if error is not None:
                trial.future.set_exception(error)
            elif finished is not None:
                trial.future.set_result(finished)
            self._place()
            self._changed.notify_all()

    def _refuse(self, member: _Member, error: Exception) -> None:
        """Leave a node out for the rest of the job."""
        with self._lock:
            message = f"node {member.info.name} is left out: {error}"
            _LOG.warning(message)
            self._refusals.append(message)
            self._refused.add(member.info.id)
            del self._members[member.info.id]
            ray.kill(member.actor)
            if self._first is not None:
                for trial in [*self._waiting, *(each for each, _ in self._running.values())][:1]:
                    trial.notify(message)
                if not self._members:
                    self._fail(f"{message}, and no other is there")

    def _lose(self, member: _Member) -> None:
        """The process of a node is gone, and maybe the node: its trials run elsewhere.

        It is asked again: what has killed the process may not concern the next one.
        """
        with self._changed:
            if self._is_ended or self._failure is not None:
                return
            name = member.info.id
            _LOG.warning("node %s is gone", member.info.name)
            self._members.pop(name, None)
            self._losses[name] += 1
            if self._losses[name] >= _MOST_DEATHS:
                self._refused.add(name)
            self._placement.remove(name)
            ray.kill(member.actor)
            self._lonely_since = time.monotonic()
            for number in [number for number, (_, on) in self._running.items() if on is member]:
                self._give_back(number)
            self._place()
            self._changed.notify_all()

    def _give_back(self, number: int) -> None:
        """Let a trial begin again elsewhere, unless its node had finished it and could not say so any more."""
        trial, member = self._running[number]
        assert member.folder is not None
        if is_whole(member.folder, trial.id):
            try:
                finished = JobFolder(member.folder).read(trial.id)
            except DamagedError:
                TrialPaths(member.folder, trial.id).discard()
            else:
                self._settle(number, finished=finished)
                return
        del self._running[number]
        discard_trial(trial.request.job, member.folder, trial.id)
        trial.deaths += 1
        if trial.is_cancelled:
            trial.future.set_exception(CancelledError("ended with its node"))
        elif trial.deaths >= _MOST_DEATHS:
            trial.future.set_exception(NodeError(f"its node died {trial.deaths} times", where=trial.id))
        else:
            trial.notify(f"node {member.info.name} died, and its trial begins again on another one")
            self._waiting.appendleft(trial)


def _start(request: TrialRequest) -> str:
    try:
        return start_digest(request.task)
    except (UserError, OSError):  # the trial itself will meet it and say so
        return ""
