"""Whole trials on the small lake: the gates, the reads, and the proof of the tasks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.suites.discovery.conftest import SmallSuite
from tests.suites.discovery.lake import BEST, TOTAL

HEADWATER = Path(sys.executable).with_name("headwater")
TASK = "discovery/shops-harbour-total"
SEARCH = f"""
cat /data/sales_2024/README.md
head -n 2 /data/sales_2024/sales.csv /data/sales_2024/sales_corrected.csv
cat > answer.py <<'END'
{TOTAL}END
python answer.py > result.txt
"""
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can trace reads")


def headwater(suite: SmallSuite, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HEADWATER_HOME": str(suite.home), "COLUMNS": "160"}
    return subprocess.run([HEADWATER, *arguments], capture_output=True, text=True, check=False, env=environment)


def run_human(suite: SmallSuite, folder: Path, task: str, commands: str) -> tuple[dict[str, Any], Path]:
    """Run one trial with these commands, and return its row and its folder."""
    (folder / "commands.sh").write_text(commands)
    job = folder / "job"
    options = ("--agent", "human", "--commands", folder / "commands.sh", "--out", job, "--json")
    done = headwater(suite, "run", task, *options)
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)
    (trial,) = (job / "trials").iterdir()
    return {**row, "native": json.loads(row["native"])}, trial


@needs_root
def test_reads_of_the_search_and_of_the_program_are_known(small_suite: SmallSuite, tmp_path: Path) -> None:
    row, trial = run_human(small_suite, tmp_path, TASK, SEARCH)
    assert row["gates_cleared"] == 5
    assert row["native"] == {
        "ea": 1.0,
        "da": 1.0,
        "da_superset": 1.0,
        "da_precision": 1.0,
        "da_recall": 1.0,
        "da_f1": 1.0,
        "explored": 1.0,
    }
    reads = json.loads((trial / "reads.json").read_text())
    assert reads["unknown"] == ""
    expected = ["README.md", "sales.csv", "sales_corrected.csv"]
    assert [read["path"] for read in reads["files"]] == [f"sales_2024/{name}" for name in expected]


@needs_root
def test_a_right_answer_from_too_many_files_is_not_discovery(small_suite: SmallSuite, tmp_path: Path) -> None:
    more = BEST + "pd.read_csv('/data/sales_2023/sales_corrected.csv')\n"
    commands = f"cat > answer.py <<'END'\n{more}END\npython answer.py > result.txt\n"
    row, _ = run_human(small_suite, tmp_path, "discovery/shops-best-district", commands)
    assert row["gates_cleared"] == 4
    native = row["native"]
    assert (native["ea"], native["da"], native["da_superset"]) == (1.0, 0.0, 1.0)
    assert native["da_precision"] == pytest.approx(2 / 3)


@pytest.mark.minutes
def test_a_slow_program_is_out_of_proportion(small_suite: SmallSuite, tmp_path: Path) -> None:
    commands = f"cat > answer.py <<'END'\nimport time\n{TOTAL}time.sleep(45)\nEND\npython answer.py > result.txt\n"
    row, trial = run_human(small_suite, tmp_path, TASK, commands)
    assert row["gates_cleared"] == 3
    (verdict,) = (trial / "verdicts").iterdir()
    checks = {check["name"]: check for gate in json.loads(verdict.read_text())["gates"] for check in gate["checks"]}
    assert checks["time_is_in_proportion"]["outcome"] == "failed"


@pytest.mark.minutes
def test_counterfeits_fail_the_gates_that_they_name(small_suite: SmallSuite, tmp_path: Path) -> None:
    agents = ("--agent", "oracle", "--agent", "nop", "--agent", "counterfeit")
    done = headwater(small_suite, "run", TASK, *agents, "--out", tmp_path / "job", "--json")
    assert {row["agent"].removeprefix("counterfeit:"): row["gates_cleared"] for row in json.loads(done.stdout)} == {
        "oracle": 5,
        "nop": 0,
        "hollow": 1,
        "wrong-words": 1,
        "superseded": 1,
        "with-a-note": 0,
        "two-values": 0,
        "constant": 2,
        "reads-everything": 4,
        "reads-a-look-alike": 4,
    }


@pytest.mark.minutes
def test_the_tasks_prove_themselves(small_suite: SmallSuite) -> None:
    done = headwater(small_suite, "validate", TASK, "--attacks", "all")
    assert ": all proven" in done.stdout, done.stdout + done.stderr


def test_missing_data_are_reported(own_copy: SmallSuite, tmp_path: Path) -> None:
    shutil.rmtree(own_copy.lake)
    done = headwater(own_copy, "run", TASK, "--agent", "nop", "--out", tmp_path / "job")
    assert done.returncode == 2
    assert (
        "discovery/shops-harbour-total: its data discovery/lakes/shops-0123456789ab/datasets is not in" in done.stderr
    )
