"""A job runs on a cluster that Headwater starts on this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.conftest import eventually
from tests.jobs.executors.ray.test_faults import in_folder

pytest.importorskip("ray")
pytestmark = [pytest.mark.minutes, pytest.mark.usefixtures("nothing_left")]


def test_a_job_runs_on_a_cluster_of_its_own_and_leaves_none(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    job = tmp_path / "job"
    completed = headwater(
        "run", make_task(), "--agent", "oracle", "--agent", "nop", "--executor", "ray", "--out", job, "--json"
    )
    assert completed.exit_code == 0, completed.err
    assert sorted(row["score"] for row in json.loads(completed.out)) == [0, 1]
    assert "executor ray" in (job / "job.log").read_text()
    assert sorted(each.name for each in job.iterdir()) == [".lock", "job.json", "job.log", "trials"]
    assert eventually(lambda: not in_folder(tmp_path)), in_folder(tmp_path)
