"""Each task of `pipelines` in short: its solution clears every gate and doing nothing does not.

`make validate` has the whole proof: counterfeits, attacks, and the seed built twice.
"""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.records import JobConfig, PromptVariant
from headwater.suites import find_tasks
from headwater.tasks import Task, lint_task

TASKS = find_tasks(["pipelines"])


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.config.id)
def test_text_of_a_task_has_no_weakness(task: Task) -> None:
    assert lint_task(task) == ()


@pytest.mark.minutes  # `make test` lets a task prove itself, and `make demo` runs two
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.config.id)
def test_solution_clears_every_gate_and_doing_nothing_does_not(task: Task, tmp_path: Path) -> None:
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version="test",
        jobs=1,
        tasks={task.ref: str(task.folder)},
        trials=expand([task], ["oracle", "nop"], ["base"], [PromptVariant.BASELINE], 1),
    )
    job = JobFolder.create(tmp_path / "job", config)
    run_job(job, [task], Progress(), threading.Event())
    solved, untouched = job.finished()
    assert solved.verdict is not None
    missed = [f"{check.name}: {check.message}" for check in solved.verdict.checks if not check.passed]
    assert (solved.status, solved.verdict.gates_cleared, missed) == ("ok", 5, [])
    assert untouched.verdict is not None
    assert untouched.status == "ok"
    assert untouched.verdict.gates_cleared < 5
