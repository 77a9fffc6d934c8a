"""Nodes that share no folder with the driver: tasks and results are sent, and a store shares what nodes build."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.conftest import eventually
from tests.jobs.test_room import mounted

from headwater.harnesses import BuiltHarness
from headwater.sandbox import remove_tree

pytest.importorskip("ray")
pytestmark = [
    pytest.mark.minutes,
    pytest.mark.usefixtures("nothing_left"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can hide folders from a node"),
]

SECRET = "secret-of-the-store-7f3a"  # a secret that agents must not see
SOLUTION = """
printf yes > done.txt
rm notes.txt
ln -s /etc/shadow link
cat /proc/*/environ > environments.txt 2>/dev/null
env >> environments.txt
sleep 2
"""
CHECKS = """
from headwater.grading import Graded, Result, correct, expect, functional

@functional
def done(graded: Graded) -> Result:
    return expect(graded.workspace.read_text("done.txt") == "yes", "done.txt should say yes")

@correct
def notes_are_gone(graded: Graded) -> Result:
    return expect(not graded.workspace.exists("notes.txt"), "notes.txt should be gone")
"""
Homes = Callable[[str], Path]


@pytest.fixture
def node_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Homes]:
    """Return a function that creates the caches of a node."""
    folders = []

    def make(name: str) -> Path:
        folders.append(tmp_path_factory.mktemp(name))
        return folders[-1]

    yield make
    for each in folders:
        if (each / "harnesses").is_symlink():
            (each / "harnesses").unlink()
        remove_tree(each)


def run(headwater: Any, nodes: Any, *arguments: str | Path) -> Any:
    where = ["--executor", "ray", "--ray-address", nodes.address]
    return headwater("run", *arguments, *where, "--json", env=nodes.env)


def require_whole(ran: Any, job: Path, trials: int) -> None:
    """Check that the job is as if it had run in this process."""
    assert ran.exit_code == 0, ran.err
    assert [row["score"] for row in json.loads(ran.out)] == [1] * trials
    states = list(job.glob("trials/*/state/workspace"))
    assert len(states) == trials
    for state in states:
        assert (state / "done.txt").read_text() == "yes"
        assert (state / "link").readlink() == Path("/etc/shadow")
    assert sorted(each.name for each in job.iterdir()) == [".lock", "job.json", "job.log", "trials"]


def test_tasks_and_results_are_sent_to_nodes_that_share_nothing(
    nodes: Any, headwater: Any, make_task: Any, node_home: Homes, harness: BuiltHarness, tmp_path: Path
) -> None:
    homes = [node_home(f"node-{number}") for number in range(2)]
    for home in homes:
        (home / "harnesses").symlink_to(next(iter(harness.mounts.values())).parent)
        nodes.add(env={"HEADWATER_HOME": str(home)}, hidden=tmp_path).wait()
    task = make_task(solution=SOLUTION, checks=CHECKS)
    completed = run(headwater, nodes, task, "--agent", "oracle", "--repeat", "4", "--out", "job")
    require_whole(completed, tmp_path / "job", 4)
    for home in homes:
        assert list(home.glob("snapshots/*/snapshot.json")), "each had trials, and has built their starting state"
        assert eventually(lambda home=home: not list((home / "ray").iterdir())), "nothing of the trials stays on a node"
    assert (
        "does not share the folder of the job, so `regrade` will lack the starting states that it builds"
        in completed.err
    )
    (task / "checks.py").write_text(CHECKS.replace("should say yes", "has to say yes"))
    regraded = headwater("regrade", "job")
    reason = "its snapshot was pruned or is on a node without shared folders (jobs with `--ray-store` keep those)"
    assert regraded.err.count(reason) == 4

    completed = run(headwater, nodes, task, "--agent", "oracle", "--record", "cassettes", "--out", "other")
    assert completed.exit_code == 2
    assert "the folder of the job is not there; choose folders that all nodes share" in completed.err.splitlines()[-1]


def test_nodes_take_builds_of_others_from_the_store(
    nodes: Any,
    headwater: Any,
    make_task: Any,
    node_home: Homes,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    store = f"file://{tmp_path_factory.mktemp('store')}"
    homes = [node_home(f"node-{number}") for number in range(2)]
    for home in homes:
        nodes.add(env={"HEADWATER_HOME": str(home), "AWS_SECRET_ACCESS_KEY": SECRET}, hidden=tmp_path).wait()
    task = make_task(solution=SOLUTION, checks=CHECKS)
    options = ["--agent", "oracle", "--repeat", "4", "--ray-store", store, "--out", "job"]
    require_whole(run(headwater, nodes, task, *options), tmp_path / "job", 4)
    builds = [
        {json.loads(path.read_text())["build"] for path in home.glob("snapshots/*/snapshot.json")} for home in homes
    ]
    assert builds[0], "it has run trials"
    assert builds[0] == builds[1], "each starting state was built once"
    for printed in tmp_path.glob("job/trials/*/state/workspace/environments.txt"):
        assert SECRET not in printed.read_text(errors="replace")

    assert "building harness" not in (tmp_path / "job/job.log").read_text(), "nodes take the layers of the driver"
    assert "does not share the folder" not in (tmp_path / "job/job.log").read_text()

    (task / "checks.py").write_text(CHECKS.replace("should say yes", "has to say yes"))
    regraded = headwater("regrade", tmp_path / "job")
    assert regraded.exit_code == 0, regraded.err
    assert len(list(tmp_path.glob("job/trials/*/verdicts/2.json"))) == 4, "on the starting state of the store"

    other = make_task("other", solution=SOLUTION, checks=CHECKS, files={"workspace/more.txt": "more"})
    assert headwater("run", other, "--agent", "oracle", "--out", "here").exit_code == 0
    require_whole(run(headwater, nodes, other, *options[:-1], "there"), tmp_path / "there", 4)
    assert snapshots(tmp_path / "there") == snapshots(tmp_path / "here"), "nodes take the starting state of the driver"


def snapshots(job: Path) -> set[str]:
    """Return the builds of the starting states from which the trials of a job began."""
    return {json.loads(path.read_text())["digests"]["snapshot"] for path in job.glob("trials/*/trial.json")}


def test_a_job_whose_only_node_has_a_full_disk_is_resumed_when_there_is_room(
    nodes: Any, headwater: Any, make_task: Any, node_home: Homes, harness: BuiltHarness, tmp_path: Path
) -> None:
    home = node_home("node")
    with mounted(home, 100):
        (home / "others").write_bytes(b"x" * (70 << 20))
        (home / "harnesses").symlink_to(next(iter(harness.mounts.values())).parent)
        node = nodes.add(env={"HEADWATER_HOME": str(home)}, hidden=tmp_path)
        node.wait()
        task = make_task(solution=SOLUTION, checks=CHECKS)
        completed = run(headwater, nodes, task, "--agent", "oracle", "--repeat", "2", "--out", "job")
        assert completed.exit_code == 2
        last = completed.err.splitlines()[-1]
        assert " is left out: " in last
        assert " MiB free on its file system, and 64 are needed; make room, and no other is there" in last
        assert "`headwater resume" in last
        assert eventually(lambda: not nodes.at_work()), nodes.at_work()

        (home / "others").unlink()
        require_whole(headwater("resume", "job", "--json", env=nodes.env), tmp_path / "job", 2)
        node.end()
