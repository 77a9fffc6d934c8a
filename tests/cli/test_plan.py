"""The command `headwater plan`: its output, and its messages about mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import RunHere


def planned(run_here: RunHere, job: Path, *options: str) -> Any:
    done = run_here("plan", job, "--cores", "2", "--memory", "8", *options, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_command_prints_what_the_plan_says(run_here: RunHere, job: Path) -> None:
    plan = planned(run_here, job, "--trials", "100", "--nodes", "2", "--deaths-per-hour", "1", "--replaced-after", "5")
    assert (plan["trials"], plan["combinations"], plan["measured"], plan["seconds"]["runs"]) == (100, 3, 3, 10)
    assert plan["endings"] == {"every trial has a record": 10}
    assert [limit["resource"] for limit in plan["limits"][:2]] == ["cores", "memory"]
    assert any("measured once" in note for note in plan["notes"])
    assert planned(run_here, job)["trials"] == 3

    completed = run_here("plan", job, "--cores", "2", "--memory", "8", "--trials", "100", "--nodes", "2", columns=80)
    assert completed.returncode == 0, completed.stderr
    lines = completed.stdout.splitlines()
    assert lines[0] == "100 trials on 2 nodes with 2 cores and 8 GiB each"
    assert lines[1] == "from 3 measured trials of 3 combinations, in 10 simulated runs"
    assert max(len(line) for line in lines if not line.startswith("note: ")) <= 80
    assert "all runs end: every trial has a record" in completed.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rate", "fast"], "--rate fast: not a budget"),
        (["--job-budget", "0usd"], "--job-budget 0usd: must be above zero"),
    ],
)
def test_options_that_cannot_be_read_are_one_line(
    run_here: RunHere, job: Path, options: list[str], message: str
) -> None:
    done = run_here("plan", job, *options)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert message in done.stderr


def test_missing_jobs_and_trials_are_reported_in_one_line(run_here: RunHere, job: Path, tmp_path: Path) -> None:
    done = run_here("plan", tmp_path)
    assert (done.returncode, "contains no job.json" in done.stderr) == (2, True)
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "job.json").write_bytes((job / "job.json").read_bytes())
    done = run_here("plan", empty)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{empty}: has no trial that was run; `headwater resume {empty}` runs its trials" in done.stderr
