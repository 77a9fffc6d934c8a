"""A job that is interrupted in any way continues without repeating or losing a trial."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("nothing_left")

SLOW = "sleep 0.6; printf yes > done.txt"


def finished(job: Path) -> dict[str, int]:
    """Return the finished trials with the times of their records."""
    return {path.parent.name: path.stat().st_mtime_ns for path in job.glob("trials/[!.]*/trial.json")}


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 120
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)


@pytest.mark.parametrize("stop_signal", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_job_cut_short_is_resumed(
    headwater: Any, make_task: Any, tmp_path: Path, stop_signal: signal.Signals
) -> None:
    job = tmp_path / "job"
    task = make_task(solution=SLOW)
    line = headwater.start("run", task, "--agent", "oracle", "--repeat", "8", "--jobs", "2", "--out", job)
    wait_for(lambda: len(finished(job)) >= 2)
    line.send_signal(stop_signal)
    _, err = line.communicate(timeout=400)
    before = finished(job)
    assert 2 <= len(before) < 8
    if stop_signal is not signal.SIGKILL:
        assert line.returncode == 130
        assert "headwater resume" in err
        assert not list(job.glob("trials/.*.partial"))

    completed = headwater("resume", job, "--json")
    assert completed.exit_code == 0
    assert [row["score"] for row in json.loads(completed.out)] == [1] * 8
    after = finished(job)
    assert len(after) == 8
    assert {name: after[name] for name in before} == before  # no trial was run again
    assert not list(job.glob("trials/.*.partial"))


def test_an_interrupted_proof_continues_and_later_repeats_only_what_changed(
    headwater: Any, make_task: Any, tmp_path: Path
) -> None:
    job = tmp_path / "job"
    wrong = {f"counterfeits/{name}/solve.sh": f"sleep 0.6; printf {name} > done.txt" for name in "abcdef"}
    why = {f"counterfeits/{name}/counterfeit.toml": 'gate = "functional"\nwhy = "It is wrong."\n' for name in "abcdef"}
    task = make_task(solution=SLOW, files={**wrong, **why})
    command = ("validate", task, "--attacks", "none", "--jobs", "2", "--out", job)
    line = headwater.start(*command)
    wait_for(lambda: len(finished(job)) >= 2)
    line.send_signal(signal.SIGINT)
    _, err = line.communicate(timeout=400)
    before = finished(job)
    assert 2 <= len(before) < 8
    assert line.returncode == 130
    assert "to go: run the same command again" in err

    proven = headwater(*command)
    after = finished(job)
    assert "\n1 task, 8 trials: " in proven.out
    assert len(after) == 8
    assert {name: after[name] for name in before} == before, "no trial was run again"

    more = headwater("validate", task, make_task("other", solution=SLOW), *command[2:])
    assert "\n2 tasks, 10 trials: " in more.out
    assert {name: finished(job)[name] for name in after} == after, "another task changes nothing here"

    (task / "counterfeits/c/solve.sh").write_text("printf yes > done.txt")
    changed = headwater(*command)
    again = {name for name, time_ns in finished(job).items() if name in after and after[name] != time_ns}
    assert again == {"tasks.scratch__counterfeit-c__base__baseline__1"}
    assert "counterfeit:c clears every gate and should stop at functional" in changed.out
    assert "leak scan of tasks/scratch" in changed.err


def test_a_folder_with_another_job_is_not_taken_for_a_proof(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    job, task = tmp_path / "job", make_task()
    assert headwater("run", task, "--agent", "oracle", "--agent", "nop", "--out", job).exit_code == 0
    refused = headwater("validate", task, "--attacks", "none", "--out", job)
    assert refused.exit_code == 2
    assert f"--out {job}: contains a job that is no proof" in refused.err


def test_two_jobs_share_one_cache(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    """Both need the same snapshot, which does not exist yet: one builds it, and the other waits."""
    seed = {"seed/01_postgres.sql": f"create table public.t (n int); -- {tmp_path} {time.time_ns()}"}
    task = make_task(services=["postgres"], files=seed)
    lines = [
        headwater.start("run", task, "--agent", "oracle", "--out", tmp_path / name, "--json") for name in ("one", "two")
    ]
    message = [line.communicate(timeout=400) for line in lines]
    assert [line.returncode for line in lines] == [0, 0], message
    assert [json.loads(out)[0]["score"] for out, _ in message] == [1, 1]
    assert sum(err.count("building the starting state") for _, err in message) == 1


def test_one_job_is_run_by_one_headwater(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    job = tmp_path / "job"
    task = make_task(solution="sleep 100")
    line = headwater.start("run", task, "--agent", "oracle", "--out", job)
    wait_for(lambda: list(job.glob("trials/.*.partial/agent.log")))
    second = headwater("resume", job)
    assert second.exit_code == 2
    assert "another Headwater is running this job" in second.err
    line.send_signal(signal.SIGINT)
    line.communicate(timeout=400)
    assert line.returncode == 130
    assert finished(job) == {}
