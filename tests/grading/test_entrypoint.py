"""Runs of the entry point on several data: at the same time if that is fair, and once for all checks."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.grading.conftest import Evaluated, Grade, write_tree

from headwater.sandbox import DATA
from headwater.sandbox._cgroups import find_hierarchy

CHECKS = """
from pathlib import Path

def place(name): return {"/data": (Path("FOLDER") / name,)}

@announces
def others(graded): return [place("b"), place("c")]

@functional
def runs(graded):
    runs = [graded.run_on(), graded.run_on(place("b")), graded.run_on(place("c"))]
    return expect(
        True,
        "ran",
        codes=[run.completed.exit_code for run in runs],
        outputs=[run.completed.stdout for run in runs],
        reads=[[read.path for read in run.reads.files] for run in runs],
    )
"""


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """Three data folders with one file each."""
    for name in ("a", "b", "c"):
        write_tree(tmp_path / "lake" / name, {f"{name}.txt": name})
    return tmp_path / "lake"


def graded_on(grade: Grade, lake: Path, program: str, checks: str = CHECKS, **config: object) -> Evaluated:
    return grade(
        checks.replace("FOLDER", str(lake)),
        {"main.py": program},
        mounts={DATA: lake / "a"},
        data="lake",
        entrypoint={"command": "python3 main.py", "timeout_sec": 60},
        **config,
    )


def test_announced_runs_are_at_the_same_time_and_each_has_its_data_and_reads(grade: Grade, lake: Path) -> None:
    program = """
import json, pathlib, time
start = time.monotonic()
time.sleep(4)
(path,) = pathlib.Path("/data").iterdir()
print(json.dumps([path.read_text(), start, time.monotonic()]))
"""
    evaluated = graded_on(grade, lake, program)
    details = evaluated["runs"].details
    names, starts, ends = zip(*map(json.loads, details["outputs"]), strict=True)
    assert names == ("a", "b", "c")
    assert max(starts) < min(ends)
    if os.geteuid() == 0:
        assert details["reads"] == [["a.txt"], ["b.txt"], ["c.txt"]]
    again = evaluated["entrypoint_runs"]
    assert (again.details["output"], again.passed) == (details["outputs"][0].strip(), True)


@pytest.mark.skipif(find_hierarchy() is None, reason="needs control groups")
def test_a_run_that_lacks_memory_beside_others_is_repeated_alone(grade: Grade, lake: Path) -> None:
    program = "import time\nheld = b'x' * (160 << 20)\ntime.sleep(2)\nprint(len(held) >> 20)\n"
    details = graded_on(grade, lake, program, agent={"memory_mb": 256})["runs"].details
    assert (details["codes"], details["outputs"]) == ([0, 0, 0], ["160\n"] * 3)


def test_a_result_beside_others_that_a_check_refuses_is_replaced_by_one_alone(grade: Grade, lake: Path) -> None:
    checks = f"""{CHECKS}
@correct
def is_repeated_once(graded):
    kept = [graded.run_on(place("b")).completed.stdout for _ in range(2)]
    alone = [graded.run_on(place("b"), accept=lambda run: False).completed.stdout for _ in range(2)]
    return expect(kept[0] == kept[1] != alone[0] == alone[1], f"{{kept}} and {{alone}}")
"""
    assert graded_on(grade, lake, "import uuid; print(uuid.uuid4())", checks)["is_repeated_once"].passed


def test_a_failing_program_fails_on_all_data(grade: Grade, lake: Path) -> None:
    evaluated = graded_on(grade, lake, "raise SystemExit(3)")
    assert evaluated["runs"].details["codes"] == [3, 3, 3]
    assert "entrypoint_runs" in evaluated.failed()
