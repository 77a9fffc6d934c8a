"""Trials on a Ray cluster of this machine, which the executor starts itself, keep the contract of executors."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.jobs.executors import Executor, RayExecutor
from headwater.jobs.executors.contract import ExecutorContract

pytest.importorskip("ray")
pytestmark = [pytest.mark.minutes, pytest.mark.usefixtures("nothing_left")]


@pytest.fixture
def executor(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Executor:
    monkeypatch.setenv("HEADWATER_HOME", str(cache))
    return RayExecutor()


class TestRayExecutor(ExecutorContract):
    pass
