"""A faulty cluster is reported in one line before a job is written."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headwater.errors import ClusterError, OptionError
from headwater.jobs._pacing import serve_pacing
from headwater.jobs.executors import RayExecutor, find_executor
from headwater.jobs.executors.ray._cluster import Cluster, own_key
from headwater.records import RateLimit

Run = Callable[..., Any]


def test_a_missing_ray_is_reported_with_the_fix(headwater: Run, make_task: Run, tmp_path: Path) -> None:
    (tmp_path / "absent").mkdir()
    (tmp_path / "absent/ray.py").write_text("raise ModuleNotFoundError(\"No module named 'ray'\", name='ray')\n")
    env = {"PYTHONPATH": str(tmp_path / "absent")}
    completed = headwater("run", make_task(), "--agent", "nop", "--executor", "ray", "--out", "job", env=env)
    assert (completed.exit_code, completed.err) == (
        2,
        "headwater: ray is not installed; pip install 'headwater[ray]'\n",
    )
    assert not (tmp_path / "job").exists()


def test_an_unreachable_cluster_is_one_line(headwater: Run, make_task: Run, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    address = f"127.0.0.1:{port}"
    completed = headwater(
        "run", make_task(), "--agent", "nop", "--executor", "ray", "--ray-address", address, "--out", "job"
    )
    line = f"headwater: the Ray cluster at {address}: cannot be reached (Connection refused); is its head running?\n"
    assert (completed.exit_code, completed.err) == (2, line)
    assert not (tmp_path / "job").exists()


def test_a_head_that_does_not_list_its_nodes_is_one_line() -> None:
    pytest.importorskip("ray")
    with pytest.raises(
        ClusterError, match=r"the Ray cluster at 127\.0\.0\.1:1: its head does not list its nodes: "
    ) as error:
        Cluster("127.0.0.1:1").nodes()  # no cluster was joined
    assert "\n" not in str(error.value)


def test_an_address_is_for_ray_and_has_a_port() -> None:
    with pytest.raises(OptionError, match="--ray-address a:1: the executor local has no cluster; --executor ray"):
        find_executor("local", "a:1")
    with pytest.raises(OptionError, match=r"--ray-address 10\.0\.0\.1: not an address; write it like 10\.0\.0\.1:6379"):
        RayExecutor("10.0.0.1").address()
    with pytest.raises(OptionError, match="not an address"):
        RayExecutor("::1:6379").address()


@pytest.mark.parametrize(("cluster", "address"), [("127.0.0.1:6379", "127.0.0.1"), ("[::1]:6379", "::1")])
def test_gateways_reach_the_driver_at_the_address_that_leads_to_the_head(cluster: str, address: str) -> None:
    if address == "::1" and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    assert RayExecutor(cluster).address() == address
    with serve_pacing([RateLimit(requests=1)], address) as pacing, socket.create_connection((address, pacing.port)):
        assert pacing.host == address


def has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def test_a_cluster_on_this_machine_has_the_key_of_the_user_or_a_random_one() -> None:
    for variables in ({"RAY_AUTH_TOKEN": "mine"}, {"RAY_AUTH_TOKEN_PATH": "/mine"}):
        assert own_key({"RAY_AUTH_MODE": "disabled", **variables}) == {"RAY_AUTH_MODE": "token"}
    keys = [own_key({"RAY_AUTH_TOKEN": ""}) for _ in range(2)]
    assert [key["RAY_AUTH_MODE"] for key in keys] == ["token", "token"]
    assert keys[0]["RAY_AUTH_TOKEN"] != keys[1]["RAY_AUTH_TOKEN"]
    assert len(keys[0]["RAY_AUTH_TOKEN"]) == 64
