"""Scripts without a main guard, and lines at a prompt, run jobs just as programs with a guard do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples/run_and_compare.py"
LINES = """
import headwater
class Named(headwater.Progress):
    def finished(self, finished):
        print("finished", finished.record.spec.agent)

job = headwater.run("pipelines/csv-ingest", "oracle", progress=Named())
print([row["score"] for row in job.wait().results()])
"""
ENDLESS = """
import headwater
from pathlib import Path
job = headwater.run("pipelines/csv-ingest", "nop", out="unattended")
print("the script is at its end")
"""


def test_the_example_runs_as_a_script_without_a_guard(folder: Path, user_env: dict[str, str]) -> None:
    text = EXAMPLE.read_text()
    assert "__main__" not in text
    completed = subprocess.run(
        [sys.executable, EXAMPLE], cwd=folder, env=user_env, capture_output=True, text=True, check=True
    )
    lines = completed.stdout.splitlines()
    assert [line.split() for line in lines[:2]] == [
        ["pipelines/broken-connection", "oracle", "5/5", "gates", "score", "1.00"],
        ["pipelines/broken-connection", "nop", "0/5", "gates", "score", "0.00"],
    ]
    assert lines[4] == "oracle: 1.00, 95 % interval 0.34 to 1.00, 2 trials"
    assert len(lines) == 6, "each line is printed by one process"


def test_lines_at_a_prompt_run_a_job(folder: Path, user_env: dict[str, str]) -> None:
    """The definitions at a prompt have no file that another process could read, as in a notebook."""
    prompt = [sys.executable, "-q", "-i"]
    completed = subprocess.run(
        prompt, input=LINES, cwd=folder, env=user_env, capture_output=True, text=True, check=True
    )
    assert completed.stdout == "finished oracle\n[1.0]\n", completed.stderr
    assert "Error" not in completed.stderr


def test_a_script_that_does_not_wait_finishes_its_job(folder: Path, user_env: dict[str, str]) -> None:
    script = folder / "unattended.py"
    script.write_text(ENDLESS)
    completed = subprocess.run(
        [sys.executable, script], cwd=folder, env=user_env, capture_output=True, text=True, check=True
    )
    assert completed.stdout == "the script is at its end\n"
    assert len(list((folder / "unattended/trials").glob("*/trial.json"))) == 1, completed.stderr
