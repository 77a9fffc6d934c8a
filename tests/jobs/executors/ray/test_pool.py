"""A trial whose node does not send it in time runs again; nothing is started."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")

from ray.exceptions import GetTimeoutError
from tests.agents.small import task

from headwater.errors import ArchiveError, NodeError
from headwater.jobs import expand
from headwater.jobs.executors import TrialRequest
from headwater.jobs.executors.ray._cluster import Cluster
from headwater.jobs.executors.ray._members import NodeInfo
from headwater.jobs.executors.ray._node import NodeMessage
from headwater.jobs.executors.ray._placement import Demand
from headwater.jobs.executors.ray._pool import RayPool
from headwater.jobs.executors.ray._sending import SentTrial
from headwater.jobs.executors.ray._trials import Running, Trial
from headwater.records import JobOptions, PromptVariant
from headwater.tasks import read_task

ENDED = NodeMessage(1, sent=SentTrial(record="1.record"))


class Sender:
    """A node whose trial has ended, and which fails to send it."""

    info = NodeInfo("a", "10.0.0.1", cores=1, memory_mb=1000)

    def __init__(self, error: Exception) -> None:
        self._error = error

    def receive(self, message: NodeMessage, trial: str) -> str:  # noqa: ARG002 - the arguments of a member
        raise self._error


def received(error: Exception, folder: Path) -> NodeMessage:
    """Return what the pool makes of the end of a trial that a node fails to send."""
    small_task = read_task(task(folder / "small", "greet").folder)
    (spec,) = expand([small_task], ["nop"], ["base"], [PromptVariant.BASELINE], 1)
    request = TrialRequest(spec, small_task, folder, folder, (), JobOptions())
    pool, sender = RayPool(Cluster("127.0.0.1:1")), Sender(error)
    trial = Trial(request, lambda _: None, Demand(1, 100, ""))
    member: Any = sender
    pool._trials.running[1] = Running(trial, member, folder)
    return pool._received(member, ENDED)


def test_a_node_that_does_not_send_a_trial_in_time_counts_as_dead(tmp_path: Path) -> None:
    with pytest.raises(GetTimeoutError):
        received(GetTimeoutError("no answer"), tmp_path)


@pytest.mark.parametrize("error", [ArchiveError("is damaged"), OSError("is damaged")])
def test_an_archive_that_cannot_be_taken_is_an_error_of_its_trial(error: Exception, tmp_path: Path) -> None:
    message = received(error, tmp_path)
    assert message.finished is None
    assert isinstance(message.error, NodeError)
    assert "cannot be taken from node 10.0.0.1: is damaged" in str(message.error)
