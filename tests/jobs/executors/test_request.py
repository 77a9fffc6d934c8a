"""A request has everything that its trial needs, and can be pickled."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

from headwater.jobs import expand
from headwater.jobs.executors import TrialRequest
from headwater.records import JobOptions, Limits, PromptVariant
from headwater.tasks import read_task
from headwater.trials import BrokenTaskError, NoRoomError

WORKER = """
import pickle, sys, threading
from headwater.jobs.executors import Worker

events = []
finished = Worker().run(pickle.load(sys.stdin.buffer), events.append, threading.Event())
sys.stdout.buffer.write(pickle.dumps((finished, len(events))))
"""


def test_a_solution_runs_in_a_process_without_other_modules(make_task: Any, cache: Path, tmp_path: Path) -> None:
    task = read_task(make_task())
    request = TrialRequest(
        spec=expand([task], ["oracle"], ["base"], [PromptVariant.BASELINE], 1)[0],
        task=task,
        job=tmp_path / "job",
        home=cache,
        isolation=("as on another machine",),
        options=JobOptions(limits=Limits(turns=3), timeout_sec=60),
    )
    assert pickle.loads(pickle.dumps(request)) == request
    completed = subprocess.run(
        [sys.executable, "-c", WORKER],
        input=pickle.dumps(request),
        stdout=subprocess.PIPE,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(tmp_path / "nobody")},
        check=True,
    )
    finished, events = pickle.loads(completed.stdout)
    assert (finished.verdict.score, finished.record.spec) == (1, request.spec)
    assert (finished.record.isolation, finished.record.timeout_sec) == (("as on another machine",), 60)
    assert events > 0
    assert [path.name for path in (tmp_path / "job" / "trials").iterdir()] == [request.spec.id]
    assert not (tmp_path / "nobody").exists()


def test_errors_of_a_trial_can_be_pickled() -> None:
    for error in (BrokenTaskError("seed/01.sql: fails"), NoRoomError("/data: full")):
        assert pickle.loads(pickle.dumps(error)).args == error.args
