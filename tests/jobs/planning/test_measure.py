"""The measurements that a plan takes from a job: its records, its log, its tasks."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.agents.cassettes import save
from tests.agents.small import USAGE, greeting, task
from tests.commands import run_command
from tests.jobs.conftest import Headwater, MakeTask

from headwater.jobs import JobFolder
from headwater.jobs.planning import Scenario, measure, plan_job

AGENT = "data-agent:claude-sonnet-4-6"
TURNS = 3  # from the cassette


@pytest.mark.minutes
def test_a_job_is_measured_by_its_records_and_its_log(tmp_path: Path, user_env: dict[str, str]) -> None:
    for name in ("greet", "wave"):
        task(tmp_path / "small", name)
        save(tmp_path / "cassettes", greeting(), name)
    arguments = ["run", "small", "--agent", AGENT, "--agent", "nop", "--replay", "cassettes", "--jobs", "1"]
    began = time.time()
    completed = run_command([*arguments, "--repeat", "2", "--out", "job"], tmp_path, user_env)
    assert completed.returncode == 0, completed.stderr
    took = time.time() - began
    job = JobFolder(tmp_path / "job")
    found = measure(job)
    assert [(each.provider, len(each.trials)) for each in found.combinations] == [("anthropic", 2), (None, 2)] * 2
    paid = found.combinations[0].trials[0].used
    assert (paid.requests, paid.turns, paid.tokens) == (TURNS, TURNS, TURNS * USAGE.total)
    assert {(each.demand.cores, each.demand.memory_mb) for each in found.combinations} == {(2, 4096)}
    assert len({each.demand.start for each in found.combinations}) == len(found.build_sec) == 1, "they share a start"
    records = [trial.record for trial in job.finished()]
    phases = [phase for record in records for phase in record.phases]
    seconds = sum(trial.seconds for each in found.combinations for trial in each.trials)
    assert sum(found.build_sec.values()) == pytest.approx(sum(p.seconds for p in phases if p.name == "build"))
    in_phases = sum(phase.seconds for phase in phases if phase.name not in ("wait", "build"))
    assert in_phases < seconds < took, "writing a trial takes time that no phase has"
    assert found.driver_n == len(records) - 1
    assert 0 <= found.driver_sec < 5

    (tmp_path / "job/job.log").unlink()
    without = measure(job)
    assert sum(trial.seconds for each in without.combinations for trial in each.trials) == pytest.approx(in_phases)
    assert without.driver_n == 0


@pytest.mark.minutes
def test_a_job_takes_as_long_as_planned(tmp_path: Path, headwater: Headwater, make_task: MakeTask) -> None:
    """Agents sleep, so that other load on the machine changes little."""
    for name, seconds in (("short", 2), ("middle", 6), ("long", 14)):
        limits = "\n[agent]\ncpus = 1\nmemory_mb = 256\n"
        make_task(name, solution=f"sleep {seconds}; printf yes > done.txt", toml=limits)
    arguments = ["run", "tasks", "--agent", "oracle", "--agent", "nop"]
    small = headwater(*arguments, "--jobs", "2", "--repeat", "2", "--out", "small")
    assert small.exit_code == 0, small.err
    large = headwater(*arguments, "--jobs", "4", "--repeat", "6", "--out", "large")
    assert large.exit_code == 0, large.err
    scenario = Scenario(trials=36, nodes=1, cores=4, memory_mb=4096)
    plan = plan_job(measure(JobFolder(tmp_path / "small")), scenario)
    lines = (tmp_path / "large/job.log").read_text().splitlines()
    begins = next(line for line in lines if line.endswith(" begins"))
    took = _timestamp(lines[-1]) - _timestamp(begins)
    assert plan.seconds.median == pytest.approx(took, rel=0.25)


def _timestamp(line: str) -> float:
    return time.mktime(time.strptime(line[:19], "%Y-%m-%d %H:%M:%S"))
