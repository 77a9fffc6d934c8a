"""Whatever part of a cluster is killed at a random moment, `resume` completes the job as if nothing had happened.

``HEADWATER_RAY_KILLS`` is the number of kills of each kind; without it, one.
"""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.conftest import eventually
from tests.jobs.executors.ray.conftest import RayNode, RayNodes

pytest.importorskip("ray")
pytestmark = [pytest.mark.minutes, pytest.mark.usefixtures("nothing_left")]

KILLS = range(int(os.environ.get("HEADWATER_RAY_KILLS", "1")))
NODES = 3
REPEATS = 3
TRIALS = 4 * REPEATS
"""Of two tasks and two agents."""
SOLUTIONS = 2 * REPEATS
"""Trials of the agent that takes its time."""
WORK_SEC = 2.0
WORK_OF_VICTIM_SEC = 10.0
"""The trial that is killed with its node, ``DELAY_SEC`` after its start, must not end before the node does."""
WORK_WITHOUT_HEAD_SEC = 18.0
"""A head counts as gone only after it has been silent for ten seconds."""
DELAY_SEC = 2.0
CHECKS = """
from headwater.grading import Graded, Result, correct, expect, functional

@functional
def done(graded: Graded) -> Result:
    return expect(graded.workspace.exists("done.txt"), "done.txt should exist")

@correct
def right(graded: Graded) -> Result:
    return expect(graded.workspace.read_text("done.txt") == "yes", "done.txt should say yes")
"""
_PATIENCE_SEC = 900.0


@dataclass
class Standing:
    """A cluster that is used for many jobs, and repaired after each."""

    env: dict[str, str]
    nodes: RayNodes = field(init=False)
    workers: list[RayNode] = field(default_factory=list)
    expected: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.nodes = RayNodes(self.env)

    def heal(self) -> None:
        """Replace the dead nodes, or all nodes if the head is dead."""
        if not self.nodes.head.is_alive:
            self.nodes.end()
            self.nodes, self.workers = RayNodes(self.env), []
        self.workers = [each for each in self.workers if each.is_alive]
        self.workers += [self.nodes.add() for _ in range(NODES - len(self.workers))]
        for worker in self.workers:
            worker.wait()


@pytest.fixture(scope="module")
def standing(user_env: dict[str, str]) -> Iterator[Standing]:
    cluster = Standing(user_env)
    yield cluster
    cluster.nodes.end()


class KilledJob:
    """A job during which something is killed."""

    def __init__(self, standing: Standing, headwater: Any, tasks: list[Path], job: Path) -> None:
        self.standing = standing
        self.job = job
        self._headwater = headwater
        self._tasks = tasks
        standing.heal()

    def arguments(self, *where: str) -> list[str | Path]:
        """Return the command line of the job, elsewhere."""
        agents = ["--agent", "oracle", "--agent", "nop", "--repeat", str(REPEATS)]
        return ["run", *self._tasks, *agents, *where]

    def start_until(self, moment: random.Random, work_sec: float = WORK_SEC) -> Any:
        """Start the job, and return at a random moment at which it has trials to run.

        The moment is shortly after the solution of a random trial was given to a node, from the first to the last.
        """
        solve(self._tasks, work_sec)
        where = ["--executor", "ray", "--ray-address", self.standing.nodes.address, "--out", str(self.job)]
        line = self._headwater.start(*self.arguments(*where), env=self.standing.nodes.env)
        count, delay = moment.randint(1, SOLUTIONS), moment.uniform(0, DELAY_SEC)
        assert eventually(lambda: len(self._started_solutions()) >= count or line.poll() is not None, _PATIENCE_SEC)
        assert line.poll() is None, line.communicate()
        self.standing.nodes.require_at_work()
        time.sleep(delay)
        assert line.poll() is None, line.communicate()
        started, over = len(self._started_solutions()), len(self.records())
        assert over < TRIALS
        print(f"{started} of {SOLUTIONS} solutions have begun, {over} of {TRIALS} trials are over")
        return line

    def last_begun(self) -> RayNode:
        """Return the node that runs the solution that began last."""
        links = (self.job / "trials").glob(".*__oracle__*.partial")
        link = max(links, key=lambda path: path.lstat().st_mtime_ns)
        folder = link.readlink().parents[1]
        (node,) = [each for each in self.standing.workers if folder.name.startswith(each.id[:12])]
        return node

    def _started_solutions(self) -> set[str]:
        """Return the trials of the oracle that are running or have ended."""
        found = (self.job / "trials").glob("*__oracle__*")
        return {path.name.removeprefix(".").removesuffix(".partial") for path in found}

    def records(self) -> dict[str, int]:
        """Return the finished trials with the times of their records."""
        return {path.parent.name: path.stat().st_mtime_ns for path in self.job.glob("trials/[!.]*/trial.json")}

    def resume(self, *where: str) -> None:
        """Resume the job; existing records are kept."""
        before = self.records()
        line = self._headwater.start("resume", self.job, *where, env=self.standing.nodes.env)
        _, err = line.communicate(timeout=_PATIENCE_SEC)
        assert line.returncode == 0, err
        after = self.records()
        assert {name: after[name] for name in before} == before, "none was run again"

    def require_verdicts(self, expected: dict[str, Any]) -> None:
        """Check that each trial exists once, with the same verdict as elsewhere, and that nothing else exists."""
        assert verdicts(self.job) == expected
        assert sorted(path.name for path in (self.job / "trials").iterdir()) == sorted(expected)
        assert not (self.job / ".staging").exists()
        self.require_idle()

    def require_idle(self) -> None:
        """Check that no node runs trials."""
        at_work = self.standing.nodes.at_work
        assert eventually(lambda: not at_work(), _PATIENCE_SEC), at_work()


