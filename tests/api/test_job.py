"""A program waits for a job, watches it, cancels it and resumes it."""

from __future__ import annotations

import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import headwater
from headwater.trials import AgentStarted

TASK = "pipelines/csv-ingest"


class Waiting(headwater.Progress):
    """Signals that the agent of the second trial has started."""

    def __init__(self) -> None:
        self.second_started = threading.Event()

    def event(self, spec: Any, event: Any) -> None:
        if spec.agent == "oracle" and isinstance(event, AgentStarted):
            self.second_started.set()


class Interrupting(headwater.Progress):
    """Interrupts this process once the agent has started. Any of its threads can receive the signal."""

    def __init__(self, receives: Callable[[], threading.Thread]) -> None:
        self._receives = receives

    def event(self, spec: Any, event: Any) -> None:
        if spec.agent == "oracle" and isinstance(event, AgentStarted):
            signal.pthread_kill(self._receives().ident or 0, signal.SIGINT)


@pytest.fixture
def cancel() -> Iterator[threading.Event]:
    """End a job that a failed test left running; otherwise this process would wait for it."""
    event = threading.Event()
    yield event
    event.set()


def test_a_job_is_watched_cancelled_and_resumed(current_folder: Path, cancel: threading.Event) -> None:
    solve = current_folder / TASK / "solution/solve.sh"
    quick = solve.read_text()
    solve.write_text("sleep 600\n")
    progress = Waiting()
    job = headwater.run(TASK, ["nop", "oracle"], jobs=1, out="job", progress=progress, cancel=cancel)
    other = headwater.Job(current_folder / "job")
    with pytest.raises(TimeoutError, match=r"still runs after 0\.1 s"):
        job.wait(0.1)
    with pytest.raises(TimeoutError):
        other.wait(0.1)
    assert other.status().is_running
    with pytest.raises(headwater.UserError, match="this job is already running"):
        job.resume()
    assert progress.second_started.wait(100)
    job.cancel()
    assert job.wait().is_interrupted
    assert other.wait().status() == headwater.JobStatus(total=2, finished=1, is_running=False)
    assert repr(job) == f"<Job {current_folder}/job: 1 of 2 trials>"

    solve.write_text(quick)
    assert [row["score"] for row in other.resume().wait().results()] == [0, 1]
    assert not other.is_interrupted


def test_waiting_raises_the_error_that_prevented_records(current_folder: Path) -> None:
    (current_folder / TASK / "checks.py").write_text("raise RuntimeError('no checks')\n")
    job = headwater.run(["pipelines/broken-connection", TASK], "nop")
    for _ in range(2):
        with pytest.raises(headwater.TasksBrokenError, match="no checks"):
            job.wait()
    assert [row["task"] for row in job.results()] == ["pipelines/broken-connection"]

    shutil.rmtree(current_folder / TASK)
    assert [f"{TASK}: no such suite or folder" in line for line in job.resume().wait().left_out] == [True]


def test_only_a_job_can_be_opened(current_folder: Path) -> None:
    with pytest.raises(headwater.UserError, match=r"contains no job\.json"):
        headwater.Job(current_folder)


def test_a_job_that_cannot_be_resumed_keeps_its_records(
    current_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    job = headwater.run(TASK, "nop", out="job").wait()
    [record] = (current_folder / "job").glob("trials/*/trial.json")
    record.write_text(record.read_text().replace('"ok"', '"infra_error"', 1))
    (tmp_path / "file").touch()
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path / "file"))
    with pytest.raises(headwater.UserError, match="HEADWATER_HOME"):
        job.resume()
    assert record.exists()


@pytest.mark.parametrize("receives", [threading.main_thread, threading.current_thread])
def test_an_interrupted_wait_returns_after_the_job_has_ended(
    current_folder: Path, cancel: threading.Event, receives: Callable[[], threading.Thread]
) -> None:
    (current_folder / TASK / "solution/solve.sh").write_text("sleep 30\n")
    job = headwater.run(TASK, "oracle", out="job", progress=Interrupting(receives), cancel=cancel)
    with pytest.raises(KeyboardInterrupt):
        job.wait()
    assert not job.status().is_running
    assert job.is_interrupted
