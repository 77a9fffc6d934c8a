"""The job of a proof: which trials still count when the command is repeated."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.jobs.conftest import MakeTask

from headwater.grading import make_verdict
from headwater.jobs import Progress, open_proof
from headwater.records import (
    CheckRecord,
    Gate,
    JobConfig,
    Kind,
    Outcome,
    PromptVariant,
    Status,
    TrialRecord,
    TrialSpec,
)
from headwater.services import SERVICES
from headwater.suites import find_tasks
from headwater.tasks import Task


@pytest.fixture
def task(make_task: MakeTask) -> Task:
    [task] = find_tasks([str(make_task("one", services=["postgres"]))])
    return task


def kept_trials(folder: Path, task: Task) -> list[str]:
    """Open the proof and return the trials that count. In a new folder, one trial is then recorded."""
    spec = TrialSpec(task=task.ref, agent="nop", harness="base", prompt=PromptVariant.BASELINE, repeat=1)
    now = datetime.now(UTC)
    config = JobConfig(
        created_at=now, headwater_version="0", jobs=1, trials=(spec,), tasks={task.ref: str(task.folder)}
    )
    is_new = not folder.exists()
    job, kept = open_proof(folder, config, [task], [], Progress())
    if is_new:
        paths = job.paths(spec.id)
        paths.verdicts.mkdir(parents=True)
        record = TrialRecord(spec=spec, status=Status.OK, started_at=now, isolation=(), headwater_version="0")
        paths.record.write_text(record.model_dump_json())
        check = CheckRecord(
            name="done",
            gate=Gate.FUNCTIONAL,
            kind=Kind.TASK,
            outcome=Outcome.FAILED,
            message="",
            details={},
            duration_sec=0,
        )
        paths.next_verdict().write_text(make_verdict({Gate.FUNCTIONAL: [check]}).model_dump_json())
    return [trial.record.spec.id for trial in kept]


def test_trials_count_as_long_as_nothing_changes(task: Task, tmp_path: Path) -> None:
    assert kept_trials(tmp_path / "proof", task) == []
    assert len(kept_trials(tmp_path / "proof", task)) == 1


@pytest.mark.parametrize("changed", ["checks.py", "instruction.md", "solution/solve.sh"])
def test_trials_of_a_changed_task_do_not_count(changed: str, task: Task, tmp_path: Path) -> None:
    kept_trials(tmp_path / "proof", task)
    with (task.folder / changed).open("a") as file:
        file.write("\n# otherwise\n")
    assert kept_trials(tmp_path / "proof", task) == []


def test_trials_with_another_version_of_an_engine_do_not_count(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_trials(tmp_path / "proof", task)
    monkeypatch.setattr(SERVICES["postgres"], "version", "another")
    assert kept_trials(tmp_path / "proof", task) == []


def test_trials_by_other_code_do_not_count(task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one.py", "another.py"):
        (tmp_path / name).write_text(f"name = {name!r}\n")
    monkeypatch.setattr("headwater.jobs._proof_job._CODE", (tmp_path / "one.py",))
    kept_trials(tmp_path / "proof", task)
    assert len(kept_trials(tmp_path / "proof", task)) == 1
    monkeypatch.setattr("headwater.jobs._proof_job._CODE", (tmp_path / "another.py",))
    assert kept_trials(tmp_path / "proof", task) == []
