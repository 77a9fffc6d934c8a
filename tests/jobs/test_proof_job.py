"""The job of a proof: which trials still count when the command is repeated."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.jobs.conftest import MakeTask

from headwater.agents import find_agent
from headwater.grading import make_verdict
from headwater.jobs import Progress, open_proof
from headwater.records import (
    CheckRecord,
    Digests,
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

COUNTERFEITS = {
    f"counterfeits/{name}/{file}": text
    for name in ("appends", "hollow")
    for file, text in {"counterfeit.toml": 'gate = "correct"\nwhy = "It is wrong."\n', "solve.sh": "true\n"}.items()
}


@pytest.fixture
def task(make_task: MakeTask) -> Task:
    [task] = find_tasks([str(make_task("one", services=["postgres"], files=COUNTERFEITS))])
    return task


def kept_trials(folder: Path, task: Task, agent: str = "nop") -> list[str]:
    """Open the proof and return the trials that count. In a new folder, one trial of the agent is then recorded."""
    spec = TrialSpec(task=task.ref, agent=agent, harness="base", prompt=PromptVariant.BASELINE, repeat=1)
    now = datetime.now(UTC)
    config = JobConfig(
        created_at=now, headwater_version="0", jobs=1, trials=(spec,), tasks={task.ref: str(task.folder)}
    )
    is_new = not folder.exists()
    job, kept = open_proof(folder, config, [task], [], Progress())
    if is_new:
        paths = job.paths(spec.id)
        paths.verdicts.mkdir(parents=True)
        digests = Digests(task="", harness="", agent=find_agent(agent, task).digest(task), snapshot="")
        record = TrialRecord(
            spec=spec, status=Status.OK, started_at=now, isolation=(), headwater_version="0", digests=digests
        )
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


@pytest.mark.parametrize(
    ("changed", "counts"),
    [
        ("counterfeits/appends/solve.sh", False),
        ("counterfeits/appends/counterfeit.toml", True),
        ("counterfeits/hollow/solve.sh", True),
        ("solution/solve.sh", False),
    ],
)
def test_only_trials_of_a_changed_counterfeit_do_not_count(
    changed: str, *, counts: bool, task: Task, tmp_path: Path
) -> None:
    kept_trials(tmp_path / "proof", task, "counterfeit:appends")
    with (task.folder / changed).open("a") as file:
        file.write("\n# otherwise\n")
    assert len(kept_trials(tmp_path / "proof", task, "counterfeit:appends")) == counts


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
