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
_ATTEMPTS = 4
"""A node does not join on a busy machine where it takes more than 30 seconds, a time that Ray lets nobody change."""
_WORK = re.compile(rb"ray::Node|forkserver")
"""Processes that run trials, but for the cells."""


class RayNode:
    """A node with a raylet of its own; the head also has the server of the cluster."""

    def __init__(self, folder: Path, arguments: list[str], env: Mapping[str, str]) -> None:
        self._folder = folder
        self._arguments = arguments
        self._env = env
        self._attempts = 0
        self._begin()

    def _begin(self) -> None:
        self._attempts += 1
        self._log = self._folder.with_suffix(f".{self._attempts}.log")
        ray = str(Path(sys.executable).with_name("ray"))
        with self._log.open("wb") as out:
            self._process = subprocess.Popen(
                [ray, "start", "--block", "--disable-usage-stats", *self._arguments],
                cwd=self._folder.parent,
                env=self._env,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Wait until it has joined the cluster."""
        while "Ray runtime started" not in self._log.read_text():
            if self._process.poll() is None:
                time.sleep(0.05)
            elif self._attempts < _ATTEMPTS:
                self._begin()
            else:
                raise AssertionError(self._log.read_text())

    def kill(self, *programs: str) -> None:
        """Send SIGKILL to those of its processes that run these programs."""
        found = {name: process for process in _children(self._process.pid) for name in programs if _runs(process, name)}
        assert found.keys() == set(programs)
        for process in found.values():
            os.kill(process, signal.SIGKILL)

    def end(self) -> None:
        """End it in good order, and with force if that does not help."""
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class RayNodes:
    """A cluster, whose head runs no trials."""

    def __init__(self, env: Mapping[str, str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            self._port = server.getsockname()[1]
        self.address = f"127.0.0.1:{self._port}"
        self.env = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        self._folder = Path(tempfile.mkdtemp(prefix="hw-ray-"))  # paths of sockets are short
        self._env = {**env, **self.env, "RAY_memory_monitor_refresh_ms": "0"}
        self._nodes: list[RayNode] = []
        self.start_head()

    def start_head(self) -> None:
        """Start the head, at the same address again if another one was there."""
        arguments = ["--head", "--port", str(self._port), "--num-cpus", "0", "--include-dashboard", "false"]
        self.head = self._start(arguments, self._env)
        self.head.wait()

    def add(self, env: Mapping[str, str] | None = None) -> RayNode:
        """Start a node with one processor; it has an address of its own, or Ray takes its processes for the head's."""
        number = len(self._nodes) + 1
        first = 20000 + os.getpid() % 40 * 500 + 50 * number
        options = {
            "--address": self.address,
            "--node-ip-address": f"127.0.0.{number}",
            "--num-cpus": 1,
            "--node-manager-port": first,
            "--object-manager-port": first + 1,
            "--min-worker-port": first + 2,
            "--max-worker-port": first + 49,
        }
        return self._start([str(each) for option in options.items() for each in option], {**self._env, **(env or {})})

    def _start(self, arguments: list[str], env: Mapping[str, str]) -> RayNode:
        folder = self._folder / str(len(self._nodes))
        common = ["--object-store-memory", str(_OBJECTS_BYTES), "--include-log-monitor", "false"]
        node = RayNode(folder, [*arguments, *common, "--temp-dir", str(folder)], env)
        self._nodes.append(node)
        return node

    def at_work(self) -> list[str]:
        """Return the processes of all nodes that run trials."""
        return [str(process) for process in self._processes() if _WORK.search(_command(process))]

    def end(self) -> None:
        """End all nodes."""
        for node in reversed(self._nodes):
            node.end()
        for process in self._processes():
            os.kill(process, signal.SIGKILL)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _processes(self) -> list[int]:
        """They are all in its folder; Ray writes over their environment."""
        found = []
        for process in map(int, (path.name for path in Path("/proc").glob("[0-9]*"))):
            try:
                folder = Path("/proc", str(process), "cwd").readlink()
            except OSError:
                continue
            if folder == self._folder:
                found.append(process)
        return found


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
    """A cluster that has a head alone."""
    cluster = RayNodes(user_env)
    yield cluster
    cluster.end()
