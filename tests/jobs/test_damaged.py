"""Jobs with damaged trials and broken tasks, by the real command line: the others go on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TRIAL = "trials/tasks.scratch__oracle__base__baseline__2"
DAMAGE: dict[str, Callable[[Path], object]] = {
    "truncated": lambda record: record.write_bytes(record.read_bytes()[:60]),
    "empty": lambda record: record.write_bytes(b""),
    "not UTF-8": lambda record: record.write_bytes(b"\xff\xfe" + record.read_bytes()),
    "deep": lambda record: record.write_bytes(b"[" * 100_000),
    "wrong type": lambda record: record.write_text(record.read_text().replace('"status": "ok"', '"status": 7')),
    "missing field": lambda record: record.write_text(record.read_text().replace('"started_at"', '"begun_at"')),
    "of another trial": lambda record: record.write_text(record.read_text().replace('"repeat": 2', '"repeat": 1')),
    "none": lambda record: record.unlink(),
    "a folder": lambda record: (record.unlink(), record.mkdir()),
    "verdict": lambda record: (record.parent / "verdicts/1.json").write_text("{"),
    "name of a verdict": lambda record: (record.parent / "verdicts/last.json").write_text("{}"),
}


@pytest.fixture
def job(headwater: Any, make_task: Any, tmp_path: Path) -> Path:
    """Three finished trials."""
    ran = headwater("run", make_task(), "--agent", "oracle", "--repeat", "3", "--out", tmp_path / "job")
    assert ran.exit_code == 0, ran.err
    return tmp_path / "job"


def test_a_damaged_trial_is_named_left_out_and_run_again(headwater: Any, job: Path, tmp_path: Path) -> None:
    for name, damage in DAMAGE.items():
        copy = tmp_path / f"job-{name.replace(' ', '-')}"
        shutil.copytree(job, copy, symlinks=True)
        damage(copy / TRIAL / "trial.json")

        shown = headwater("results", copy, "--json")
        assert (shown.exit_code, len(json.loads(shown.out))) == (0, 2), (name, shown.err)
        assert str(copy / TRIAL) in shown.err, name
        assert len(shown.err.splitlines()) == 1, (name, shown.err)

        ran = headwater("resume", copy, "--json")
        assert ran.exit_code == 0, (name, ran.err)
        assert [row["score"] for row in json.loads(ran.out)] == [1, 1, 1], name
        [line] = [line for line in ran.err.splitlines() if str(copy / TRIAL) in line]
        assert line.endswith("; it is run again"), name


@pytest.mark.parametrize(
    "verb",
    [
        ["regrade", "JOB"],
        ["compare", "JOB", "JOB"],
        ["report", "JOB", "--out", "SITE"],
        ["results", "JOB", "--by", "agent"],
        ["calibrate", "JOB"],
    ],
    ids=lambda verb: verb[0],
)
def test_no_verb_ends_at_a_damaged_trial(headwater: Any, job: Path, tmp_path: Path, verb: list[str]) -> None:
    DAMAGE["truncated"](job / TRIAL / "trial.json")
    shutil.rmtree(job / "trials/tasks.scratch__oracle__base__baseline__3/verdicts")
    places = {"JOB": str(job), "SITE": str(tmp_path / "site")}
    ran = headwater(*(places.get(word, word) for word in verb))
    assert ran.exit_code == 0, ran.err
    assert "baseline__2/trial.json" in ran.err + ran.out


def test_a_broken_task_ends_no_other(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    broken = make_task("broken", files={"seed/01_rows.py": "def seed(services):\n    raise ValueError('no rows')\n"})
    also = make_task("also", files={"seed/01_rows.py": "def seed(services):\n    services.none()\n"})
    job = tmp_path / "job"
    ran = headwater(
        "run", broken, make_task("sound"), also, "--agent", "oracle", "--repeat", "2", "--out", job, "--json"
    )
    assert ran.exit_code == 2
    assert [(row["task"], row["score"]) for row in json.loads(ran.out)] == [("tasks/sound", 1)] * 2
    said = [line for line in ran.err.splitlines() if "01_rows.py:2" in line]
    assert len(said) == 2, ran.err
    assert "ValueError: no rows" in ran.err

    for folder in (broken, also):
        (folder / "seed/01_rows.py").write_text("def seed(services):\n    pass\n")
    again = headwater("resume", job, "--json")
    assert again.exit_code == 0, again.err
    assert [row["score"] for row in json.loads(again.out)] == [1] * 6


def test_what_is_named_twice_is_one_trial(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    task = make_task()
    named = ["--agent", "oracle", "--agent", "oracle", "--harness", "base", "--harness", "base"]
    ran = headwater("run", task, task, *named, "--out", tmp_path / "job", "--json")
    assert ran.exit_code == 0, ran.err
    assert [row["score"] for row in json.loads(ran.out)] == [1]
