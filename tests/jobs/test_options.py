"""Options of a run that change its trials are stored with the job, and appear in results."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("nothing_left")

COMPARING = """
from headwater.grading import Graded, Result, expect, functional

@functional
def done(graded: Graded) -> Result:
    wanted = (graded.reference.workspace_root / "done.txt").read_text()
    return expect(graded.workspace.read_text("done.txt") == wanted, "done.txt should be as the reference has it")
"""


def test_a_time_limit_is_the_agents_and_stays_with_the_job(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    """The reference solution takes longer than the agent's limit, but it keeps the task's own limit."""
    reference = "\n[agent]\ntimeout_sec = 90\n[verifier]\nreference = true\n"
    task = make_task(solution="sleep 2; printf yes > done.txt", checks=COMPARING, toml=reference)
    (tmp_path / "slow.sh").write_text("printf yes > done.txt\nsleep 60\n")
    slow = ("--agent", "human", "--commands", tmp_path / "slow.sh")
    completed = headwater("run", task, *slow, "--repeat", "2", "--timeout", "1.5", "--out", "short")
    assert completed.exit_code == 0, completed.err
    assert completed.out.startswith("time limit: 1.5 s for each agent (--timeout), not the tasks' own\n")

    shutil.rmtree(next(tmp_path.glob("short/trials/*__2")))
    rows = json.loads(headwater("resume", "short", "--json").out)
    assert [(row["status"], row["timeout_sec"]) for row in rows] == [("agent_timeout", 1.5)] * 2
    assert [row["failed_checks"] for row in rows] == [["functional.clean_exit"]] * 2
    assert headwater("results", "short").out.startswith("short: time limit: 1.5 s for each agent")

    assert headwater("run", task, "--agent", "oracle", "--out", "own").exit_code == 0
    [row] = json.loads(headwater("results", "own", "--json").out)
    assert (row["status"], row["timeout_sec"]) == ("ok", 90)
    mixed = headwater("results", "short", "own", "--by", "agent")
    assert mixed.exit_code == 2
    assert (
        "time limit of tasks/scratch: two versions or more (1.5 s, 90 s) in own, short, which cannot be combined"
        in mixed.err
    )
    compared = headwater("compare", "short", "own")
    assert compared.exit_code == 2
    assert "or the time limits, differ between the sides" in compared.err


@pytest.mark.parametrize("limit", ["0", "-5", "nan", "inf", "1e12", "soon"])
def test_a_time_limit_is_a_positive_number(headwater: Any, make_task: Any, tmp_path: Path, limit: str) -> None:
    completed = headwater("run", make_task(), "--agent", "nop", "--timeout", limit, "--out", "job")
    assert completed.exit_code == 2
    assert "--timeout" in completed.err
    assert not (tmp_path / "job").exists()


def trials(job: Path) -> list[str]:
    specs = json.loads((job / "job.json").read_text())["trials"]
    return [" ".join(str(spec[name]) for name in ("task", "agent", "harness", "prompt", "repeat")) for spec in specs]


def test_the_trials_that_failed_are_run_again_and_never_pooled(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    for name in ("easy", "hard"):
        make_task(name)
    completed = headwater(
        "run", "tasks", "--agent", "oracle", "--agent", "nop", "--prompt", "informed", "--out", "first"
    )
    assert completed.exit_code == 0, completed.err

    again = headwater("run", "--failed-of", "first", "--out", "again")
    assert again.exit_code == 0, again.err
    assert again.out.startswith("trials that had not solved in first, run again (--failed-of)")
    assert trials(tmp_path / "again") == [f"tasks/{task} nop base informed 1" for task in ("easy", "hard")]

    other = ("tasks/hard", "--agent", "oracle", "--prompt", "baseline")
    completed = headwater("run", "--failed-of", "first", *other, "--out", "other", "--json")
    assert [row["failed_of"] for row in json.loads(completed.out)] == [str(tmp_path / "first")]
    assert trials(tmp_path / "other") == ["tasks/hard oracle base baseline 1"]

    pooled = headwater("results", "first", "other", "--by", "agent")
    assert pooled.exit_code == 2
    assert pooled.err.startswith("headwater: other: its trials were selected because they were not solved in first, so")


def test_a_job_without_failed_trials_is_reported_in_one_line(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    task = make_task()
    assert headwater("run", task, "--agent", "oracle", "--out", "solved").exit_code == 0
    for args, message in (
        (("--failed-of", "solved"), "has no unsolved trial that counts"),
        (("--failed-of", "nowhere"), "nowhere: contains no job.json"),
    ):
        completed = headwater("run", *args, "--out", "job")
        assert (completed.exit_code, message in completed.err, completed.err.count("\n")) == (2, True, 1), completed
    assert not (tmp_path / "job").exists()
