"""A node reports the errors of its trials; no cluster is started."""

from __future__ import annotations

import pickle
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.agents.small import task
from tests.jobs.conftest import eventually

from headwater.errors import BrokenTaskError, NodeError
from headwater.jobs import expand
from headwater.jobs.executors import TrialRequest, Worker
from headwater.jobs.executors.ray._node import NodeMessage, NodeRunner, Order, TaskFiles
from headwater.records import JobOptions, PromptVariant
from headwater.tasks import read_task


class LockedError(Exception):
    """An error that cannot be pickled."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.lock = threading.Lock()


class TwoPartsError(Exception):
    """An error that can be pickled, but not restored."""

    def __init__(self, what: str, where: str) -> None:
        super().__init__(f"{where}: {what}")


def reported(error: BaseException, folder: Path, monkeypatch: pytest.MonkeyPatch) -> NodeMessage:
    """Return the message of a node about a trial that raises an error, as the driver receives it."""

    def run(*_: Any) -> None:
        raise error

    monkeypatch.setenv("HEADWATER_HOME", str(folder / "home"))
    (folder / "home").mkdir()
    monkeypatch.setattr(Worker, "run", run)
    small_task = read_task(task(folder / "small", "greet").folder)
    (spec,) = expand([small_task], ["nop"], ["base"], [PromptVariant.BASELINE], 1)
    runner, found = NodeRunner(), list[NodeMessage]()
    runner._folder = folder
    runner.begin(Order(1, TrialRequest(spec, small_task, folder, folder, (), JobOptions()), TaskFiles.of(small_task)))
    assert eventually(lambda: bool(found.extend(runner.report(1).messages) or found))
    (message,) = found
    received: NodeMessage = pickle.loads(pickle.dumps(message))
    assert (received.order, received.finished) == (1, None)
    return received


@pytest.mark.parametrize("error", [LockedError("is locked"), TwoPartsError("is locked", "here")])
def test_an_error_that_cannot_be_sent_is_reported_by_its_text(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = reported(error, tmp_path, monkeypatch)
    assert isinstance(message.error, NodeError)
    assert f"{type(error).__name__}: {error}" in message.error.what
    assert "greet" in message.error.where


def test_another_error_is_reported_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    message = reported(BrokenTaskError("no checks", where="checks.py", fix="write some"), tmp_path, monkeypatch)
    assert isinstance(message.error, BrokenTaskError)
    assert str(message.error) == "checks.py: no checks; write some"
