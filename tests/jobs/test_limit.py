"""The cache stays within its limit while a job runs, and keeps everything that the job still needs."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.jobs.conftest import MakeTask

from headwater.caches import bases_lock
from headwater.errors import UserError
from headwater.harnesses import BuiltHarness
from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.locks import exclusive_if_free
from headwater.records import JobConfig, PromptVariant
from headwater.sandbox import remove_tree
from headwater.snapshots import SnapshotStore
from headwater.tasks import Task, read_task
from headwater.trials import Finished


class SnapshotObserver(Progress):
    """Records the content of the cache after each trial."""

    def __init__(self, store: SnapshotStore) -> None:
        self.cached: list[list[str]] = []
        self._store = store

    def finished(self, finished: Finished) -> None:  # noqa: ARG002
        self.cached.append(sorted(snapshot.manifest.label for snapshot in self._store.all()))


@pytest.fixture
def home(harness: BuiltHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "harnesses").symlink_to(next(iter(harness.mounts.values())).parent)
    monkeypatch.setenv("HEADWATER_HOME", str(folder))
    return folder


def run(home: Path, tasks: list[Task], repeats: int, observer: SnapshotObserver) -> None:
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version="0",
        jobs=1,
        allow_weak_isolation=True,
        trials=expand(tasks, ["nop", "oracle"], ["base"], [PromptVariant.BASELINE], repeats),
        tasks={task.ref: str(task.folder) for task in tasks},
    )
    with SnapshotStore(home).take("a" * 64, "another's", lambda folder: (folder / "workspace").mkdir()):
        pass
    run_job(JobFolder.create(home.parent / "job", config), tasks, observer, threading.Event())
    (home / "harnesses").unlink()
    remove_tree(home)


@pytest.mark.parametrize(
    ("limit", "repeats", "cached"),
    [
        ("0", 1, ["AB", "AB", "BC", "BC"]),  # the first task's state is removed after its two trials
        ("1", 1, ["AB", "AB", "ABC", "ABC"]),
        ("0", 2, ["AB", "AB", "ABC", "ABC", "ABC", "ABC", "BC", "BC"]),  # each is needed a second time
    ],
)
def test_a_starting_state_is_removed_after_its_last_trial(
    make_task: MakeTask, home: Path, monkeypatch: pytest.MonkeyPatch, limit: str, repeats: int, cached: list[str]
) -> None:
    monkeypatch.setenv("HEADWATER_CACHE_GB", limit)
    tasks = [read_task(make_task(name, files={"workspace/name.txt": name})) for name in ("first", "second")]
    names = {"B": "another's", "A": "tasks/first", "C": "tasks/second"}
    observer = SnapshotObserver(SnapshotStore(home))
    run(home, tasks, repeats, observer)
    assert observer.cached == [sorted(names[letter] for letter in letters) for letters in cached]


def test_a_starting_state_that_tasks_have_in_common_stays_for_the_last(
    make_task: MakeTask, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_CACHE_GB", "0")
    tasks = [read_task(make_task(name, files={"workspace/name.txt": "both"})) for name in ("first", "second")]
    observer = SnapshotObserver(SnapshotStore(home))
    run(home, tasks, 1, observer)
    assert observer.cached == [["another's", "tasks/first"]] * 4


def test_an_invalid_limit_is_reported_before_the_first_trial(
    make_task: MakeTask, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_CACHE_GB", "much")
    with pytest.raises(UserError, match="HEADWATER_CACHE_GB=much: not a number"):
        run(home, [read_task(make_task())], 1, SnapshotObserver(SnapshotStore(home)))


@pytest.mark.parametrize("base", [True, False])
def test_a_job_keeps_the_bases_of_its_tasks(make_task: MakeTask, home: Path, base: bool) -> None:
    class LockObserver(SnapshotObserver):
        free: bool | None = None

        def finished(self, finished: Finished) -> None:
            assert finished.status.is_evidence, finished.reason
            with exclusive_if_free(bases_lock(home)) as LockObserver.free:
                pass

    (home / "made/base/workspace").mkdir(parents=True)
    task = read_task(make_task(toml='base = "made/base"\n' if base else ""))
    run(home, [task], 1, LockObserver(SnapshotStore(home)))
    assert LockObserver.free is not base


class Full(Progress):
    """Fails when it receives a finished trial."""

    def finished(self, finished: Finished) -> None:
        raise OSError(f"no room for {finished.record.spec.task}")


def test_an_error_between_trials_ends_the_running_ones(home: Path, make_task: MakeTask) -> None:
    tasks = [read_task(make_task("quick")), read_task(make_task("endless", solution="sleep 600"))]
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version="0",
        jobs=2,
        allow_weak_isolation=True,
        trials=expand(tasks, ["oracle"], ["base"], [PromptVariant.BASELINE], 1),
        tasks={task.ref: str(task.folder) for task in tasks},
    )
    job = JobFolder.create(home.parent / "job", config)
    started = time.monotonic()
    with pytest.raises(OSError, match="no room for tasks/quick"):
        run_job(job, tasks, Full(), threading.Event())
    assert time.monotonic() - started < 300
    assert [trial.record.spec.task for trial in job.finished()] == [tasks[0].ref]
    (home / "harnesses").unlink()
    remove_tree(home)
