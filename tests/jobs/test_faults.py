"""Agents, services and checks that misbehave, with the real command line on small tasks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("nothing_left")


def rows(out: str) -> dict[str, dict[str, Any]]:
    """Return the rows that ``--json`` printed, by task id."""
    return {row["task"].split("/")[1]: row for row in json.loads(out)}


FAULTS = {
    "hangs": ("trap '' TERM INT HUP; while :; do sleep 1; done", "agent_timeout", "longer than 1 s"),
    # Waits without a process of its own, because Bash retries a failed fork for up to 31 s.
    "forks": (
        "mkfifo quiet; bomb() { bomb | bomb & }; bomb; read -t 0.5 <> quiet; exit 1",
        "agent_error",
        "exit code",
    ),
    "fills-memory": (
        "python3 -c 'kept = [bytearray(16 << 20) for _ in range(100)]'",
        "agent_error",
        "for want of memory",
    ),
    "fills-disk": (
        "mkdir big; for n in $(seq 40); do head -c 4M /dev/zero > big/$n; sleep 0.03; done; sleep 5",
        *(("ok", "") if os.geteuid() == 0 else ("agent_error", "more than 48 MiB")),
    ),
    "prints": ("timeout 8 head -c 1G /dev/zero; printf yes > done.txt", "ok", ""),
    "leaves-daemons": (
        "(setsid sh -c 'trap \"\" TERM; sleep 0.5; while :; do printf no > done.txt; sleep 0.01; done' &)\n"
        "printf yes > done.txt",
        "ok",
        "",
    ),
    "behaves": ("printf yes > done.txt", "ok", ""),
}
LIMITS = "\n[agent]\ntimeout_sec = {seconds}\nmemory_mb = 128\ndisk_mb = 48\nprocesses = 60\n"


@pytest.mark.minutes
def test_agents_that_misbehave_are_stopped_and_judged(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    tasks = [
        make_task(name, solution=script, toml=LIMITS.format(seconds=1 if name == "hangs" else 30))
        for name, (script, _, _) in FAULTS.items()
    ]
    completed = headwater("run", *tasks, "--agent", "oracle", "--jobs", "2", "--out", tmp_path / "job", "--json")
    found = rows(completed.out)
    for name, (_, status, reason) in FAULTS.items():
        assert found[name]["status"] == status, found[name]
        assert reason in found[name]["reason"], found[name]
    assert [found[name]["score"] for name in ("behaves", "prints", "leaves-daemons")] == [1, 1, 1]
    log = next((tmp_path / "job/trials").glob("*prints*/agent.log"))
    assert log.stat().st_size < 40 << 20
    if os.geteuid() == 0:  # its disk is full, and it continues
        errors = next((tmp_path / "job/trials").glob("*fills-disk*/agent.err"))
        assert "No space left on device" in errors.read_text()


ANSWERS = """
from headwater.grading import Graded, Result, expect, functional

@functional
def answers(graded: Graded) -> Result:
    return expect(graded.postgres.scalar("select 1") == 1, "it should answer")
