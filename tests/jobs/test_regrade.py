"""A problem of one trial does not prevent new verdicts of others."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

from headwater.jobs import JobFolder, Progress, regrade_job

BROKEN = "raise RuntimeError('no checks')\n"


def test_a_missing_or_broken_task_does_not_prevent_verdicts_of_others(
    headwater: Any, make_task: Any, tmp_path: Path
) -> None:
    tasks = {name: make_task(name) for name in ("broken", "gone", "sound")}
    job = tmp_path / "job"
    assert headwater("run", *tasks.values(), "--agent", "oracle", "--repeat", "2", "--out", job).exit_code == 0
    (tasks["broken"] / "checks.py").write_text(BROKEN)
    shutil.rmtree(tasks["gone"])

    again = headwater("regrade", job, "--json")
    assert again.exit_code == 2
    assert "2 graded again, 0 left unchanged" in again.err
    assert again.err.count("no such suite or folder") == 1
    assert again.err.count("no checks") == 1
    assert [row["score"] for row in json.loads(again.out)] == [1] * 6, "those of before stay"
    new = {path.parents[1].name.partition("__")[0] for path in job.glob("trials/*/verdicts/2.json")}
    assert new == {"tasks.sound"}
    assert "regraded 2 trials" in (job / "job.log").read_text()

    shutil.rmtree(tasks["sound"])
    shutil.rmtree(tasks["broken"])
    assert headwater("regrade", job).exit_code == 2


def test_an_interrupted_regrade_counts_the_remaining_trials(
    headwater: Any, make_task: Any, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_HOME", str(cache))
    job = tmp_path / "job"
    assert headwater("run", make_task(), "--agent", "oracle", "--repeat", "2", "--out", job).exit_code == 0
    cancel = threading.Event()

    class Once(Progress):
        def finished(self, finished: Any) -> None:  # noqa: ARG002 - the signature of what it overrides
            cancel.set()

    regraded = regrade_job(JobFolder(job), Once(), cancel)
    assert (regraded.graded, regraded.skipped, regraded.errors, regraded.remaining) == (1, (), (), 1)
