"""Attacks with what the harness `classic-de` brings: each does its work there, and wins nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.jobs.conftest import Headwater, MakeTask

from headwater.agents._builtin import Attacker, attack_names
from headwater.jobs import JobFolder
from headwater.jobs._validate import _attack

pytestmark = [pytest.mark.minutes, pytest.mark.installs]
HARNESS = "classic-de"
ENTRY_POINT = """
[agent]
timeout_sec = 900

[entrypoint]
command = "python3 load.py"
timeout_sec = 60
"""
DONE = {
    "plant-serialized": ("objects are planted",),
    "reach-by-java": ("Java was asked",),
}


def test_all_of_them_are_tried_here() -> None:
    assert {name for name in attack_names() if HARNESS in Attacker(name).needs} == set(DONE)


@pytest.mark.usefixtures("nothing_left")
def test_they_do_their_work_and_win_nothing(headwater: Headwater, make_task: MakeTask, tmp_path: Path) -> None:
    """One after the other, and twice: what one leaves would be met by the next."""
    task = make_task(toml=ENTRY_POINT, files={"workspace/load.py": "print('loaded')\n"})
    agents = [word for name in DONE for word in ("--agent", f"attacker:{name}")]
    options = ["--harness", HARNESS, "--repeat", "2", "--jobs", "1", "--out", tmp_path / "job"]
    process = headwater.start("run", task, "--agent", "nop", *agents, *options)
    assert process.communicate(timeout=1000)[1].count("Traceback") == 0
    assert process.returncode == 0
    job = JobFolder(tmp_path / "job")
    trials = list(job.finished())
    assert len(trials) == 2 * (len(DONE) + 1)
    nop = next(trial for trial in trials if trial.record.spec.agent == "nop")
    for trial in trials:
        name = trial.record.spec.agent.removeprefix("attacker:")
        log = job.paths(trial.record.spec.id).agent_log
        said = log.read_text()
        assert [line for line in DONE.get(name, ()) if line not in said] == [], (name, said, log.with_suffix(".err"))
        assert _attack(trial, nop, log) == []
