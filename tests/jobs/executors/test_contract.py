"""Every executor fulfils the contract: Headwater's own, and one of another package, which runs a job as well."""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.executors.package import NAME, install

from headwater import __version__
from headwater.errors import CancelledError
from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.jobs.executors import Executor, Pool, find_executor
from headwater.jobs.executors.contract import ExecutorContract
from headwater.records import JobConfig, PromptVariant
from headwater.tasks import read_task

pytestmark = pytest.mark.usefixtures("nothing_left")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("package"))


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the package for the duration of a test."""
    monkeypatch.syspath_prepend(str(site))
    importlib.invalidate_caches()
    yield
    sys.modules.pop(NAME, None)


@pytest.fixture(params=["local", "processes"])
def executor(request: pytest.FixtureRequest, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Executor:
    monkeypatch.setenv("HEADWATER_HOME", str(cache))
    if request.param != "local":
        request.getfixturevalue("installed")
    return find_executor(request.param)


class TestExecutors(ExecutorContract):
    pass


@pytest.mark.minutes
def test_an_executor_of_another_package_runs_a_job(headwater: Any, make_task: Any, tmp_path: Path, site: Path) -> None:
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    job = tmp_path / "job"
    completed = headwater(
        "run", make_task(), "--agent", "oracle", "--executor", "processes", "--out", job, "--json",
        env={"PYTHONPATH": path},
    )  # fmt: skip
    assert [row["score"] for row in json.loads(completed.out)] == [1], completed.err
    assert json.loads((job / "job.json").read_text())["executor"] == "processes"
    assert "executor processes" in (job / "job.log").read_text()

    resumed = headwater("resume", job)
    assert resumed.exit_code == 2
    assert "--executor processes: no such executor; there are local, ray" in resumed.err
    assert headwater("resume", job, "--executor", "local").exit_code == 0


class Full(Executor):
    """Machines that are never free."""

    name = "full"

    @contextmanager
    def open(
        self,
        at_once: int | None,  # noqa: ARG002 - none runs
        message: Callable[[str], None],
        cancel: threading.Event,
    ) -> Iterator[Pool]:
        message("waiting for a machine")
        assert cancel.wait(10)
        raise CancelledError("the job was interrupted")
        yield


class Impatient(Progress):
    """A user who interrupts a job when it waits."""

    def __init__(self, cancel: threading.Event) -> None:
        self.messages: list[str] = []
        self._cancel = cancel

    def message(self, text: str) -> None:
        self.messages.append(text)
        self._cancel.set()


def test_a_job_that_waits_for_machines_can_be_interrupted_and_resumed(
    make_task: Any, cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HEADWATER_HOME", str(cache))
    task = read_task(make_task())
    trials = expand([task], ["oracle"], ["base"], [PromptVariant.BASELINE], 1)
    config = JobConfig(
        created_at=datetime.now(UTC), headwater_version=__version__, jobs=1, allow_weak_isolation=True, trials=trials,
        tasks={task.ref: str(task.folder)},
    )  # fmt: skip
    job, cancel = JobFolder.create(tmp_path / "job", config), threading.Event()
    user = Impatient(cancel)
    outcome = run_job(job, [task], user, cancel, executor=Full())
    assert user.messages == ["waiting for a machine"]
    assert (outcome.interrupted, outcome.remaining) == (True, 1)
    assert "the job is interrupted with 1 trial to go" in (job.folder / "job.log").read_text()
    outcome = run_job(job, [task], Progress(), threading.Event())
    assert (outcome.interrupted, outcome.remaining) == (False, 0)
