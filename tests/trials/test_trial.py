"""Whole trials in which Headwater's own code fails: the error belongs to its trial, and the job continues."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.agents.small import greeting, save, task

from headwater.agents import Agent, AgentOutput, Command, Nop, Situation, find_agent
from headwater.agents.custom import Custom
from headwater.errors import InfraError
from headwater.jobs import JobFolder, Progress, expand, reopen_job, run_job
from headwater.records import AgentReport, JobConfig, PromptVariant, Status, TrialRecord
from headwater.tasks import Task
from headwater.trials import Finished

PROGRAM = "cmd:sh -c 'echo hello > greeting.txt' {instruction}"


@dataclass(frozen=True)
class Unreadable(Custom):
    """An agent whose output breaks the reader of its log."""

    def report(self, output: AgentOutput) -> AgentReport:
        raise RecursionError(f"nested\ndeeper than {output.exit_code}")


class Unstartable(Nop):
    """An agent that Headwater cannot start."""

    def command(self, situation: Situation) -> Command:
        raise InfraError(f"no way to start on {situation.task.ref}")


@pytest.fixture
def greet(tmp_path: Path) -> Task:
    save(tmp_path / "cassettes", greeting(), "greet")
    return task(tmp_path / "small", "greet")


@pytest.fixture
def job(tmp_path: Path, greet: Task) -> JobFolder:
    """A job of a program and two agents without a model."""
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version="test",
        jobs=2,
        tasks={greet.ref: str(greet.folder)},
        trials=expand([greet], [PROGRAM, "nop", "oracle"], ["base"], [PromptVariant.BASELINE], 1),
        replay=str(tmp_path / "cassettes"),
    )
    return JobFolder.create(tmp_path / "job", config)


def run(job: JobFolder, task: Task) -> dict[str, Finished]:
    run_job(job, [task], Progress(), threading.Event())
    return {trial.record.spec.agent.partition(":")[0]: trial for trial in job.finished()}


def replace_agent(monkeypatch: pytest.MonkeyPatch, kind: str, agent: Agent) -> None:
    """Let a trial find another agent in place of ``kind``."""

    def find(name: str, task: Task) -> Agent:
        return agent if name.partition(":")[0] == kind else find_agent(name, task)

    monkeypatch.setattr("headwater.trials._trial.find_agent", find)


def test_a_trial_counts_if_agent_output_breaks_grading(
    job: JobFolder, greet: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_agent(monkeypatch, "cmd", Unreadable("", PROGRAM.partition(":")[2]))
    trials = run(job, greet)
    trial = trials["cmd"]
    assert trial.status is Status.AGENT_ERROR
    assert trial.reason == "RecursionError: nested deeper than 0 (twice, after the agent's start)"
    assert trial.verdict is not None
    assert {check.name for check in trial.verdict.checks if check.passed} >= {"file_is_there"}  # the trial is graded
    assert [fault.after_start for fault in trial.record.faults] == [True, True]
    assert trial.record.attempts == 2
    assert "Traceback" in job.paths(trial.record.spec.id).faults.read_text()
    assert [trials[name].status for name in ("nop", "oracle")] == [Status.OK, Status.OK]


def test_faults_before_the_start_are_excluded_and_resumed(
    job: JobFolder, greet: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        replace_agent(broken, "nop", Unstartable())
        trials = run(job, greet)
    trial = trials["nop"]
    assert (trial.status, trial.verdict) == (Status.INFRA_ERROR, None)
    assert trial.reason == f"no way to start on {greet.ref}"
    assert [fault.after_start for fault in trial.record.faults] == [False, False]
    assert trials["oracle"].status is Status.OK

    assert reopen_job(job) == []
    assert run(job, greet)["nop"].status is Status.OK


def test_grading_that_breaks_scores_0(job: JobFolder, greet: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    def grade(*_: object, **__: object) -> None:
        raise InfraError("the state\ndoes not start")

    monkeypatch.setattr("headwater.trials._trial.grade_state", grade)
    trial = run(job, greet)["oracle"]
    assert (trial.status, trial.reason) == (
        Status.AGENT_ERROR,
        "the state does not start (twice, after the agent's start)",
    )
    assert trial.verdict is not None
    assert (trial.verdict.score, trial.verdict.gates_cleared) == (0, 0)
    assert trial.record.digests is not None


def test_a_record_without_faults_is_read_and_its_reason_is_one_line(job: JobFolder, greet: Task) -> None:
    path = job.paths(run(job, greet)["nop"].record.spec.id).record
    old = {**json.loads(path.read_text()), "reason": "two\nlines \x1b[2J"}
    del old["faults"]
    record = TrialRecord.model_validate_json(json.dumps(old))
    assert (record.reason, record.faults) == ("two lines [2J", ())
