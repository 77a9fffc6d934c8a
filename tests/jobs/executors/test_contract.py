"""Every executor fulfils the contract: Headwater's own, and one of another package, which runs a job as well."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.executors.package import NAME, install

from headwater.jobs.executors import Executor, find_executor
from headwater.jobs.executors.contract import ExecutorContract

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
    ran = headwater(
        "run", make_task(), "--agent", "oracle", "--executor", "processes", "--out", job, "--json",
        env={"PYTHONPATH": path},
    )  # fmt: skip
    assert [row["score"] for row in json.loads(ran.out)] == [1], ran.err
    assert json.loads((job / "job.json").read_text())["executor"] == "processes"
    assert "executor processes" in (job / "job.log").read_text()

    gone = headwater("resume", job)
    assert gone.exit_code == 2
    assert "--executor processes: no such executor; there are local, ray" in gone.err
    assert headwater("resume", job, "--executor", "local").exit_code == 0
