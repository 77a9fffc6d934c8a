"""Whole trials of a task with Redis, which is seeded, changed by an agent, frozen and graded."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

from tests.agents.small import task

from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.records import JobConfig, PromptVariant
from headwater.tasks import Task, read_task

SEED = """
def seed(services):
    services.service("redis").execute("SET", "visits", 41)
"""
CHECKS = '''
from headwater.grading import Graded, Result, expect_equal, functional


@functional
def one_more_visit(graded: Graded) -> Result:
    """The counter is one higher."""
    return expect_equal(graded.service("redis").value("visits"), b"42", "visits")
'''
SOLVE = 'redis-cli --no-auth-warning -u "$REDIS_URL" incr visits\n'


def counter(folder: Path) -> Task:
    written = task(folder, "visits").folder
    toml = (written / "task.toml").read_text().splitlines()
    toml_lines = [line for line in toml if not line.startswith("services")]
    first = next(place for place, line in enumerate(toml_lines) if line.startswith("["))
    (written / "task.toml").write_text(
        "\n".join([*toml_lines[:first], 'services = ["redis"]', *toml_lines[first:]]) + "\n"
    )
    (written / "seed").mkdir(exist_ok=True)
    (written / "seed/01_redis.py").write_text(SEED)
    (written / "checks.py").write_text(CHECKS)
    (written / "solution/solve.sh").write_text(SOLVE)
    return read_task(written)


def test_a_trial_changes_redis_and_is_graded(tmp_path: Path) -> None:
    visits = counter(tmp_path / "small")
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version="test",
        jobs=2,
        tasks={visits.ref: str(visits.folder)},
        trials=expand([visits], ["nop", "oracle"], ["base"], [PromptVariant.BASELINE], 1),
    )
    job = JobFolder.create(tmp_path / "job", config)
    run_job(job, [visits], Progress(), threading.Event())
    passed = {
        trial.record.spec.agent: {check.name: check.passed for check in trial.verdict.checks}["one_more_visit"]
        for trial in job.finished()
        if trial.verdict is not None
    }
    assert passed == {"nop": False, "oracle": True}
