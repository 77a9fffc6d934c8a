"""Connects this process to a Ray cluster. All of its jobs share the connection, because Ray allows one per process."""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from headwater.errors import ClusterError, OptionError
from headwater.extras import needs_extra
from headwater.jobs.executors.ray._members import NodeInfo
from headwater.untrusted import one_line

_CONNECT_SEC = 5.0
_STOP_SEC = 20.0
_OBJECTS_BYTES = 100 << 20
"""The size of Ray's object store, which stores nothing large."""
_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_worker_niceness": "0",  # so that trials run as fast as with other executors
    "RAY_memory_monitor_refresh_ms": "0",  # Headwater limits memory, and Ray must not kill a trial to free it
}


def import_ray(address: str | None) -> Any:
    """Import and return the module ``ray``, with usage statistics disabled.

    Args:
        address: The cluster's address. Without one, a cluster is started here, with the key of the user's environment
            or else a random one.

    Raises:
        MissingDependencyError: Ray is not installed.
    """
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    if address is None and "ray" not in sys.modules:  # Ray reads its key only once
        os.environ |= own_key(os.environ)
    with needs_extra("ray"):
        import ray
    logging.getLogger("ray").setLevel(logging.ERROR)  # Ray warns, for example, that other code handles signals
    # Ray prints the logs of any process that died, and no option prevents this from appearing in a job's output.
    ray._private.worker.print_to_stdstream = lambda *_, **__: None
    return ray


def own_key(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that set a key for a cluster that only this process uses, unless the user has set a key."""
    # Anyone who can connect to a cluster that requires no key can run code in it.
    mode = {"RAY_AUTH_MODE": "token"}
    is_set = any(environment.get(name) for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"))
    return mode if is_set else {**mode, "RAY_AUTH_TOKEN": secrets.token_hex(32)}


class Cluster:
    """A cluster to which this process is connected.

    Args:
        address: The address of the cluster's head node.
    """

    def __init__(self, address: str) -> None:
        self.address = address

    def nodes(self) -> list[NodeInfo]:
        """Return the nodes that have processors.

        Raises:
            ClusterError: The head node does not return them.
        """
        try:
            nodes = import_ray(self.address).nodes()
        except Exception as error:  # noqa: BLE001 - Ray raises whatever it meets, and it is raised again
            what = f"its head does not list its nodes: {one_line(str(error))[:300]}"
            raise ClusterError(what, where=_cluster_name(self.address)) from None
        found = []
        for node in nodes:
            resources = node["Resources"]
            # The machine of the driver may have joined without processors, only to submit trials.
            if node["Alive"] and resources.get("CPU", 0) >= 1:
                memory_mb = resources.get("memory", 0) / (1 << 20)
                found.append(NodeInfo(node["NodeID"], node["NodeManagerAddress"], resources["CPU"], memory_mb))
        return found

    def is_reachable(self) -> bool:
        """Return whether the head node answers."""
        try:
            require_reachable(self.address)
        except ClusterError:
            return False
        return True


def host_and_port(address: str) -> tuple[str, int]:
    """Split ``HOST:PORT``, or ``[HOST]:PORT`` with an IPv6 address.

    Raises:
        OptionError: The text has another format.
    """
    host, _, port = address.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        host = ""
    if not host or not port.isdecimal() or "/" in host:
        raise OptionError("not an address", where=f"--ray-address {address}", fix="write it like 10.0.0.1:6379")
    return host, int(port)


def require_reachable(address: str) -> None:
    """Make sure that a server listens at the cluster's address.

    Raises:
        ClusterError: No server listens there.
        OptionError: The text is not an address.
    """
    try:
        with socket.create_connection(host_and_port(address), timeout=_CONNECT_SEC):
            pass
    except OSError as error:
        what = f"cannot be reached ({error.strerror or error})"
        raise ClusterError(what, where=_cluster_name(address), fix="is its head running?") from None


@contextmanager
def connected(address: str | None) -> Iterator[Cluster]:
    """Connect to a cluster, or start one on this machine, for as long as a job in this process needs it.

    Raises:
        ClusterError: This process is connected to another cluster, or cannot connect.
    """
    connection = _take(address)
    try:
        yield connection.cluster
    finally:
        _release(connection)


class _Connection:
    """Starts and ends a cluster in a separate thread, because Ray's processes end with the thread that started them."""

    def __init__(self, address: str | None) -> None:
        self.address = address
        self.users = 0
        self.cluster: Cluster
        self._error: ClusterError | None = None
        self._ready = threading.Event()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._hold, name="ray", daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._error is not None:
            raise self._error

    def end(self) -> None:
        """Disconnect, but do not wait for a cluster whose head is gone."""
        self._end.set()
        self._thread.join(_STOP_SEC)

    def _hold(self) -> None:
        ray = import_ray(self.address)
        folder = None if self.address else tempfile.mkdtemp(prefix="headwater-ray-")
        try:
            self.cluster = Cluster(_init(ray, self.address, folder))
        except Exception as error:  # noqa: BLE001 - Ray raises whatever it meets, and it is raised again
            line = one_line(str(error))[:300]
            fix = "is this machine a node of it? `ray start --address HEAD:PORT --num-cpus 0` makes it one"
            fix = fix if self.address else "see the messages of Ray"
            self._error = ClusterError(f"cannot be joined: {line}", where=_cluster_name(self.address), fix=fix)
        self._ready.set()
        if self._error is None:
            self._end.wait()
        ray.shutdown()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _init(ray: Any, address: str | None, folder: str | None) -> str:
    common = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": False}
    if address is None:
        ray.init(
            address="local",
            num_cpus=os.cpu_count(),
            include_dashboard=False,
            object_store_memory=_OBJECTS_BYTES,
            _temp_dir=folder,
            **common,
        )
    else:
        ray.init(address=address, **common)
    return address or str(ray.get_runtime_context().gcs_address)


_lock = threading.Lock()
_connection: _Connection | None = None


def _take(address: str | None) -> _Connection:
    global _connection
    with _lock:
        if _connection is None:
            _connection = _Connection(address)
        elif _connection.address != address:
            what = f"this process is connected to {_cluster_name(_connection.address)}"
            raise ClusterError(what, where=_cluster_name(address), fix="run the job in another process")
        _connection.users += 1
        return _connection


def _release(connection: _Connection) -> None:
    global _connection
    with _lock:
        # The lock is held until the connection has ended, because Ray allows no second one before.
        connection.users -= 1
        if not connection.users:
            connection.end()
            _connection = None


def _cluster_name(address: str | None) -> str:
    return f"the Ray cluster at {address}" if address else "the Ray cluster on this machine"
