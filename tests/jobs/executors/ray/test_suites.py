"""Trials of several suites get the same verdicts on a cluster as in the driver's process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.jobs.conftest import eventually
from tests.jobs.executors.ray.conftest import RayNode, RayNodes
from tests.jobs.executors.ray.test_kills import CHECKS, verdicts
from tests.suites.discovery.conftest import SmallSuite, small_suite  # noqa: F401 - a fixture
from tests.suites.warehouse.broken_tiny import cache_of_companies
from tests.suites.warehouse.test_grading import written

from headwater.harnesses import BuiltHarness

pytest.importorskip("ray")
pytestmark = [pytest.mark.minutes, pytest.mark.usefixtures("nothing_left")]

NODES = 3
AGENTS = ("--agent", "oracle", "--agent", "nop")


@pytest.fixture
def bases(small_suite: SmallSuite, harness: BuiltHarness, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:  # noqa: F811
    """Caches with the bases and data of tasks of `warehouse` and `discovery`."""
    projects = [tmp_path_factory.mktemp("project") for _ in range(2)]
    with cache_of_companies(tmp_path_factory.mktemp("caches"), harness, *projects) as folder:
        for name in ("discovery", "toolchains"):
            (folder / name).symlink_to(small_suite.home / name)
        yield folder
        for name in ("discovery", "toolchains"):
            (folder / name).unlink()


def compare(headwater: Any, cluster: RayNodes, folder: Path, tasks: list[str | Path], repeats: int) -> dict[str, Any]:
    """Run a job here and on a cluster; return its verdicts, which are the same."""
    common = ["run", *tasks, *AGENTS, "--repeat", str(repeats)]
    completed = headwater(*common, "--out", folder / "here")
    assert completed.exit_code == 0, completed.err
    where = ["--executor", "ray", "--ray-address", cluster.address]
    line = headwater.start(*common, *where, "--out", folder / "there", env=cluster.env)
    _, err = line.communicate(timeout=1800)
    assert line.returncode == 0, err
    on_cluster, on_host = outcomes(folder / "there"), outcomes(folder / "here")
    assert on_cluster == on_host
    return on_cluster


def outcomes(job: Path) -> dict[str, Any]:
    """Return the verdicts of a job without the messages of checks, which can have times."""
    return {
        name: (status, score, digest, [check[:-1] for check in checks])
        for name, (status, score, digest, checks) in verdicts(job).items()
    }


@pytest.fixture
def cluster(nodes: RayNodes) -> RayNodes:
    for node in [nodes.add() for _ in range(NODES)]:
        node.wait()
    return nodes


def test_trivial_trials_have_the_verdicts_of_local_ones(
    headwater: Any, cluster: RayNodes, make_task: Any, tmp_path: Path
) -> None:
    tasks = [make_task(name, checks=CHECKS, solution=f"printf {name} > done.txt") for name in ("yes", "no")]
    found = compare(headwater, cluster, tmp_path, tasks, 6)
    assert len(found) == 24
    assert sorted(score for _, score, *_ in found.values()) == [0] * 12 + [0.2] * 6 + [1] * 6


class ThreeSuites(NamedTuple):
    """A cluster with the caches of three suites, and a task of each."""

    cluster: RayNodes
    workers: list[RayNode]
    tasks: list[str | Path]


@pytest.fixture
def three_suites(headwater: Any, bases: Path, user_env: dict[str, str], tmp_path: Path) -> Iterator[ThreeSuites]:
    headwater.env["HEADWATER_HOME"] = str(bases)
    cluster = RayNodes({**user_env, "HEADWATER_HOME": str(bases)})
    try:
        workers = [cluster.add() for _ in range(NODES)]
        for worker in workers:
            worker.wait()
        broken = written(bases / "warehouse" / "bases", tmp_path / "warehouse")
        yield ThreeSuites(cluster, workers, ["pipelines/broken-connection", "discovery/shops-harbour-total", broken])
    finally:
        cluster.end()


@pytest.mark.timeout(3600)
def test_trials_of_three_suites_have_the_verdicts_of_local_ones(
    headwater: Any, three_suites: ThreeSuites, tmp_path: Path
) -> None:
    cluster, _, tasks = three_suites
    found = compare(headwater, cluster, tmp_path, tasks, 2)
    assert len(found) == 12
    assert {name.partition(".")[0] for name in found} == {"pipelines", "discovery", "warehouse"}
    assert all(score == 1 for name, (_, score, *_) in found.items() if "__oracle__" in name)
    assert all(score < 1 for name, (_, score, *_) in found.items() if "__nop__" in name)


@pytest.mark.timeout(3600)
def test_trials_of_three_suites_outlive_a_node_a_driver_and_the_head(
    headwater: Any, three_suites: ThreeSuites, tmp_path: Path
) -> None:
    cluster, workers, tasks = three_suites
    job = tmp_path / "there"

    def start(*words: str | Path) -> Any:
        return headwater.start(*words, "--ray-address", cluster.address, env=cluster.env)

    line = start("run", *tasks, *AGENTS, "--repeat", "2", "--executor", "ray", "--out", job)
    wait_for(line, job, 1)
    workers[0].kill("raylet")
    wait_for(line, job, 3)
    line.send_signal(signal.SIGKILL)
    line.communicate(timeout=60)
    line = start("resume", job)
    wait_for(line, job, 6)
    cluster.head.kill("gcs_server", "raylet")
    _, err = line.communicate(timeout=900)
    assert line.returncode == 2, err
    assert eventually(lambda: not cluster.at_work(), 900)
    assert len(list(job.glob("trials/[!.]*"))) < 12
    resumed = headwater("resume", job, "--executor", "local")
    assert resumed.exit_code == 0, resumed.err

    ran = headwater("run", *tasks, *AGENTS, "--repeat", "2", "--out", tmp_path / "here")
    assert ran.exit_code == 0, ran.err
    assert outcomes(job) == outcomes(tmp_path / "here")
    assert len(list((job / "trials").iterdir())) == 12


def wait_for(line: Any, job: Path, over: int) -> None:
    """Wait until so many trials of a running job are over."""
    assert eventually(lambda: len(list(job.glob("trials/[!.]*"))) >= over or line.poll() is not None, 900)
    assert line.poll() is None, line.communicate()
