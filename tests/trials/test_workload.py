"""Tasks with a workload: it runs beside the agent, out of the agent's reach, and checks see what it recorded."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.cli.conftest import write_task

from headwater.errors import BrokenTaskError
from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.records import JobConfig, PromptVariant, Status
from headwater.sandbox._output import Capture
from headwater.tasks import read_task
from headwater.trials import Finished
from headwater.trials._workload import read_events

TRAFFIC = """\
import json, os, signal, sys, time

def stop(*_):
    print(json.dumps({"name": "stopped"}), flush=True)
    sys.exit()

signal.signal(signal.SIGTERM, stop)
while True:
    print(json.dumps({"name": "tick", "at": time.time(), "uid": os.getuid(), "home": os.listdir(".")}), flush=True)
    time.sleep(0.05)
"""

CHECKS = '''
from headwater.grading import Graded, Result, expect, functional, robust


@functional
def greets(graded: Graded) -> Result:
    """The greeting is there."""
    return expect(graded.workspace.read_text("greeting.txt").strip() == "hello", "no greeting")


@robust
def traffic_went_on(graded: Graded) -> Result:
    """The workload ran while the agent worked, went on for half a second, and was stopped."""
    ended = float(graded.workspace.read_text("ended.txt"))
    ticks = [event["at"] for event in graded.workload if event["name"] == "tick"]
    before, after = [at for at in ticks if at < ended], [at for at in ticks if at >= ended]
    kinds = [event["name"] for event in graded.workload]
    found = f"{len(before)} and {len(after)} ticks, {kinds[-1:]}"
    return expect(len(before) >= 5 and len(after) >= 5 and kinds[-1] == "stopped", found)


@robust
def agent_saw_nothing_of_it(graded: Graded) -> Result:
    """The agent found neither the program nor its process."""
    return expect(graded.workspace.read_text("seen.txt").strip() == "", graded.workspace.read_text("seen.txt"))
'''

AGENT = "cmd:sh -c '{}; echo hello > greeting.txt' {{instruction}}".format(
    "(ls /workload; grep -l traffi[c] /proc/[0-9]*/cmdline) > seen.txt 2>/dev/null; sleep 0.6; date +%s.%N > ended.txt"
)


def run(folder: Path, traffic: str, settle_sec: float) -> Finished:
    """Run an agent on a task with a workload, and return the trial."""
    written = write_task(folder / "small" / "greet")
    (written / "checks.py").write_text(CHECKS)
    (written / "workload").mkdir()
    (written / "workload/traffic.py").write_text(traffic)
    toml = (written / "task.toml").read_text().replace('"scratch"', '"small"')
    section = f'[workload]\ncommand = "exec python3 traffic.py"\nsettle_sec = {settle_sec}\n'
    (written / "task.toml").write_text(f"{toml}\n{section}")
    task = read_task(written)
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version="test",
        jobs=1,
        tasks={task.ref: str(task.folder)},
        trials=expand([task], [AGENT], ["base"], [PromptVariant.BASELINE], 1),
    )
    job = JobFolder.create(folder / "job", config)
    run_job(job, [task], Progress(), threading.Event())
    [trial] = job.finished()
    assert isinstance(trial, Finished)
    return trial


def test_a_workload_runs_beside_the_agent_and_checks_see_its_events(tmp_path: Path) -> None:
    trial = run(tmp_path, TRAFFIC, settle_sec=0.5)

    assert trial.record.status is Status.OK
    assert trial.verdict is not None
    assert [f"{check.name}: {check.message}" for check in trial.verdict.checks if not check.passed] == []
    events = read_events(next(tmp_path.glob("job/trials/*/workload.jsonl")))
    assert events[0]["home"] == ["traffic.py"]


def test_a_workload_that_fails_is_a_fault(tmp_path: Path) -> None:
    trial = run(tmp_path, "print('{}', flush=True)\nraise SystemExit('no traffic today')\n", settle_sec=0.1)

    assert trial.record.attempts == 2
    assert "the workload ended with exit code 1; its errors end:" in trial.record.faults[0].reason
    assert "no traffic today" in trial.record.faults[0].reason


def test_a_workload_may_end_by_itself(tmp_path: Path) -> None:
    trial = run(tmp_path, 'print(\'{"name": "tick"}\')\n', settle_sec=0.1)

    assert (trial.record.status, trial.record.attempts) == (Status.OK, 1)


def test_a_last_event_that_was_cut_off_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "workload.jsonl").write_text('{"name": "tick"}\n{"name": "ti')

    assert read_events(tmp_path / "workload.jsonl") == ({"name": "tick"},)
    assert read_events(tmp_path / "none.jsonl") == ()


@pytest.mark.parametrize("partial", ['{"error": "aaa', ""])
def test_output_beyond_the_limit_is_lost_and_no_fault_of_the_task(tmp_path: Path, partial: str) -> None:
    (tmp_path / "out").write_text(f'{{"name": "tick"}}\n{partial}' + "b" * 1000)
    kept = len(f'{{"name": "tick"}}\n{partial}')
    with (tmp_path / "out").open("rb") as pipe:
        Capture(pipe, tmp_path / "workload.jsonl", kept).finish()

    assert read_events(tmp_path / "workload.jsonl") == ({"name": "tick"},)


@pytest.mark.parametrize("line", ["tick", "[1]", ""])
def test_a_line_that_is_no_object_names_the_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "workload.jsonl").write_text(f'{{"name": "tick"}}\n{line}\n')

    with pytest.raises(BrokenTaskError, match=r"workload\.jsonl:2: is not a JSON object; let the workload print one"):
        read_events(tmp_path / "workload.jsonl")
