"""The processor time of a job's driver per trial, while the executor holds 10 or 1,000 trials.

No trial runs: an executor ends them one after the other, with the record of a real one. The seconds are therefore those
of the driver alone: its queue, its accounts of room and budget, its log, and the account that the executor `ray` keeps.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from _scratch import make_task, scratch, show

import headwater
from headwater import Limits
from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.jobs._staging import make_staging
from headwater.jobs.executors import Executor, Pool, TrialRequest
from headwater.jobs.executors.ray._members import Members, NodeInfo
from headwater.jobs.executors.ray._node import NodeMessage, Order
from headwater.jobs.executors.ray._trials import Trials
from headwater.records import JobConfig, PromptVariant, TrialSpec
from headwater.tasks import Task, read_task
from headwater.trials import Finished, Notify, TrialPaths

TRIALS = 1000
FEW, MANY = 10, TRIALS
REPEATS = 5
NODES = 20
CLAIM_MS = 1.0


class Still(Executor):
    """Ends its oldest trial whenever it is full, and all trials after it has received the last one."""

    name = "still"

    def __init__(self, capacity: int, finished: Finished) -> None:
        self._pool = _StillPool(capacity, finished)

    @contextmanager
    def open(self, at_once: int | None) -> Iterator[Pool]:  # noqa: ARG002 - the pool knows
        """See ``Executor.open``."""
        yield self._pool


class _StillPool:
    def __init__(self, capacity: int, finished: Finished) -> None:
        self._capacity = capacity
        self._finished = finished
        self._waiting: deque[tuple[TrialRequest, Future[Finished]]] = deque()
        self._submitted = 0

    def capacity(self) -> int:
        return self._capacity

    def submit(self, request: TrialRequest, notify: Notify) -> Future[Finished]:  # noqa: ARG002 - nothing happens
        future: Future[Finished] = Future()
        self._waiting.append((request, future))
        self._submitted += 1
        while len(self._waiting) >= self._capacity or (self._submitted == TRIALS and self._waiting):
            ended, of_it = self._waiting.popleft()
            of_it.set_result(of(self._finished, ended.spec))
        return future

    def cancel(self, trials: Collection[str]) -> None:
        raise AssertionError(f"nobody cancels {trials}")


class _Parked:
    """A node on which trials begin, and end when the benchmark ends them."""

    def __init__(self, info: NodeInfo, folder: Path) -> None:
        self.info = info
        self.folder = folder
        self.orders: deque[Order] = deque()

    def begin(self, order: Order) -> None:
        """Take a trial."""
        TrialPaths(self.folder, order.request.spec.id).folder.mkdir(parents=True)
        self.orders.append(order)


def of(finished: Finished, spec: TrialSpec) -> Finished:
    """Return the record of another trial."""
    return replace(finished, record=finished.record.model_copy(update={"spec": spec}))


def drive(folder: Path, task: Task, specs: Sequence[TrialSpec], finished: Finished, at_once: int) -> float:
    """Run a job of trials that end by themselves; return the driver's seconds of processor time per trial."""
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version=headwater.__version__,
        jobs=None,
        allow_weak_isolation=True,
        trials=tuple(specs),
        tasks={task.ref: str(task.folder)},
        job_limits=Limits(tokens=10**9),
        limits=Limits(tokens=10),
    )
    job = JobFolder.create(folder, config)
    started = time.process_time()
    run_job(job, [task], Progress(), threading.Event(), executor=Still(at_once, finished))
    return (time.process_time() - started) / len(specs)


def account(folder: Path, requests: Sequence[TrialRequest], finished: Finished, queued: int) -> float:
    """Record trials and their ends in the executor's account; return seconds of processor time per trial."""
    members: Members[Any] = Members()
    trials = Trials(members, "the Ray cluster")
    nodes = []
    for number in range(NODES):
        info = NodeInfo(f"node-{number}", f"10.0.0.{number}", cores=1, memory_mb=1 << 20)
        node = _Parked(info, make_staging(folder, "run", info.id))
        members.invite(info, node)
        members.runs(info.id)
        trials.add_node(node)  # type: ignore[arg-type]
        nodes.append(node)
    (folder / "trials").mkdir()
    waiting = deque(replace(request, job=folder) for request in requests)
    started = time.process_time()
    ended = 0
    while ended < len(requests):
        while waiting and len(requests) - len(waiting) - ended < queued:
            trials.add(waiting.popleft(), lambda _: None)
        node = max(nodes, key=lambda node: len(node.orders))
        order = node.orders.popleft()
        trials.settle(NodeMessage(order.number, finished=of(finished, order.request.spec)))
        ended += 1
    return (time.process_time() - started) / len(requests)


def compare(what: str, measure: Callable[[int, str], float]) -> None:
    """Measure with few and with many trials in turn, and print both times, their difference and their ratio."""
    few, many = [], []
    for number in range(REPEATS):
        few.append(measure(FEW, f"few-{number}") * 1000)
        many.append(measure(MANY, f"many-{number}") * 1000)
    base = show(f"{what}: each trial with {FEW} queued", few, unit="ms")
    ratio = show(f"{what}: each trial with {MANY} queued", many, unit="ms") / base
    added = [after - before for after, before in zip(many, few, strict=True)]
    show(f"{what}: added by the others, {ratio:.2f} times", added, claim=CLAIM_MS, unit="ms")


def main() -> None:
    with scratch() as folder:
        path = make_task(folder / "suite", "no-services")
        with (path / "task.toml").open("a") as file:
            file.write("\n[agent]\ndisk_mb = 16\n")  # otherwise the disk limits how many trials run at once
        task = read_task(path)
        job = headwater.run(str(task.folder), agents="nop", out=folder / "one", allow_weak_isolation=True).wait()
        [finished] = JobFolder(Path(job.folder)).finished()
        specs = expand([task], ["data-agent:claude-sonnet-4-6"], ["base"], [PromptVariant.BASELINE], TRIALS)
        compare("the driver", lambda at_once, name: drive(folder / f"driver-{name}", task, specs, finished, at_once))
        config = JobFolder(folder / "driver-few-0").config()
        requests = [TrialRequest(spec, task, folder, folder, (), config.options()) for spec in specs]
        compare("the account of ray", lambda queued, name: account(folder / f"ray-{name}", requests, finished, queued))


if __name__ == "__main__":
    main()
