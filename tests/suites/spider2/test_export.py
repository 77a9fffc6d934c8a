"""Two arms on eight instances: killed, resumed, exported, and scored with the same numbers as the trials."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.suites.spider2 import official
from tests.suites.spider2.conftest import archives, build
from tests.suites.spider2.eight import AGENT, DONE, PASSED, write_cassettes, write_eight

HEADWATER = Path(sys.executable).with_name("headwater")
_KILLED_AFTER = 3
_MOST_SEC = 3600.0


class Line:
    """The command line with a cache that only these tests use."""

    def __init__(self, caches: Path, folder: Path) -> None:
        self._env = {**os.environ, "HEADWATER_HOME": str(caches), "COLUMNS": "160"}
        self._folder = folder

    def start(self, *args: str | Path) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [HEADWATER, *map(str, args)], cwd=self._folder, env=self._env, stdout=pipe, stderr=pipe, text=True
        )

    def __call__(self, *args: str | Path, exit_code: int = 0) -> tuple[str, str]:
        process = self.start(*args)
        out, err = process.communicate(timeout=_MOST_SEC)
        assert process.returncode == exit_code, err
        assert "Traceback" not in err
        return out, err


def finished(job: Path) -> dict[str, int]:
    return {path.parent.name: path.stat().st_mtime_ns for path in job.glob("trials/[!.]*/trial.json")}


def passed(score: dict[str, Any], grade: str) -> bool:
    return not score["problem"] and bool(score[grade]) and all(table["passed"] for table in score[grade])


@pytest.mark.minutes
def test_two_arms_are_killed_resumed_exported_and_scored(caches: Path, tmp_path: Path) -> None:
    small = write_eight(tmp_path)
    build(caches, small.folder, archives(small))
    write_cassettes(tmp_path / "cassettes")
    line, job = Line(caches, tmp_path), tmp_path / "job"
    arms = ("--agent", AGENT, "--harness", "base", "--harness", "lineage", "--replay", "cassettes")
    running = line.start("run", "spider2", *arms, "--jobs", "2", "--out", "job")
    deadline = time.monotonic() + _MOST_SEC
    while len(finished(job)) < _KILLED_AFTER and time.monotonic() < deadline:
        assert running.poll() is None, running.communicate()[1]
        time.sleep(0.1)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    before = finished(job)
    assert _KILLED_AFTER <= len(before) < len(DONE) * 8

    rows = json.loads(line("resume", "job", "--json")[0])
    after = finished(job)
    assert {name: after[name] for name in before} == before  # no trial was run again
    assert len(rows) == len(after) == 16

    _, err = line("export", "spider2", "job", "--out", "both", exit_code=2)
    assert err.endswith("has 2 trials of ledger001, and one is needed; choose by --harness (base, lineage)\n")
    assert not (tmp_path / "both").exists()
    gold = small.examples.parent / "evaluation_suite/gold"
    for harness, by_grade in PASSED.items():
        native = {row["task"].partition("/")[2]: json.loads(row["native"]) for row in rows if row["harness"] == harness}
        out, err = line("export", "spider2", "job", "--harness", harness, "--out", harness)
        assert out == f"8 of 8 instances in {harness}, {7 if harness == 'base' else 8} with their database\n"
        scores = json.loads(line("score", "spider2", "--submission", harness, "--gold", gold, "--json")[0])
        assert scores["summary"]["submitted"]["instances"] == 8
        for grade, expected in by_grade.items():
            scored = {one["instance_id"] for one in scores["instances"] if passed(one, grade)}
            assert scored == expected
            assert {name for name, numbers in native.items() if numbers[grade] == 1} == expected
            assert scores["summary"]["submitted"][grade] == len(expected) / 8
        if official.CHECKOUT:
            expected = by_grade["official"]
            found = official.evaluate(tmp_path / harness, gold, tmp_path / "unused")
            assert found == (expected, f"{len(expected) / 8} {len(expected)} 8")
        removed = "tally004: submitted without a database: the agent left no tally.duckdb\n"
        assert err == (removed if harness == "base" else "")
