"""Trials of several suites get the same verdicts on a cluster as in the driver's process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.executors.ray.conftest import RayNodes
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
    ran = headwater(*common, "--out", folder / "here")
    assert ran.exit_code == 0, ran.err
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


@pytest.mark.timeout(3600)
def test_trials_of_three_suites_have_the_verdicts_of_local_ones(
    headwater: Any, bases: Path, user_env: dict[str, str], tmp_path: Path
) -> None:
    headwater.env["HEADWATER_HOME"] = str(bases)
    cluster = RayNodes({**user_env, "HEADWATER_HOME": str(bases)})
    try:
        for node in [cluster.add() for _ in range(NODES)]:
            node.wait()
        broken = written(bases / "warehouse" / "bases", tmp_path / "warehouse")
        tasks = ["pipelines/broken-connection", "discovery/shops-harbour-total", broken]
        found = compare(headwater, cluster, tmp_path, tasks, 2)
    finally:
        cluster.end()
    assert len(found) == 12
    assert {name.partition(".")[0] for name in found} == {"pipelines", "discovery", "warehouse"}
    assert all(score == 1 for name, (_, score, *_) in found.items() if "__oracle__" in name)
    assert all(score < 1 for name, (_, score, *_) in found.items() if "__nop__" in name)
