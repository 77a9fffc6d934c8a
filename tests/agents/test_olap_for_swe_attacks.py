"""Attacks with the tools of the harness `olap-for-swe`: each one runs, gains nothing, and would report a breach."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.agents.walls import OpenProbe, run_without_walls
from tests.jobs.conftest import Headwater, MakeTask

from headwater.agents._builtin import Attacker, attack_names
from headwater.jobs import JobFolder
from headwater.jobs._validate import _attack

HARNESS = "olap-for-swe"
ENTRY_POINT = """
[agent]
timeout_sec = 900

[entrypoint]
command = "python3 load.py"
timeout_sec = 60
"""
DONE = {
    "outlive-as-endpoints": ("port 4000 is open", "port 6390 is open"),
}
LISTENS = """
redis-server --port 4001 --save '' > /dev/null &
until redis-cli -p 4001 ping > /dev/null 2>&1; do sleep 0.1; done
"""
PROBES = {
    "outlive-as-endpoints": OpenProbe("another trial answers on port 4001", before=LISTENS),
}


def test_all_of_them_are_tried_here() -> None:
    assert {name for name in attack_names() if HARNESS in Attacker(name).needs} == set(DONE) == set(PROBES)


@pytest.mark.parametrize("name", PROBES)
def test_attacks_report_a_missing_wall(name: str, no_walls: Path) -> None:
    reported = run_without_walls(no_walls, Attacker(name).script, PROBES[name])
    assert any(line.startswith("BREACH: ") and PROBES[name].reports in line for line in reported), reported


@pytest.mark.minutes
@pytest.mark.installs
@pytest.mark.timeout(2400)
@pytest.mark.usefixtures("nothing_left")
def test_attacks_do_their_work_and_win_nothing(headwater: Headwater, make_task: MakeTask, tmp_path: Path) -> None:
    """The attacks run one after the other, twice, because one could leave something behind for the next."""
    task = make_task(toml=ENTRY_POINT, files={"workspace/load.py": "print('loaded')\n"})
    agents = [word for name in DONE for word in ("--agent", f"attacker:{name}")]
    options: list[str | Path] = ["--harness", HARNESS, "--repeat", "2", "--jobs", "1", "--out", tmp_path / "job"]
    process = headwater.start("run", task, "--agent", "nop", *agents, *options)
    assert process.communicate(timeout=2000)[1].count("Traceback") == 0
    assert process.returncode == 0
    job = JobFolder(tmp_path / "job")
    trials = list(job.finished())
    assert len(trials) == 2 * (len(DONE) + 1)
    nop = next(trial for trial in trials if trial.record.spec.agent == "nop")
    for trial in trials:
        name = trial.record.spec.agent.removeprefix("attacker:")
        log = job.paths(trial.record.spec.id).agent_log
        message = log.read_text()
        assert [line for line in DONE.get(name, ()) if line not in message] == [], (
            name,
            message,
            log.with_suffix(".err").read_text(),
        )
        assert _attack(trial, nop, log) == []
