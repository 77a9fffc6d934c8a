"""The trial that begins next, with real starting states in a cache."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import write_task

from headwater.jobs import expand
from headwater.jobs._queue import Queue
from headwater.records import PromptVariant, TrialSpec
from headwater.snapshots import SnapshotStore, start_digest
from headwater.tasks import Task, read_task


@pytest.fixture
def tasks(tmp_path: Path) -> dict[str, Task]:
    """Three tasks with different starting states."""
    found = []
    for name in "abc":
        folder = write_task(tmp_path / "scratch" / name)
        (folder / "workspace").mkdir(exist_ok=True)
        (folder / "workspace/name.txt").write_text(name)
        found.append(read_task(folder))
    return {task.ref: task for task in found}


@pytest.fixture
def store(tmp_path: Path) -> SnapshotStore:
    return SnapshotStore(tmp_path / "home")


@pytest.fixture
def queue(tasks: dict[str, Task], store: SnapshotStore) -> Queue:
    return Queue(sorted(specs(tasks), key=lambda spec: spec.task), tasks, store)


def specs(tasks: dict[str, Task]) -> tuple[TrialSpec, ...]:
    return expand(list(tasks.values()), ["nop"], ["base"], [PromptVariant.BASELINE], 2)


def begin(queue: Queue) -> TrialSpec | None:
    spec = queue.next()
    if spec is not None:
        queue.begin(spec)
    return spec


def shown(spec: TrialSpec | None) -> str:
    return f"{spec.task.rpartition('/')[2]}{spec.repeat}" if spec else "-"


def build(store: SnapshotStore, task: Task) -> None:
    with store.take(start_digest(task), "", lambda folder: (folder / "workspace").mkdir()):
        pass


def test_no_trial_waits_for_a_state_while_another_can_begin(
    queue: Queue, tasks: dict[str, Task], store: SnapshotStore
) -> None:
    assert [shown(begin(queue)) for _ in range(4)] == ["a1", "b1", "c1", "-"]
    build(store, tasks["scratch/b"])
    assert [shown(begin(queue)) for _ in range(2)] == ["b2", "-"]
    build(store, tasks["scratch/a"])
    build(store, tasks["scratch/c"])
    assert [shown(begin(queue)) for _ in range(3)] == ["a2", "c2", "-"]


def test_the_order_is_the_jobs_where_all_states_are_ready(
    queue: Queue, tasks: dict[str, Task], store: SnapshotStore
) -> None:
    for task in tasks.values():
        build(store, task)
    assert [shown(begin(queue)) for _ in range(7)] == ["a1", "a2", "b1", "b2", "c1", "c2", "-"]


def test_a_state_that_was_not_built_is_built_by_another_trial(queue: Queue) -> None:
    first = begin(queue)
    assert first is not None
    assert shown(queue.next()) == "b1"
    queue.end(first)
    assert shown(queue.next()) == "a2"


def test_a_task_is_dropped(queue: Queue) -> None:
    queue.drop("scratch/a")
    assert [shown(begin(queue)) for _ in range(3)] == ["b1", "c1", "-"]


def test_a_name_that_is_given_twice_is_one_trial(tasks: dict[str, Task]) -> None:
    both = [PromptVariant.BASELINE, PromptVariant.BASELINE]
    twice = [*tasks.values(), *tasks.values()]
    assert expand(twice, ["nop", "nop"], ["base", "base"], both, 2) == specs(tasks)
