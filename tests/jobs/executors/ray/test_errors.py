"""A faulty cluster is reported in one line before a job is written."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headwater.errors import OptionError
from headwater.jobs.executors import RayExecutor, find_executor

Run = Callable[..., Any]


def test_a_missing_ray_is_reported_with_the_fix(headwater: Run, make_task: Run, tmp_path: Path) -> None:
    (tmp_path / "absent").mkdir()
    (tmp_path / "absent/ray.py").write_text("raise ModuleNotFoundError(\"No module named 'ray'\", name='ray')\n")
    env = {"PYTHONPATH": str(tmp_path / "absent")}
    ran = headwater("run", make_task(), "--agent", "nop", "--executor", "ray", "--out", "job", env=env)
    assert (ran.exit_code, ran.err) == (2, "headwater: ray is not installed; pip install 'headwater[ray]'\n")
    assert not (tmp_path / "job").exists()


def test_an_unreachable_cluster_is_one_line(headwater: Run, make_task: Run, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    address = f"127.0.0.1:{port}"
    ran = headwater("run", make_task(), "--agent", "nop", "--executor", "ray", "--ray-address", address, "--out", "job")
    line = f"headwater: the Ray cluster at {address}: cannot be reached (Connection refused); is its head running?\n"
    assert (ran.exit_code, ran.err) == (2, line)
    assert not (tmp_path / "job").exists()


def test_an_address_is_for_ray_and_has_a_port() -> None:
    with pytest.raises(OptionError, match="--ray-address a:1: the executor local has no cluster; --executor ray"):
        find_executor("local", "a:1")
    with pytest.raises(OptionError, match=r"--ray-address 10\.0\.0\.1: not an address; write it like 10\.0\.0\.1:6379"):
        RayExecutor("10.0.0.1").address()