"""


def kill_postgres(headwater: int, killed: set[int]) -> None:
    """Kill the postmaster that a process of Headwater has started, and add its process id to ``killed``."""
    parents, commands = {}, {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            commands[int(process.name)] = (process / "cmdline").read_bytes()
            stat = (process / "stat").read_text(errors="replace")
            parents[int(process.name)] = int(stat.rpartition(") ")[2].split()[1])
        except OSError:
            continue
    for pid, command in commands.items():
        is_ours = headwater in ancestors(pid, parents)
        if command.startswith(b"/opt/engine/postgres") and is_ours and pid not in killed:
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
            return


def ancestors(pid: int, parents: dict[int, int]) -> set[int]:
    found: set[int] = set()
    while pid in parents and pid not in found:
        found.add(pid)
        pid = parents[pid]
    return found


@pytest.mark.minutes
@pytest.mark.parametrize("deaths", [1, 2])
def test_a_service_that_dies_is_the_agents_doing_the_second_time(
    headwater: Any, make_task: Any, tmp_path: Path, deaths: int
) -> None:
    """The trial runs once more, and then its state is graded as it is; the trial next to it continues."""
    served = make_task("served", services=["postgres"], checks=ANSWERS, solution="sleep 3")
    alone = make_task("alone")
    job = tmp_path / "job"
    line = headwater.start("run", served, alone, "--agent", "oracle", "--jobs", "2", "--out", job, "--json")
    trial = job / "trials" / ".tasks.served__oracle__base__baseline__1.partial"
    killed: set[int] = set()
    deadline = time.monotonic() + 120
    while line.poll() is None and time.monotonic() < deadline:
        if (trial / "agent.log").exists() and len(killed) < deaths:
            kill_postgres(line.pid, killed)
        time.sleep(0.05)
    out, err = line.communicate(timeout=400)
    found = rows(out)
    assert found["alone"]["score"] == 1
    assert found["served"]["status"] == ("ok" if deaths == 1 else "agent_error"), err
    assert ("postgres died" in found["served"]["reason"]) == (deaths == 2)
    assert found["served"]["score"] is not None
    folder = job / "trials/tasks.served__oracle__base__baseline__1"
    record = json.loads((folder / "trial.json").read_text())
    assert record["attempts"] == 2
    assert [fault["after_start"] for fault in record["faults"]] == [True] * deaths
    assert "ServiceDiedError: postgres died" in (folder / "faults.txt").read_text()


def kill_cell(folder: Path, killed: set[str]) -> None:
    """Kill the first process of the cell that writes the logs of a trial in ``folder``, and with it all others."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            status = (process / "status").read_text(errors="replace")
            open_files = [str(opened.readlink()) for opened in (process / "fd").iterdir()]
        except OSError:
            continue
        pids = next(line.split()[1:] for line in status.splitlines() if line.startswith("NSpid:"))
        if (
            len(pids) >= 2
            and pids[-1] == "1"
            and str(folder / "agent.log") in open_files
            and process.name not in killed
        ):
            subprocess.run(["kill", "-9", process.name], check=False)
            killed.add(process.name)
            return


@pytest.mark.minutes
@pytest.mark.parametrize("deaths", [1, 2])
def test_a_cell_that_dies_is_the_agents_doing_the_second_time(
    headwater: Any, make_task: Any, tmp_path: Path, deaths: int
) -> None:
    job = tmp_path / "job"
    doomed = make_task("doomed", solution="printf yes > done.txt; echo written; sleep 3")
    line = headwater.start("run", doomed, make_task("alone"), "--agent", "oracle", "--out", job, "--json")
    trial = job / "trials" / ".tasks.doomed__oracle__base__baseline__1.partial"
    killed: set[str] = set()
    deadline = time.monotonic() + 120
    while line.poll() is None and time.monotonic() < deadline:
        log = trial / "agent.log"
        if log.exists() and log.read_text() == "written\n" and len(killed) < deaths:
            kill_cell(trial, killed)
            time.sleep(0.5)  # the folder of that attempt is removed meanwhile
        time.sleep(0.05)
    out, err = line.communicate(timeout=400)
    found = rows(out)
    assert len(killed) == deaths
    assert found["alone"]["score"] == 1
    assert found["doomed"]["status"] == ("ok" if deaths == 1 else "agent_error"), err
    assert ("the cell died" in found["doomed"]["reason"]) == (deaths == 2)
    assert (found["doomed"]["score"] == 1) == (deaths == 1)
    verdict = json.loads(next(job.glob("trials/*doomed*/verdicts/1.json")).read_text())
    assert {check["name"]: check["outcome"] for check in verdict["gates"][0]["checks"]}["done"] == "passed"
    assert found["doomed"]["attempts"] == 2


BROKEN = """
import time
from headwater.grading import Graded, Result, expect, functional

@functional
def raises(graded: Graded) -> Result:
    raise KeyError("no such thing")

@functional
def hangs(graded: Graded) -> Result:
    time.sleep(600)
    return expect(True, "never")
"""
MENDED = """
from headwater.grading import Graded, Result, expect, functional

@functional
def raises(graded: Graded) -> Result:
    return expect(graded.workspace.exists("done.txt"), "done.txt should be there")
"""


