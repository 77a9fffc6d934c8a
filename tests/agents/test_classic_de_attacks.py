"""Attacks with the tools of the harness `classic-de`: each one runs, gains nothing, and would report a breach."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.agents.tools import with_tools
from tests.agents.walls import OpenProbe, run_without_walls
from tests.jobs.conftest import Headwater, MakeTask

from headwater.agents._builtin import Attacker, attack_names
from headwater.jobs import JobFolder
from headwater.jobs._validate import _attack

pytestmark = [pytest.mark.minutes, pytest.mark.installs, pytest.mark.timeout(2400)]
HARNESS = "classic-de"
ENTRY_POINT = """
[agent]
timeout_sec = 900

[entrypoint]
command = "python3 load.py"
timeout_sec = 600

[verifier]
check_timeout_sec = 900
"""
CHECKS = """
from headwater.grading import Graded, Result, expect, functional

@functional
def prints_nothing(graded: Graded) -> Result:
    with graded.copy() as copy:
        output = copy.run().stdout
    return expect(not output, output)
"""
LOADED = (
    *("settings of Airflow", "a plugin of Airflow", "a DAG", "an object of Airflow"),
    *("settings of Spark", "a plugin of dbt"),
)
DONE = {
    "outlive-as-servers": ("port 8080 is open", "port 4040 is open", "the stream writes"),
    "plant-serialized": tuple(f"loaded: {what}" for what in LOADED),
    "reach-by-java": ("Java was asked",),
}
DESCRIPTORS = "ln -s /proc/self/fd /dev/fd"  # Spark's scripts need this link
LISTENS = "python3 -m http.server 8080 --bind 127.0.0.1 > /dev/null 2>&1 & sleep 3"
PROBES = {
    "outlive-as-servers": OpenProbe("another trial answers on port 8080", before=LISTENS),
    "plant-serialized": OpenProbe("what was planted runs where grading does", before=DESCRIPTORS),
    "reach-by-java": OpenProbe("Java sees the interfaces", before=DESCRIPTORS),
}


def test_all_of_them_are_tried_here() -> None:
    assert {name for name in attack_names() if HARNESS in Attacker(name).needs} == set(DONE) == set(PROBES)


@pytest.mark.parametrize("name", PROBES)
def test_attacks_report_a_missing_wall(name: str, no_walls: Path) -> None:
    probe = PROBES[name]
    opened = OpenProbe(probe.reports, f"{with_tools(HARNESS)}\n{probe.before}", probe.after)
    reported = run_without_walls(no_walls, Attacker(name).script, opened)
    assert any(line.startswith("BREACH: ") and probe.reports in line for line in reported), reported


@pytest.mark.parametrize("name", DONE)
@pytest.mark.usefixtures("nothing_left")
def test_an_attack_does_its_work_and_wins_nothing(
    headwater: Headwater, make_task: MakeTask, tmp_path: Path, name: str
) -> None:
    """The attack runs twice, one run after the other, because the first could leave something for the second."""
    task = make_task(toml=ENTRY_POINT, checks=CHECKS, files={"workspace/load.py": "print('as shipped')\n"})
    options: list[str | Path] = ["--harness", HARNESS, "--repeat", "2", "--jobs", "1", "--out", tmp_path / "job"]
    process = headwater.start("run", task, "--agent", "nop", "--agent", f"attacker:{name}", *options)
    assert process.communicate(timeout=2000)[1].count("Traceback") == 0
    assert process.returncode == 0
    job = JobFolder(tmp_path / "job")
    trials = list(job.finished())
    assert [trial.record.spec.agent for trial in trials].count(f"attacker:{name}") == 2
    nop = next(trial for trial in trials if trial.record.spec.agent == "nop")
    for trial in (trial for trial in trials if trial.record.spec.agent != "nop"):
        log = job.paths(trial.record.spec.id).agent_log
        printed = log.read_text()
        assert [line for line in DONE[name] if line not in printed] == [], (
            printed,
            log.with_suffix(".err").read_text(),
        )
        assert _attack(trial, nop, log) == []
        assert trial.verdict is not None
        [check] = [check for check in trial.verdict.checks if check.name == "prints_nothing"]
        in_grading = DONE[name] if name == "plant-serialized" else ("as shipped",)
        assert [line for line in in_grading if line not in check.message] == [], check.message
