"""Which nodes get trials: also those that join later, and none that are too small or taken."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.conftest import eventually

pytest.importorskip("ray")
pytestmark = [pytest.mark.minutes, pytest.mark.usefixtures("nothing_left")]

IMPATIENT = """
from headwater.jobs.executors.ray import _members
_members.PATIENCE_SEC = 5
from headwater.cli import main
main()
"""


def nodes_at_work(job: Path) -> set[Path]:
    """Return the folders of the nodes that run a trial at this moment."""
    return {link.readlink().parents[1] for link in job.glob("trials/.*.partial") if link.is_symlink()}


def start(headwater: Any, nodes: Any, *arguments: str | Path) -> Any:
    """Start a job on the cluster."""
    return headwater.start(
        "run", *arguments, "--executor", "ray", "--ray-address", nodes.address, "--out", "job", env=nodes.env
    )


def test_a_node_that_joins_later_takes_part(nodes: Any, headwater: Any, make_task: Any, tmp_path: Path) -> None:
    nodes.add().wait()
    task = make_task(solution="sleep 5; printf yes > done.txt")
    line = start(headwater, nodes, task, "--agent", "oracle", "--repeat", "100")
    assert eventually(lambda: len(nodes_at_work(tmp_path / "job")) == 1 or line.poll() is not None, 400)
    assert line.poll() is None, line.communicate()
    nodes.add().wait()
    assert eventually(lambda: len(nodes_at_work(tmp_path / "job")) == 2 or line.poll() is not None, 400)
    assert line.poll() is None, line.communicate()
    line.send_signal(signal.SIGINT)
    _, err = line.communicate(timeout=400)
    assert line.returncode == 130, err


def test_trials_have_the_priority_of_the_program_that_starts_ray(
    headwater: Any, make_task: Any, tmp_path: Path
) -> None:
    task = make_task(solution="printf yes > done.txt; nice > nice.txt")
    completed = headwater("run", task, "--agent", "oracle", "--executor", "ray", "--out", "job")
    assert completed.exit_code == 0, completed.err
    [printed] = tmp_path.glob("job/trials/*/state/workspace/nice.txt")
    assert int(printed.read_text()) == os.nice(0)


def test_a_trial_that_no_node_has_memory_for_is_one_line(nodes: Any, headwater: Any, make_task: Any) -> None:
    nodes.add("--memory", str(300 << 20)).wait()
    small = make_task("small", toml="\n[agent]\nmemory_mb = 256\n")
    line = start(headwater, nodes, small, make_task("large"), "--agent", "oracle", "--repeat", "2")
    out, err = line.communicate(timeout=400)
    assert (line.returncode, out.count("1.00")) == (2, 2), err
    assert err.splitlines()[-1] == (
        f"headwater: the Ray cluster at {nodes.address}: tasks/large needs 4096 MB; the largest node has 300 MB; "
        "add a node with more memory"
    )


def test_a_cluster_that_is_full_is_one_line(nodes: Any, headwater: Any, make_task: Any, tmp_path: Path) -> None:
    nodes.add().wait()
    first = start(headwater, nodes, make_task(solution="sleep 600"), "--agent", "oracle")
    assert eventually(lambda: bool(nodes_at_work(tmp_path / "job")) or first.poll() is not None, 400)
    assert first.poll() is None, first.communicate()
    second = subprocess.run(
        [sys.executable, "-c", IMPATIENT, "run", make_task("other"), "--agent", "oracle", "--executor", "ray",
         "--ray-address", nodes.address, "--out", tmp_path / "second"],
        env={**headwater.env, **nodes.env}, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=400,
    )  # fmt: skip
    assert (second.returncode, second.stderr) == (
        2,
        f"headwater: the Ray cluster at {nodes.address}: is full or overloaded: 1 node, and no process has started "
        "there in 5 s; end what runs there, or add nodes\n",
    )
    assert first.poll() is None, "the job that was there goes on"
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=400)


def test_ctrl_c_ends_a_job_that_waits_for_a_free_node(
    nodes: Any, headwater: Any, make_task: Any, tmp_path: Path
) -> None:
    nodes.add().wait()
    first = start(headwater, nodes, make_task(solution="sleep 600"), "--agent", "oracle")
    assert eventually(lambda: bool(nodes_at_work(tmp_path / "job")) or first.poll() is not None, 400)
    assert first.poll() is None, first.communicate()
    line = headwater.start(
        "run", make_task("other"), "--agent", "oracle", "--executor", "ray",
        "--ray-address", nodes.address, "--out", "second", env=nodes.env,
    )  # fmt: skip
    message = f"waiting up to 300 s for a free node of the Ray cluster at {nodes.address}, which has 1 node"
    log = tmp_path / "second/job.log"
    assert eventually(lambda: (log.exists() and message in log.read_text()) or line.poll() is not None, 400)
    assert line.poll() is None, line.communicate()
    line.send_signal(signal.SIGINT)
    _, err = line.communicate(timeout=60)
    assert line.returncode == 130, err
    assert message in err
    assert "interrupted with 1 trial to go: headwater resume" in err.splitlines()[-1]
    assert "the job is interrupted with 1 trial to go" in log.read_text()
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=400)
    resumed = headwater("resume", "second", "--json", env=nodes.env)
    assert resumed.exit_code == 0, resumed.err
    assert [row["score"] for row in json.loads(resumed.out)] == [1]