def test_broken_checks_exclude_a_trial_until_they_are_repaired(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    job = tmp_path / "job"
    task = make_task(checks=BROKEN, toml="\n[verifier]\ncheck_timeout_sec = 3\n")
    completed = headwater("run", task, "--agent", "oracle", "--out", job, "--json")
    row = rows(completed.out)["scratch"]
    assert row["status"] == "invalid"
    assert row["reason"] == "check raises broke, and on the reference state as well: KeyError: 'no such thing'"
    verdict = json.loads(next(job.glob("trials/*/verdicts/1.json")).read_text())
    output = {check["name"]: check["message"] for gate in verdict["gates"] for check in gate["checks"]}
    assert "did not end in 3 s" in output["hangs"]

    (task / "checks.py").write_text(MENDED)
    again = headwater("regrade", job, "--json")
    row = rows(again.out)["scratch"]
    assert (row["status"], row["score"]) == ("ok", 1)
    assert sorted(path.name for path in job.glob("trials/*/verdicts/*.json")) == ["1.json", "2.json"]


BREAKS_ON_NOTHING = """
from headwater.grading import Graded, Result, expect, functional

@functional
def says_yes(graded: Graded) -> Result:
    return expect({"yes": True}[graded.workspace.read_text("done.txt")], "done.txt should say yes")
"""


def test_a_check_that_breaks_on_agent_output_has_failed(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    job = tmp_path / "job"
    task = make_task(checks=BREAKS_ON_NOTHING)
    completed = headwater("run", task, "--agent", "nop", "--out", job, "--json")
    row = rows(completed.out)["scratch"]
    assert (row["status"], row["score"]) == ("ok", 0)
    verdict = json.loads(next(job.glob("trials/*/verdicts/1.json")).read_text())
    [check] = [check for check in verdict["gates"][0]["checks"] if check["name"] == "says_yes"]
    assert (check["outcome"], check["message"]) == ("failed", "KeyError: ''")
    assert check["control"] == {"state": "reference", "outcome": "passed", "message": "done.txt should say yes"}

    # The reference does not pass, so nothing shows that the check is right.
    (task / "solution/solve.sh").write_text("exit 3")
    row = rows(headwater("regrade", job, "--json").out)["scratch"]
    assert row["status"] == "invalid"


def test_an_author_chooses_the_control_state(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    """This check also breaks on the starting state."""
    task = make_task(checks=BREAKS_ON_NOTHING, toml='\n[verifier]\ncontrol = "start"\n')
    completed = headwater("run", task, "--agent", "nop", "--out", tmp_path / "job", "--json")
    row = rows(completed.out)["scratch"]
    assert (row["status"], row["reason"]) == (
        "invalid",
        "check says_yes broke, and on the start state as well: KeyError: ''",
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda task: (task / "task.toml").write_text("id = "), "task.toml"),
        (lambda task: (task / "checks.py").write_text("def ("), "checks.py"),
        (lambda task: (task / "checks.py").unlink(), "checks.py"),
        (lambda task: (task / "solution/solve.sh").unlink(), "solve.sh"),
        (lambda task: (task / "wrokspace").mkdir(), "did you mean workspace"),
    ],
)
def test_a_malformed_task_is_one_line(
    headwater: Any, make_task: Any, tmp_path: Path, change: Callable[[Path], object], message: str
) -> None:
    task = make_task()
    change(task)
    completed = headwater("run", task, "--agent", "oracle", "--out", tmp_path / "job")
    assert completed.exit_code == 2
    assert message in completed.err
    assert len(completed.err.strip().splitlines()) == 1
    assert not (tmp_path / "job").exists()


def test_missing_bubblewrap_is_reported_with_the_fix(headwater: Any, make_task: Any, tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in ("setpriv", "prlimit", "rm", "chmod"):
        (folder / tool).symlink_to(f"/usr/bin/{tool}")
    out = tmp_path / "job"
    completed = headwater("run", make_task(), "--agent", "oracle", "--out", out, env={"PATH": str(folder)})
    assert completed.exit_code == 2
    assert "bwrap" in completed.err
    assert "apt-get install bubblewrap" in completed.err
    assert len(completed.err.strip().splitlines()) == 1
