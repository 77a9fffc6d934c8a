"""Wrong arguments of `run` are errors before anything runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import headwater
from headwater.jobs.executors import LocalExecutor

TASK = "pipelines/csv-ingest"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"tasks": TASK}, "--agent: is missing; name an agent"),
        ({"agents": "nop"}, "no tasks; name a suite, a task or a folder"),
        ({"tasks": "no-such", "agents": "nop"}, "no-such: no such suite or folder"),
        ({"tasks": TASK, "agents": "nobody"}, "--agent nobody: no such agent"),
        ({"tasks": TASK, "agents": "nop", "prompts": "polite"}, "--prompt polite: no such prompt variant"),
        ({"tasks": TASK, "agents": "nop", "repeat": 0}, "--repeat 0: must be 1 or more"),
        ({"failed_of": "nowhere", "repeat": 2}, "--repeat and --failed-of exclude each other"),
        ({"tasks": TASK, "agents": "nop", "jobs": -1}, "--jobs -1: must be 1 or more"),
        ({"tasks": TASK, "agents": "nop", "limits": "2eur"}, "--budget 2eur: not a budget"),
        ({"tasks": TASK, "agents": "nop", "timeout_sec": float("inf")}, "--timeout inf: not a number of seconds"),
        ({"tasks": TASK, "agents": "nop", "executor": "moon"}, "--executor moon: no such executor; there are local"),
    ],
)
def test_a_wrong_argument_starts_nothing(current_folder: Path, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(headwater.UserError, match=message):
        headwater.run(**arguments)
    assert not (current_folder / "jobs").exists()


class Elsewhere(LocalExecutor):
    """Stands for a process without a person at its terminal."""

    name = "elsewhere"
    has_terminal = False


@pytest.mark.usefixtures("current_folder")
def test_a_person_needs_an_executor_with_a_terminal() -> None:
    with pytest.raises(headwater.UserError, match="executor elsewhere has no terminal for a person"):
        headwater.run(TASK, "human", executor=Elsewhere())


@pytest.mark.usefixtures("current_folder")
def test_executors_and_tasks_can_be_objects() -> None:
    [task] = headwater.find_tasks(TASK)
    job = headwater.run(task, "nop", executor=Elsewhere(), limits=headwater.Limits(turns=3), out="here").wait()
    assert (job.folder.name, job.config.executor, job.config.limits.turns) == ("here", "elsewhere", 3)
    with pytest.raises(headwater.UserError, match="already contains a job"):
        headwater.run(task, "nop", out="here")


LIGHT = """
import sys
import headwater
heavy = {"pydantic", "typing", "importlib.metadata", "headwater.jobs"} & sys.modules.keys()
loaded = [name for name in headwater.__all__ if getattr(headwater, name) is not None]
print(sorted(heavy), loaded == headwater.__all__, set(headwater.__all__) <= set(dir(headwater)))
"""


def test_importing_headwater_loads_nothing_and_each_name_exists() -> None:
    completed = subprocess.run([sys.executable, "-S", "-c", LIGHT], capture_output=True, text=True, check=False)
    if "No module named 'headwater'" in completed.stderr:  # only the site module puts installed packages on the path
        completed = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert completed.stdout == "[] True True\n", completed.stderr
    with pytest.raises(AttributeError, match="module 'headwater' has no attribute 'runs'"):
        _ = headwater.runs  # type: ignore[attr-defined]