def verdicts(job: Path) -> dict[str, Any]:
    """Return the comparable parts of the verdicts of a job."""
    found = {}
    for folder in sorted((job / "trials").glob("[!.]*")):
        record = json.loads((folder / "trial.json").read_bytes())
        verdict = json.loads((folder / "verdicts/1.json").read_bytes())
        checks = [
            (gate["gate"], gate["cleared"], check["name"], check["outcome"], check["message"])
            for gate in verdict["gates"]
            for check in gate["checks"]
        ]
        assert len(list((folder / "verdicts").iterdir())) == 1
        found[folder.name] = record["status"], verdict["score"], verdict["checks_digest"], checks
    return found


def solve(tasks: list[Path], work_sec: float) -> None:
    """Make the solutions of both tasks take this long."""
    for task, answer in zip(tasks, ("yes", "no"), strict=True):
        (task / "solution/solve.sh").write_text(f"sleep {work_sec}; printf {answer} > done.txt")


@pytest.fixture
def tasks(make_task: Any) -> list[Path]:
    """A task whose solution is right, and one whose solution stops at a gate."""
    pair = [make_task(name, checks=CHECKS) for name in ("right", "wrong")]
    solve(pair, 0)
    return pair


@pytest.fixture
def killed(standing: Standing, headwater: Any, tasks: list[Path], tmp_path: Path) -> KilledJob:
    return KilledJob(standing, headwater, tasks, tmp_path / "job")


@pytest.fixture
def expected(headwater: Any, killed: KilledJob, standing: Standing, tmp_path: Path) -> dict[str, Any]:
    """The verdicts of the same job on this machine, which runs once for all tests."""
    if not standing.expected:
        completed = headwater(*killed.arguments("--out", str(tmp_path / "local")))
        assert completed.exit_code == 0, completed.err
        standing.expected = verdicts(tmp_path / "local")
        assert len(standing.expected) == TRIALS
        assert {score for _, score, _, _ in standing.expected.values()} == {0, 0.2, 1}
    return standing.expected


@pytest.mark.parametrize("seed", KILLS)
def test_a_node_is_killed(killed: KilledJob, expected: dict[str, Any], seed: int) -> None:
    line = killed.start_until(random.Random(f"node {seed}"), WORK_OF_VICTIM_SEC)
    killed.last_begun().kill("raylet")
    _, err = line.communicate(timeout=_PATIENCE_SEC)
    assert line.returncode == 0, err
    assert "died, and its trial restarts on another one" in err
    assert "aylet" not in err, "what Ray says of it is not for users"
    killed.require_verdicts(expected)


@pytest.mark.parametrize("seed", KILLS)
def test_the_driver_is_killed(killed: KilledJob, expected: dict[str, Any], seed: int) -> None:
    line = killed.start_until(random.Random(f"driver {seed}"))
    line.send_signal(signal.SIGKILL)
    line.communicate(timeout=_PATIENCE_SEC)
    killed.resume()
    killed.require_verdicts(expected)


@pytest.mark.parametrize("seed", KILLS)
def test_the_head_is_killed(killed: KilledJob, expected: dict[str, Any], seed: int) -> None:
    moment = random.Random(f"head {seed}")
    line = killed.start_until(moment, WORK_WITHOUT_HEAD_SEC)
    killed.standing.nodes.head.kill("gcs_server", "raylet")
    _, err = line.communicate(timeout=_PATIENCE_SEC)
    killed.require_idle()
    assert eventually(lambda: not killed.standing.nodes.head.is_alive, _PATIENCE_SEC)
    assert line.returncode == 2, err
    assert err.splitlines()[-1].startswith("headwater: "), err
    if moment.random() < 0.5:
        killed.resume("--executor", "local")
    else:
        killed.standing.heal()
        killed.resume("--ray-address", killed.standing.nodes.address)
    killed.require_verdicts(expected)
