"""Whatever part of a cluster dies during a job, each trial is in the results once, and nothing keeps running."""

from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.conftest import eventually

import headwater as package
from headwater.sandbox import remove_tree

pytest.importorskip("ray")
pytestmark = pytest.mark.minutes

N = 6
SLOW = "sleep 3; printf yes > done.txt"


class Cluster:
    """A cluster of a head and two nodes, and jobs on it."""

    def __init__(self, nodes: Any, headwater: Any, job: Path) -> None:
        self.nodes = nodes
        self.job = job
        self._headwater = headwater
        self.workers = [nodes.add(), nodes.add()]
        for worker in self.workers:
            worker.wait()

    def start(self, task: Path) -> Any:
        """Start a job, and wait until it has its first result."""
        line = self._headwater.start(
            "run", task, "--agent", "oracle", "--repeat", str(N), "--executor", "ray",
            "--ray-address", self.nodes.address, "--out", self.job, env=self.nodes.env,
        )  # fmt: skip
        assert eventually(lambda: bool(self.finished()) or line.poll() is not None, 240)
        assert line.poll() is None, line.communicate()
        self.nodes.require_at_work()
        return line

    def finished(self) -> dict[str, int]:
        """Return the finished trials with the times of their records."""
        return {path.parent.name: path.stat().st_mtime_ns for path in self.job.glob("trials/[!.]*/trial.json")}

    def require_whole(self, *resume: str) -> None:
        """Resume the job, and check that each trial exists once and that earlier records are unchanged."""
        before = self.finished()
        assert 1 <= len(before) < N
        completed = self._headwater("resume", self.job, "--json", *resume, env=self.nodes.env)
        assert completed.exit_code == 0, completed.err
        assert [row["score"] for row in json.loads(completed.out)] == [1] * N
        after = self.finished()
        assert len(after) == N
        assert {name: after[name] for name in before} == before, "none was run again"
        self.require_clean()

    def require_clean(self) -> None:
        """Check that nothing runs, and that the folder of the job contains only its trials."""
        assert eventually(lambda: not self.nodes.at_work()), self.nodes.at_work()
        assert not (self.job / ".staging").exists()
        assert not list(self.job.glob("trials/.*"))


@pytest.fixture
def cluster(nothing_left: None, nodes: Any, headwater: Any, tmp_path: Path) -> Cluster:  # noqa: ARG001
    return Cluster(nodes, headwater, tmp_path / "job")


def test_trials_of_a_node_that_dies_run_on_another_one(cluster: Cluster, make_task: Any) -> None:
    line = cluster.start(make_task(solution=SLOW))
    cluster.workers[1].kill("raylet")
    out, err = line.communicate(timeout=400)
    assert line.returncode == 0, err
    assert out.count("1.00") == N
    assert "died, and its trial restarts on another one" in err
    assert "aylet" not in err, "what Ray says of it is not for users"
    assert len(cluster.finished()) == N
    cluster.require_clean()


@pytest.mark.parametrize("stop_signal", [signal.SIGKILL, signal.SIGINT], ids=["SIGKILL", "SIGINT"])
def test_a_job_whose_driver_ends_is_resumed(cluster: Cluster, make_task: Any, stop_signal: signal.Signals) -> None:
    line = cluster.start(make_task(solution=SLOW))
    os.kill(line.pid, stop_signal)
    _, err = line.communicate(timeout=400)
    assert eventually(lambda: not cluster.nodes.at_work()), "nodes do not go on without a driver"
    if stop_signal is signal.SIGINT:
        assert line.returncode == 130, err
        assert "headwater resume" in err
        cluster.require_clean()
    cluster.require_whole()


@pytest.mark.usefixtures("nothing_left")
def test_ctrl_c_in_a_terminal_reaches_all_processes_and_ends_the_job_in_order(
    headwater: Any, make_task: Any, tmp_path: Path
) -> None:
    job = tmp_path / "job"
    task = make_task(solution=SLOW)
    line = headwater.start(
        "run", task, "--agent", "oracle", "--repeat", str(N), "--executor", "ray", "--out", job, leads_group=True
    )
    assert eventually(lambda: bool(list(job.glob("trials/[!.]*/trial.json"))) or line.poll() is not None, 400)
    os.killpg(line.pid, signal.SIGINT)
    _, err = line.communicate(timeout=400)
    assert line.returncode == 130, err
    assert "restarts on another" not in err, "no node has died of it"
    assert "headwater resume" in err.splitlines()[-1]
    assert sorted(each.name for each in job.iterdir()) == [".lock", "job.json", "job.log", "trials"]
    assert not list(job.glob("trials/.*"))
    assert eventually(lambda: not in_folder(tmp_path)), in_folder(tmp_path)
    completed = headwater("resume", job, "--json")
    assert completed.exit_code == 0, completed.err
    assert [row["score"] for row in json.loads(completed.out)] == [1] * N


def in_folder(folder: Path) -> list[str]:
    """Return the processes that were started in a folder, even if they overwrote their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder:
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:100])
        except OSError:
            continue
    return found


def test_a_job_whose_head_dies_ends_in_one_line_and_is_resumed(cluster: Cluster, make_task: Any) -> None:
    # Longer, because a head counts as gone only after it has been silent for ten seconds.
    line = cluster.start(make_task(solution=SLOW.replace("3", "20")))
    cluster.nodes.head.kill("gcs_server", "raylet")
    _, err = line.communicate(timeout=400)
    assert line.returncode == 2, err
    assert err.splitlines()[-1].startswith("headwater: the Ray cluster at "), err
    assert "`headwater resume" in err.splitlines()[-1]
    cluster.require_whole("--executor", "local")


def test_a_node_with_another_headwater_is_refused(nodes: Any, headwater: Any, make_task: Any, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(Path(package.__file__).parent, other / "headwater", symlinks=True)
    with (other / "headwater/grading/__init__.py").open("a") as file:
        file.write("# A line more\n")
    nodes.add(env={"PYTHONPATH": str(other)}).wait()
    completed = headwater(
        "run", make_task(), "--agent", "oracle", "--executor", "ray", "--ray-address", nodes.address, "--out", "job",
        env=nodes.env,
    )  # fmt: skip
    remove_tree(other)
    assert completed.exit_code == 2
    assert "has another Headwater" in completed.err.splitlines()[-1]
    assert "install the same version on all nodes" in completed.err.splitlines()[-1]
    assert eventually(lambda: not nodes.at_work())
