"""The trial that begins next, with real starting states in a cache."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import write_task

from headwater.jobs import expand
from headwater.jobs._queue import Queue, queue_of
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
def queue(tasks: dict[str, Task], store: SnapshotStore) -> Queue[TrialSpec]:
    return queue_of(sorted(specs(tasks), key=lambda spec: spec.task), tasks, store)


def specs(tasks: dict[str, Task]) -> tuple[TrialSpec, ...]:
    return expand(list(tasks.values()), ["nop"], ["base"], [PromptVariant.BASELINE], 2)


def begin(queue: Queue[TrialSpec]) -> TrialSpec | None:
    spec = queue.next()
    if spec is not None:
        queue.begin()
    return spec


def text_of(spec: TrialSpec | None) -> str:
    return f"{spec.task.rpartition('/')[2]}{spec.repeat}" if spec else "-"


def build(store: SnapshotStore, task: Task) -> None:
    with store.take(start_digest(task), "", lambda folder: (folder / "workspace").mkdir()):
        pass


def test_no_trial_waits_for_a_state_while_another_can_begin(queue: Queue[TrialSpec]) -> None:
    a, b, c = [begin(queue) for _ in range(3)]
    assert [text_of(spec) for spec in (a, b, c, begin(queue))] == ["a1", "b1", "c1", "-"]
    assert a is not None
    assert b is not None
    assert c is not None
    queue.built(b)
    assert [text_of(begin(queue)) for _ in range(2)] == ["b2", "-"]
    queue.built(c)
    queue.built(a)
    assert [text_of(begin(queue)) for _ in range(3)] == ["a2", "c2", "-"]


def test_the_order_is_the_jobs_where_all_states_are_ready(
    queue: Queue[TrialSpec], tasks: dict[str, Task], store: SnapshotStore
) -> None:
    for task in tasks.values():
        build(store, task)
    assert [text_of(begin(queue)) for _ in range(7)] == ["a1", "a2", "b1", "b2", "c1", "c2", "-"]


def test_a_state_that_was_not_built_is_built_by_another_trial(queue: Queue[TrialSpec]) -> None:
    first = begin(queue)
    assert first is not None
    assert text_of(queue.next()) == "b1"
    queue.end(first)
    assert text_of(queue.next()) == "a2"


def test_a_task_is_dropped(queue: Queue[TrialSpec]) -> None:
    begin(queue)
    b = begin(queue)
    assert b is not None
    begin(queue)
    assert queue.next() is None, "the others wait for their starting states"
    queue.drop(lambda spec: spec.task in ("scratch/a", "scratch/b"))
    queue.built(b)
    assert queue.next() is None


def test_trials_that_waited_begin_in_the_order_of_the_job() -> None:
    queue = Queue(range(6), lambda number: "ab"[number % 2])
    assert [(queue.next(), queue.begin()) for _ in range(2)] == [(0, True), (1, True)]
    assert queue.next() is None
    queue.end(1)
    assert (queue.next(), queue.begin()) == (3, True), "it builds what the other one could not"
    queue.built(0)
    assert [(queue.next(), queue.begin()) for _ in range(2)] == [(2, False), (4, False)]
    queue.built(3)
    assert (queue.next(), queue.begin()) == (5, False)


def test_a_name_that_is_given_twice_is_one_trial(tasks: dict[str, Task]) -> None:
    both = [PromptVariant.BASELINE, PromptVariant.BASELINE]
    duplicates = [*tasks.values(), *tasks.values()]
    assert expand(duplicates, ["nop", "nop"], ["base", "base"], both, 2) == specs(tasks)
