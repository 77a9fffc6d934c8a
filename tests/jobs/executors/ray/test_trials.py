"""Trials wait, run and end as nodes come and go; nothing is started, but folders are real."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")

from tests.agents.small import task

from headwater.errors import CancelledError, NodeError, UnsupportedError
from headwater.jobs import Progress, expand
from headwater.jobs._log import JobLog, Logged
from headwater.jobs._staging import make_staging
from headwater.jobs.executors import TrialRequest
from headwater.jobs.executors.ray import _trials
from headwater.jobs.executors.ray._members import MOST_DEATHS, Members, NodeInfo
from headwater.jobs.executors.ray._node import NodeMessage, Order
from headwater.jobs.executors.ray._trials import Trials
from headwater.records import JobOptions, PromptVariant
from headwater.tasks import Task, read_task
from headwater.trials import RESERVE_MIB, Placed, TrialPaths


class Station:
    """A node that records its orders and does nothing."""

    def __init__(self, info: NodeInfo, folder: Path, free_mib: int | None) -> None:
        self.info = info
        self.folder = folder
        self.is_shared = free_mib is None
        self.free_mib = free_mib or 0
        self.orders: list[Order] = []
        self.cancelled: list[int] = []

    def begin(self, order: Order) -> None:
        self.orders.append(order)
        TrialPaths(self.folder, order.request.spec.id, partial=True).folder.mkdir(parents=True)

    def cancel(self, orders: Collection[int]) -> None:
        self.cancelled += orders


class Site:
    """The trials of a job and the nodes on which they run."""

    def __init__(self, job: Path, small_task: Task) -> None:
        self.job = job
        (job / "trials").mkdir(parents=True)
        self.members: Members[Any] = Members()
        self.trials = Trials(self.members, "the cluster")
        self.events: list[Any] = []
        self.placed: list[str] = []
        specs = expand([small_task], ["nop"], ["base"], [PromptVariant.BASELINE], 4)
        self.requests = [TrialRequest(spec, small_task, job, job, (), JobOptions()) for spec in specs]

    def node(self, name: str, memory_mb: float = 10_000, *, cores: float = 1, free_mib: int | None = None) -> Station:
        """Let a node join, which shares the folder of the job unless the free space of its own disk is given."""
        info = NodeInfo(name, f"address-of-{name}", cores=cores, memory_mb=memory_mb)
        station = Station(info, make_staging(self.job, "run", f"{name}-{self.members.deaths(name)}"), free_mib)
        self.members.invite(info, station)
        self.members.runs(name)
        self.trials.add_node(station)  # type: ignore[arg-type]
        return station

    def lose(self, station: Station) -> None:
        """Let a node die."""
        self.members.lose(station.info.id)
        self.trials.remove_node(station)  # type: ignore[arg-type]

    def add(self, number: int) -> Any:
        """Submit a trial."""
        return self.trials.add(self.requests[number], self.note)

    def submit_again(self, number: int) -> None:
        """Submit a further trial of the same kind."""
        spec = self.requests[number].spec
        again = replace(self.requests[number], spec=spec.model_copy(update={"repeat": spec.repeat + 100}))
        self.trials.add(again, self.note)

    def note(self, event: Any) -> None:
        """Receive an event of a trial."""
        if isinstance(event, Placed):
            self.placed.append(event.machine)
        else:
            self.events.append(event)

    def partial(self, number: int) -> Path:
        """Return the folder in which the live view looks for a running trial."""
        return TrialPaths(self.job, self.requests[number].spec.id, partial=True).folder


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "job", read_task(task(tmp_path / "small", "greet").folder))


def test_a_trial_of_a_node_that_dies_begins_on_another_one_first(site: Site) -> None:
    a = site.node("a")
    first, second = site.add(0), site.add(1)
    assert [order.request for order in a.orders] == [site.requests[0]]
    assert site.partial(0).readlink().is_relative_to(a.folder)
    site.lose(a)
    assert not site.partial(0).is_symlink()
    assert site.events == ["node address-of-a died, and its trial restarts on another one"]
    b = site.node("b")
    assert [order.request for order in b.orders] == [site.requests[0]], "before what came later"
    site.trials.settle(NodeMessage(a.orders[0].number, error=ValueError("late")))
    assert not first.done(), "what a node says that was given up counts no more"
    site.trials.settle(NodeMessage(b.orders[0].number, error=ValueError("broken")))
    with pytest.raises(ValueError, match="broken"):
        first.result(0)
    assert [order.request for order in b.orders] == site.requests[:2]
    assert not second.done()


def test_the_log_says_when_a_trial_starts_on_a_node(site: Site) -> None:
    first, second = site.requests[:2]
    with JobLog(site.job) as log:
        logged = Logged(Progress(), log)
        for request in (first, second):
            log.begins(request.spec)
            site.trials.add(request, partial(logged.event, request.spec))
        a = site.node("a")
        assert starts(site.job) == [f"{first.spec.id} starts on node address-of-a"], "the other waits"
        site.lose(a)
        b = site.node("b")
        site.trials.settle(NodeMessage(b.orders[0].number, error=ValueError("broken")))
    assert starts(site.job) == [
        f"{first.spec.id} starts on node address-of-a",
        f"{first.spec.id} starts on node address-of-b",
        f"{second.spec.id} starts on node address-of-b",
    ]


def starts(job: Path) -> list[str]:
    """Return the lines of a log about trials that start on nodes."""
    lines = (job / "job.log").read_text().splitlines()
    return [line.partition("headwater.trials: ")[2] for line in lines if "starts on node" in line]


def test_a_trial_whose_nodes_die_too_often_ends(site: Site) -> None:
    future = site.add(0)
    for number in range(MOST_DEATHS):
        assert not future.done()
        site.lose(site.node(f"node-{number}"))
    with pytest.raises(NodeError, match=f"its node died {MOST_DEATHS} times"):
        future.result(0)


def test_a_trial_that_its_node_ended_without_being_asked_restarts(site: Site) -> None:
    a = site.node("a")
    future, waiting = site.add(0), site.add(1)
    site.trials.settle(NodeMessage(a.orders[0].number, error=CancelledError("ended")))
    assert site.events == ["node address-of-a lost contact with the driver, and its trial restarts"]
    assert [order.request for order in a.orders] == [site.requests[0]] * 2, "before what came later"
    assert not future.done()
    assert not waiting.done()

    site.trials.cancel([site.requests[0].spec.id])
    site.trials.settle(NodeMessage(a.orders[1].number, error=CancelledError("ended")))
    with pytest.raises(CancelledError):
        future.result(0)
    assert a.orders[2].request == site.requests[1]


def test_cancelling_ends_waiting_trials_and_asks_nodes_to_end_the_others(site: Site) -> None:
    a = site.node("a")
    running, waiting, other = site.add(0), site.add(1), site.add(2)
    site.trials.cancel([request.spec.id for request in site.requests[:2]])
    with pytest.raises(CancelledError):
        waiting.result(0)
    assert a.cancelled == [a.orders[0].number]
    site.lose(a)
    with pytest.raises(CancelledError):
        running.result(0)
    assert [order.request for order in site.node("b").orders] == [site.requests[2]]
    assert not other.done()


def test_a_trial_waits_for_a_large_node_that_is_starting(site: Site) -> None:
    needs = site.requests[0].task.config.agent.memory_mb
    small = NodeInfo("small", "10.0.0.1", cores=1, memory_mb=needs - 1)
    large = NodeInfo("large", "10.0.0.2", cores=1, memory_mb=needs)
    site.members.invite(large, None)
    site.node("small", small.memory_mb)
    future = site.add(0)
    assert not future.done(), "the large node is starting"
    site.members.refuse("large", "another version")
    site.trials.place()
    with pytest.raises(UnsupportedError, match=f"needs {needs} MB; the largest node has {needs - 1} MB"):
        future.result(0)


def test_space_is_reserved_on_the_disk_to_which_a_node_writes(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = site.requests[0].task.config.agent.disk_mb
    monkeypatch.setattr(_trials, "free_mib", lambda _: RESERVE_MIB)
    separate_node = site.node("apart", 100_000, cores=8, free_mib=RESERVE_MIB + 2 * limit)
    for number in range(3):
        site.add(number)
    assert len(separate_node.orders) == 2, "the disk of this node has space for two"
    separate_node.free_mib += limit
    site.trials.place()
    assert len(separate_node.orders) == 3, "a node reports its free space again and again"

    shared = site.node("shared", 100_000, cores=8)
    other = site.node("other", 100_000, cores=8)
    site.add(3)
    assert len(shared.orders) + len(other.orders) == 1, "it is alone on the disk of the job"
    site.submit_again(3)
    assert len(shared.orders) + len(other.orders) == 1, "both nodes write to that disk"


def test_trials_of_a_node_that_is_left_out_begin_again_as_often_as_necessary(site: Site) -> None:
    future = site.add(0)
    for number in range(MOST_DEATHS + 1):
        station = site.node(f"node-{number}")
        site.members.refuse(station.info.id, "its disk is full")
        site.trials.remove_node(station, has_died=False)  # type: ignore[arg-type]
    assert not future.done()
    assert site.events == [
        f"node address-of-node-{number} is left out, and its trial restarts on another one"
        for number in range(MOST_DEATHS + 1)
    ]


def test_trials_wait_while_something_for_their_task_is_uploaded(site: Site, tmp_path: Path) -> None:
    station = site.node("a")
    other = read_task(task(tmp_path / "small", "other").folder)
    site.trials.hold(site.requests[0].task.folder)
    trial = site.add(0)
    assert station.orders == []
    site.trials.add(replace(site.requests[1], task=other), site.note)
    assert [order.request.task for order in station.orders] == [other], "it does not wait"
    site.trials.settle(NodeMessage(station.orders[0].number, error=ValueError("broken")))
    site.trials.release(site.requests[0].task.folder)
    assert [order.request for order in station.orders[1:]] == [site.requests[0]]
    assert not trial.done()


def test_a_failure_ends_all_trials_and_shows_none_as_running(site: Site) -> None:
    a = site.node("a")
    futures = [site.add(0), site.add(1)]
    site.trials.fail(NodeError("the head is gone"))
    for future in futures:
        with pytest.raises(NodeError, match="the head is gone"):
            future.result(0)
    assert a.cancelled == [a.orders[0].number]
    assert not site.partial(0).is_symlink()
    assert site.trials.running == {}
