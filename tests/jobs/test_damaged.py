"""Jobs with damaged trials and broken tasks, with the real command line: the other trials continue."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DAMAGE: dict[str, Callable[[Path], object]] = {
    "truncated": lambda record: record.write_bytes(record.read_bytes()[:60]),
    "empty": lambda record: record.write_bytes(b""),
    "not UTF-8": lambda record: record.write_bytes(b"\xff\xfe" + record.read_bytes()),
    "deep": lambda record: record.write_bytes(b"[" * 100_000),
    "wrong type": lambda record: record.write_text(record.read_text().replace('"status": "ok"', '"status": 7')),
    "missing field": lambda record: record.write_text(record.read_text().replace('"started_at"', '"begun_at"')),
    "of another trial": lambda record: record.write_text(record.read_text().replace('"repeat": ', '"repeat": 9')),
    "none": lambda record: record.unlink(),
    "a folder": lambda record: (record.unlink(), record.mkdir()),
    "verdict": lambda record: (record.parent / "verdicts/1.json").write_text("{"),
    "name of a verdict": lambda record: (record.parent / "verdicts/last.json").write_text("{}"),
}


@pytest.fixture
def job(headwater: Any, make_task: Any, tmp_path: Path) -> Path:
    """A job with one trial for each kind of damage, and one undamaged trial."""
    repeats = str(len(DAMAGE) + 1)
    completed = headwater("run", make_task(), "--agent", "oracle", "--repeat", repeats, "--out", tmp_path / "job")
    assert completed.exit_code == 0, completed.err
    for number, damage in enumerate(DAMAGE.values(), 1):
        damage(trial(tmp_path / "job", number) / "trial.json")
    return tmp_path / "job"


def trial(job: Path, number: int) -> Path:
    return job / f"trials/tasks.scratch__oracle__base__baseline__{number}"


def test_damaged_trials_are_named_left_out_and_run_again(headwater: Any, job: Path) -> None:
    completed = headwater("results", job, "--json")
    assert (completed.exit_code, len(json.loads(completed.out))) == (0, 1), completed.err
    resumed = headwater("resume", job, "--json")
    assert resumed.exit_code == 0, resumed.err
    assert [row["score"] for row in json.loads(resumed.out)] == [1] * (len(DAMAGE) + 1)
    for number, name in enumerate(DAMAGE, 1):
        [line] = [line for line in completed.err.splitlines() if f"{trial(job, number)}/" in line]
        assert line.startswith("headwater: "), name
        [line] = [line for line in resumed.err.splitlines() if f"{trial(job, number)}/" in line]
        assert line.endswith("; the trial runs again"), name


@pytest.mark.minutes
def test_no_verb_ends_at_a_damaged_trial(headwater: Any, job: Path, tmp_path: Path) -> None:
    for verb in ("compare", "report", "results", "calibrate", "regrade"):
        more = {"compare": [job], "report": ["--out", tmp_path / "site"], "results": ["--by", "agent"]}.get(verb, [])
        completed = headwater(verb, job, *more)
        assert completed.exit_code == 0, (verb, completed.err)
        message = completed.err + completed.out.replace("\n", "")
        assert message.count("baseline__1/trial.json") >= 1, (verb, message)
        assert "Traceback" not in message


def test_a_broken_task_does_not_end_other_tasks(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    broken = make_task("broken", files={"seed/01_rows.py": "def seed(services):\n    raise ValueError('no rows')\n"})
    also = make_task("also", files={"seed/01_rows.py": "def seed(services):\n    services.none()\n"})
    job = tmp_path / "job"
    completed = headwater(
        "run", broken, make_task("sound"), also, "--agent", "oracle", "--repeat", "2", "--out", job, "--json"
    )
    assert completed.exit_code == 2
    assert [(row["task"], row["score"]) for row in json.loads(completed.out)] == [("tasks/sound", 1)] * 2
    message = [line for line in completed.err.splitlines() if "01_rows.py:2" in line]
    assert len(message) == 2, completed.err
    assert "ValueError: no rows" in completed.err

    (broken / "seed/01_rows.py").write_text("def seed(services):\n    pass\n")
    also.rename(tmp_path / "gone")
    again = headwater("resume", job, "--json")
    assert again.exit_code == 2
    [line] = [line for line in again.err.splitlines() if line.startswith(f"{also}: ")]
    assert line.endswith("; its trials are left out")
    assert [row["score"] for row in json.loads(again.out)] == [1] * 4


def test_a_name_that_is_given_twice_is_one_trial(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    task = make_task()
    options = ["--agent", "oracle", "--agent", "oracle", "--harness", "base", "--harness", "base"]
    completed = headwater("run", task, task, *options, "--out", tmp_path / "job", "--json")
    assert completed.exit_code == 0, completed.err
    assert [row["score"] for row in json.loads(completed.out)] == [1]
