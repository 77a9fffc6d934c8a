"""Whichever process is killed while an agent works, no request is lost, and the job continues."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.agents.small import greeting, save, task

from headwater.gateway import read_outcome
from headwater.jobs import home

pytestmark = pytest.mark.minutes

AGENT = "data-agent:gpt-5.5"
HANGS = "echo hello > greeting.txt; tail -f /dev/null"


@dataclass
class Job:
    """A job whose agent hangs in a command after its first answer."""

    folder: Path
    process: subprocess.Popen[str]

    def rows(self, *command: str) -> list[dict[str, object]]:
        done = _headwater(self.folder, *command, "job", "--json")
        assert done.returncode == 0, done.stderr
        rows: list[dict[str, object]] = json.loads(done.stdout)
        return rows

    def mend(self) -> None:
        """Replace the cassette, so that the agent ends instead of hanging."""
        save(self.folder / "cassettes", greeting(), "greet")

    def spent(self) -> list[int]:
        """Return the number of answers in each log of interrupted runs."""
        return [read_outcome(log).totals.requests for log in sorted((self.folder / "job/spent").rglob("*.jsonl"))]


def _headwater(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "HEADWATER_HOME": str(home())}
    program = str(Path(sys.executable).with_name("headwater"))
    return subprocess.run([program, *args], cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def job(tmp_path: Path) -> Iterator[Job]:
    save(tmp_path / "cassettes", greeting(command=HANGS), "greet")
    task(tmp_path / "small", "greet")
    program = str(Path(sys.executable).with_name("headwater"))
    command = [program, "run", "small", "--agent", AGENT, "--replay", "cassettes", "--out", "job"]
    env = {**os.environ, "HEADWATER_HOME": str(home())}
    process = subprocess.Popen(command, cwd=tmp_path, env=env, text=True, stderr=subprocess.PIPE)
    try:
        wait_for(lambda: [log for log in tmp_path.glob("job/trials/.*/wire.jsonl") if '"response"' in log.read_text()])
        wait_for(lambda: children(process.pid, "tail -f /dev/null"))
        yield Job(tmp_path, process)
    finally:
        process.kill()
        process.communicate()


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.02)


def children(pid: int, text: str) -> list[int]:
    """Return the descendants of ``pid`` with this text in their command line."""
    parents: dict[int, int] = {}
    lines: dict[int, str] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[1])
            lines[int(folder.name)] = (folder / "cmdline").read_text(errors="replace").replace("\0", " ")
        except OSError:
            continue

    def is_below(child: int) -> bool:
        while child > 1 and child != pid:
            child = parents.get(child, 0)
        return child == pid

    return [child for child, line in lines.items() if text in line and child != pid and is_below(child)]


def test_headwater_is_killed(job: Job) -> None:
    job.process.kill()
    job.process.wait()
    job.mend()
    [row] = job.rows("resume")
    assert (row["status"], row["score"]) == ("ok", 1.0)
    assert row["input_tokens"] == 3000
    assert job.spent() == [1]


def test_a_job_is_interrupted(job: Job) -> None:
    job.process.send_signal(signal.SIGINT)
    job.process.wait(60)
    assert job.process.returncode == 130
    assert job.spent() == [1]
    job.mend()
    [row] = job.rows("resume")
    assert row["status"] == "ok"


def test_the_gateway_is_killed(job: Job) -> None:
    """A fault of the machine: the trial is run again, and both runs are accounted for."""
    job.mend()
    [gateway] = children(job.process.pid, "headwater.gateway")
    os.kill(gateway, signal.SIGKILL)
    assert job.process.wait(60) == 0
    [row] = job.rows("results")
    assert (row["status"], row["attempts"], row["input_tokens"]) == ("ok", 2, 3000)
    assert job.spent() == [1]


def test_the_gateway_is_killed_twice(job: Job) -> None:
    """The agent may have caused the second kill, so its trial counts."""
    killed: set[int] = set()
    while len(killed) < 2:
        wait_for(lambda: set(children(job.process.pid, "headwater.gateway")) - killed)
        wait_for(lambda: children(job.process.pid, "tail -f /dev/null"))
        [gateway] = set(children(job.process.pid, "headwater.gateway")) - killed
        os.kill(gateway, signal.SIGKILL)
        killed.add(gateway)
        wait_for(lambda: not children(job.process.pid, "tail -f /dev/null"))
    assert job.process.wait(60) == 0
    [row] = job.rows("results")
    assert (row["status"], row["attempts"]) == ("agent_error", 2)
    assert "gateway died" in str(row["reason"])
    assert row["score"] is not None
    assert job.spent() == [1]


def test_the_agent_is_killed(job: Job) -> None:
    """A silent end is the agent's own fault, and its usage up to that point is known."""
    for pid in children(job.process.pid, "data_agent.loop"):
        if Path(f"/proc/{pid}/comm").read_text(errors="replace").startswith("python"):
            os.kill(pid, signal.SIGKILL)
    assert job.process.wait(60) == 0
    [row] = job.rows("results")
    assert row["status"] == "agent_error"
    assert "before it said that it was done" in str(row["reason"])
    assert row["input_tokens"] == 1000
