"""Alternatives of `pipelines` that are made with the tools of a harness clear every gate with that harness."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from headwater.harnesses import BASE
from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.records import JobConfig, PromptVariant
from headwater.suites import find_tasks
from headwater.tasks import Task

MADE_WITH = [
    (task, alternative.name, alternative.harness)
    for task in find_tasks(["pipelines"])
    for alternative in task.alternatives
    if alternative.harness is not None
]


def test_each_large_harness_solves_tasks() -> None:
    tasks = Counter(harness for _, harness in {(task.ref, harness) for task, _, harness in MADE_WITH})
    assert tasks["classic-de"] >= 6
    assert tasks["olap-for-swe"] >= 1
    assert BASE not in tasks


@pytest.mark.minutes
@pytest.mark.installs
@pytest.mark.parametrize(
    ("task", "name", "harness"), MADE_WITH, ids=[f"{task.config.id}-{name}" for task, name, _ in MADE_WITH]
)
def test_it_passes_every_check_with_its_harness(task: Task, name: str, harness: str, tmp_path: Path) -> None:
    agent = f"alternative:{name}"
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version="test",
        jobs=1,
        tasks={task.ref: str(task.folder)},
        trials=expand([task], [agent], [harness], [PromptVariant.BASELINE], 1),
    )
    job = JobFolder.create(tmp_path / "job", config)
    run_job(job, [task], Progress(), threading.Event(), all_gates_of={agent})
    [trial] = job.finished()
    assert (trial.status, trial.reason) == ("ok", "")
    assert trial.verdict is not None
    assert [f"{check.name}: {check.message}" for check in trial.verdict.checks if not check.passed] == []
    assert trial.verdict.gates_cleared == 5
