"""Ray clusters of several nodes on this machine, whose processes are killed by tests."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

_OBJECTS_BYTES = 80 << 20
_PATIENT = """
import sys, time
from pathlib import Path
from ray._private import services
from ray.scripts.scripts import main

get_node = services.get_node

def get_node_patiently(address, node):
    [session] = Path(sys.argv[-1]).glob("session_2*")
    (session / f"dashboard_agent_listen_port_{node}").write_text("-1")
    deadline = time.monotonic() + 300
    while True:
        try:
            return get_node(address, node)
        except RuntimeError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)

services.get_node = get_node_patiently
main()
"""
"""`ray` that starts a node on a busy machine, too.

It waits for longer than 30 seconds, and the raylet does not wait for the port of an agent that nobody needs here.
"""
_SETTINGS = {
    "RAY_memory_monitor_refresh_ms": "0",
    "RAY_worker_niceness": "0",
    "RAY_prestart_worker_first_driver": "0",
    # A process that starts slowly on a busy machine must not count as dead.
    "RAY_worker_register_timeout_seconds": "300",
    "RAY_agent_register_timeout_ms": "300000",
    "RAY_health_check_timeout_ms": "60000",
}
_WORK = (b"ray::Node", b"forkserver")
"""Parts of the command lines of the processes that run trials, but for the cells."""


class RayNode:
    """A node with its own raylet; the head also has the server of the cluster."""

    def __init__(self, folder: Path, arguments: list[str], env: Mapping[str, str], hidden: Path | None = None) -> None:
        self._log = folder.with_suffix(".log")
        with self._log.open("wb") as out:
            self._process = subprocess.Popen(
                [
                    *_hiding(hidden),
                    sys.executable,
                    "-c",
                    _PATIENT,
                    "start",
                    "--block",
                    "--disable-usage-stats",
                    *arguments,
                ],
                cwd=folder.parent,
                env=env,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def is_alive(self) -> bool:
        """Whether all of its processes run; if one dies, the others end soon."""
        return self._process.poll() is None

    @property
    def id(self) -> str:
        """Its id in the cluster, from the command line of its raylet, which must run."""
        (raylet,) = [each for each in _children(self._process.pid) if _runs(each, "raylet")]
        (found,) = re.findall(rb"--node_id=([0-9a-f]+)", _command(raylet))
        return str(found, "ascii")

    def wait(self) -> None:
        """Wait until it has joined the cluster."""
        while "Ray runtime started" not in self._log.read_text():
            assert self._process.poll() is None, self._log.read_text()
            time.sleep(0.05)

    def kill(self, *programs: str) -> None:
        """Send SIGKILL to those of its processes that run these programs."""
        found = {name: process for process in _children(self._process.pid) for name in programs if _runs(process, name)}
        assert found.keys() == set(programs)
        for process in found.values():
            os.kill(process, signal.SIGKILL)

    def end(self) -> None:
        """End it cleanly, or kill it if that fails."""
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class RayNodes:
    """A cluster, whose head runs no trials.

    Attributes:
        folder: The files of Ray on all nodes, such as its logs.
    """

    def __init__(self, env: Mapping[str, str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            self._port = server.getsockname()[1]
        self.address = f"127.0.0.1:{self._port}"
        self.env = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        self.folder = Path(tempfile.mkdtemp(prefix="hw-ray-"))  # paths of sockets are short
        self._env = {**env, **self.env, **_SETTINGS}
        self._nodes: list[RayNode] = []
        self._numbers: dict[int, RayNode] = {}
        self.start_head()

    def start_head(self) -> None:
        """Start the head, at the address of the previous head if there was one."""
        options = {"--port": self._port, "--num-cpus": 0, "--include-dashboard": "false"}
        self.head = self._start({**options, **self._ports(0)}, "--head", "--no-monitor", env=self._env)
        self.head.wait()

    def add(self, *arguments: str, env: Mapping[str, str] | None = None, hidden: Path | None = None) -> RayNode:
        """Start a node with one processor and its own address, because Ray would confuse it with the head otherwise.

        A node from which a folder is hidden is like another machine that does not share it.
        """
        number = next(each for each in range(1, 10) if each not in self._numbers or not self._numbers[each].is_alive)
        options = {"--address": self.address, "--node-ip-address": f"127.0.0.{number}", "--num-cpus": 1}
        own = {**self._env, **(env or {})}
        self._numbers[number] = self._start({**options, **self._ports(number)}, *arguments, env=own, hidden=hidden)
        return self._numbers[number]

    def _ports(self, number: int) -> dict[str, int]:
        """Return the ports of a node; if Ray chose those of its agents, it could time out on a busy machine."""
        first = 20000 + os.getpid() % 40 * 500 + 50 * number
        names = (
            "node-manager-port",
            "object-manager-port",
            "dashboard-agent-grpc-port",
            "dashboard-agent-listen-port",
            "runtime-env-agent-port",
            "metrics-export-port",
            "min-worker-port",
        )
        ports = {f"--{name}": first + index for index, name in enumerate(names)}
        return {**ports, "--max-worker-port": first + 49}

    def _start(
        self, options: Mapping[str, object], *arguments: str, env: Mapping[str, str], hidden: Path | None = None
    ) -> RayNode:
        folder = self.folder / str(len(self._nodes))
        every = {**options, "--object-store-memory": _OBJECTS_BYTES, "--include-log-monitor": "false"}
        words = [str(word) for option in {**every, "--temp-dir": folder}.items() for word in option]
        node = RayNode(folder, [*arguments, *words], env, hidden)
        self._nodes.append(node)
        return node

    def at_work(self) -> list[str]:
        """Return the processes of all nodes that run trials."""
        return [str(process) for process in self._processes() if any(name in _command(process) for name in _WORK)]

    def require_at_work(self) -> None:
        """Check that ``at_work`` finds the processes of a running job, whose names Ray and Python choose."""
        commands = [_command(process) for process in self._processes()]
        unknown = [name for name in _WORK if not any(name in command for command in commands)]
        assert not unknown, (unknown, commands)

    def end(self) -> None:
        """End all nodes."""
        for node in reversed(self._nodes):
            node.end()
        for process in self._processes():
            os.kill(process, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _processes(self) -> list[int]:
        """Return the node's processes, by their folder, because Ray overwrites their environment."""
        found = []
        for process in map(int, (path.name for path in Path("/proc").glob("[0-9]*"))):
            try:
                folder = Path("/proc", str(process), "cwd").readlink()
            except OSError:
                continue
            if folder == self.folder:
                found.append(process)
        return found


def _hiding(folder: Path | None) -> list[str]:
    """Return the beginning of a command line that runs a program with its own mounts, in which a folder is empty."""
    if folder is None:
        return []
    script = 'mount -t tmpfs none "$0" && exec "$@"'
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, str(folder)]


def _children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
        except OSError:
            continue
    return found


def _command(process: int) -> bytes:
    try:
        return Path("/proc", str(process), "cmdline").read_bytes()
    except OSError:
        return b""


def _runs(process: int, program: str) -> bool:
    return Path(_command(process).partition(b"\0")[0].decode()).name == program


@pytest.fixture
def nodes(user_env: dict[str, str]) -> Iterator[RayNodes]:
    """A cluster with only a head."""
    cluster = RayNodes(user_env)
    yield cluster
    cluster.end()
