"""Attacks run as trials of small tasks; agents with a model run as jobs that cassettes answer."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.conftest import headwater, make_task, nothing_left

from headwater.agents import ModelAgent, model_agents
from headwater.jobs import JobFolder, Progress, expand, home, run_job
from headwater.records import JobConfig, PromptVariant
from headwater.tasks import Task
from headwater.trials import Finished

__all__ = ["headwater", "make_task", "nothing_left"]

RunJob = Callable[..., dict[str, Finished]]


@pytest.fixture
def no_walls(tmp_path: Path) -> Path:
    """Give root the machine's own file system and processes; writes go to an overlay in memory."""
    if os.geteuid() != 0:
        pytest.skip("only root can take the walls away")
    for name in ("layers", "root"):
        (tmp_path / name).mkdir()
    return tmp_path


def run(
    folder: Path, tasks: Sequence[Task], agents: Sequence[str], replay: Path | None, jobs: int = 2, **config: Any
) -> dict[str, Finished]:
    """Run a job from the user's own cache, and return its trials by `<task id> <agent's kind>`.

    The models are the cassettes in ``replay``, or those of the environment.
    """
    job = JobFolder.create(
        folder,
        JobConfig(
            created_at=datetime.now(UTC),
            headwater_version="test",
            jobs=jobs,
            tasks={task.ref: str(task.folder) for task in tasks},
            trials=expand(tasks, agents, ["base"], [PromptVariant.BASELINE], 1),
            replay=str(replay) if replay else None,
            **config,
        ),
    )
    run_job(job, tasks, Progress(), threading.Event())
    return {
        f"{trial.record.spec.task.rpartition('/')[2]} {trial.record.spec.agent.partition(':')[0]}": trial
        for trial in job.finished()
    }


def require_installable(kind: str) -> type[ModelAgent]:
    """Return the agent of that kind, or skip the test with the reason why this machine cannot install the agent."""
    agent = model_agents()[kind]
    if agent.layer is not None and (lack := agent.layer.lacks()):
        pytest.skip(f"{kind}: {lack}")
    if agent.layer is not None:
        agent.layer.build(home(), print)
    return agent
