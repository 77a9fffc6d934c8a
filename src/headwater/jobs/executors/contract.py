"""Tests the behaviour of executors, for use in packages that provide one.

A test module defines a fixture ``executor`` and a class::

    @pytest.fixture
    def executor() -> Executor:
        return MyExecutor()

    class TestMyExecutor(ExecutorContract):
        pass

The tests run small real jobs. They need no service, but the cache of ``HEADWATER_HOME`` must be writable.
"""

from __future__ import annotations

import pickle
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from headwater import __version__
from headwater.errors import BrokenTaskError, TasksBrokenError, UserError
from headwater.grading import CheckStarted
from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.jobs.executors import Executor
from headwater.records import JobConfig, PromptVariant, TrialSpec
from headwater.tasks import Task, read_task
from headwater.trials import AgentStarted, Finished

_TOML = """\
id = "{name}"
title = "A task for the contract of executors"
suite = "contract"
tier = "tier-1"
category = "debugging"
competencies = ["environment-setup"]
starting_state = "broken"
"""
_CHECKS = """\
from headwater.grading import Graded, Result, expect, functional

@functional
def done(graded: Graded) -> Result:
    return expect(graded.workspace.read_text("done.txt") == "yes", "done.txt should say yes")
"""
_SOLVE = "printf yes > done.txt\n"
_PATIENCE_SEC = 300.0


class ExecutorContract:
    """Tests for the executor that the fixture ``executor`` returns."""

    def test_each_trial_runs_once_and_an_error_belongs_to_one(self, executor: Executor, tmp_path: Path) -> None:
        """Records are written, events arrive, and a broken task does not end a trial of another task."""
        broken = _write_task(tmp_path, "broken", checks="raise RuntimeError('no checks')\n")
        good = _write_task(tmp_path, "good")
        trials = (*_trials(broken, "oracle", 1), *_trials(good, "oracle", 2), *_trials(good, "nop", 1))
        job, observer = _make_job(tmp_path, [broken, good], trials), _EventRecorder()
        [error] = _errors_of(lambda: _run(job, [broken, good], executor, observer))
        assert isinstance(error, BrokenTaskError), "an error keeps its class"
        assert (error.where, "no checks" in error.what) == (str(broken.folder / "checks.py"), True), "and its fields"

        records = {spec.id: job.read(spec.id) for spec in trials[1:]}
        assert [finished.record.faults for finished in records.values()] == [(), (), ()]
        assert [finished.record.attempts for finished in records.values()] == [1, 1, 1]
        assert [_score(finished) for finished in records.values()] == [1, 1, 0]
        assert observer.records == records, "what an executor gives back is what is on disk"
        assert sorted(path.name for path in (job.folder / "trials").iterdir()) == sorted(records)
        starts = Counter(trial for trial, event in observer.events if isinstance(event, AgentStarted))
        assert starts == Counter(spec.id for spec in trials), "each agent starts once, and says so"
        checked = {trial for trial, event in observer.events if isinstance(event, CheckStarted)}
        assert records.keys() <= checked, "each check says that it starts"
        for _, event in observer.events:
            assert pickle.loads(pickle.dumps(event)) == event, "events pickle"  # noqa: S301 - our own bytes

    def test_cancelling_ends_what_runs_and_leaves_nothing(self, executor: Executor, tmp_path: Path) -> None:
        """A cancelled trial leaves no process and no folder, and runs when the job is resumed."""
        length = f"{random.randint(10**5, 10**6)}.{random.randint(0, 10**6)}"  # noqa: S311 - to find it again
        task = _write_task(tmp_path, "slow", solve=f"sleep {length}\n")
        trials = _trials(task, "oracle", 1)
        job, cancel = _make_job(tmp_path, [task], trials), threading.Event()
        outcome = _run(
            job, [task], executor, _EventRecorder(lambda event: isinstance(event, AgentStarted), cancel), cancel
        )
        assert (outcome.interrupted, outcome.remaining) == (True, 1)
        assert _eventually(lambda: not _processes_with(length)), "the agent ends with its trial"
        assert list((job.folder / "trials").iterdir()) == []

        (task.folder / "solution/solve.sh").write_text(_SOLVE)
        outcome = _run(job, [task], executor, _EventRecorder())
        assert (outcome.interrupted, outcome.remaining) == (False, 0)
        assert _score(job.read(trials[0].id)) == 1

    def test_it_has_a_name_and_a_capacity(self, executor: Executor) -> None:
        """If no number is given, at least one trial runs at a time."""
        executor.require()
        assert executor.name
        with executor.open(None, lambda _: None, threading.Event()) as pool:
            assert pool.capacity() >= 1


class _EventRecorder(Progress):
    """Collects a job's progress, and cancels the job at an event if requested."""

    def __init__(self, is_last: Callable[[Any], bool] = lambda _: False, cancel: threading.Event | None = None) -> None:
        self.events: list[tuple[str, Any]] = []
        self.records: dict[str, Finished] = {}
        self._is_last = is_last
        self._cancel = cancel

    def event(self, spec: TrialSpec, event: Any) -> None:
        self.events.append((spec.id, event))
        if self._cancel is not None and self._is_last(event):
            self._cancel.set()

    def finished(self, finished: Finished) -> None:
        assert finished.record.spec.id not in self.records, "a trial finishes once"
        self.records[finished.record.spec.id] = finished


def _write_task(parent: Path, name: str, *, checks: str = _CHECKS, solve: str = _SOLVE) -> Task:
    folder = parent / "contract" / name
    texts = {
        "task.toml": _TOML.format(name=name),
        "instruction.md": "Write yes to done.txt.\n",
        "instruction.informed.md": "Write yes to done.txt, without a line end.\n",
        "workspace/notes.txt": "as shipped\n",
        "checks.py": checks,
        "solution/solve.sh": solve,
    }
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return read_task(folder)


def _trials(task: Task, agent: str, repeats: int) -> tuple[TrialSpec, ...]:
    return expand([task], [agent], ["base"], [PromptVariant.BASELINE], repeats)


def _make_job(parent: Path, tasks: Sequence[Task], trials: tuple[TrialSpec, ...]) -> JobFolder:
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version=__version__,
        jobs=2,
        allow_weak_isolation=True,
        trials=trials,
        tasks={task.ref: str(task.folder) for task in tasks},
    )
    return JobFolder.create(parent / "job", config)


def _run(
    job: JobFolder,
    tasks: Sequence[Task],
    executor: Executor,
    observer: _EventRecorder,
    cancel: threading.Event | None = None,
) -> Any:
    return run_job(job, tasks, observer, cancel or threading.Event(), executor=executor)


def _errors_of(function: Callable[[], object]) -> tuple[UserError, ...]:
    try:
        function()
    except TasksBrokenError as error:
        return error.errors
    return ()


def _score(finished: Finished) -> float | None:
    return finished.verdict.score if finished.verdict else None


def _processes_with(argument: str) -> list[str]:
    """Return the processes on this machine with this argument, such as the path of a bash script."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if argument.encode() in command:
            found.append(process.name)
    return found


def _eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + _PATIENCE_SEC
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()
