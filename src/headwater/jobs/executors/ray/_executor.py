"""Implements the executor ``ray``."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from headwater.archives import ArchiveStore
from headwater.jobs.executors._protocol import Executor, Pool
from headwater.jobs.executors.ray._cluster import connected, host_and_port, import_ray, require_reachable


class RayExecutor(Executor):
    """Runs trials on the nodes of a Ray cluster.

    Args:
        cluster: ``HOST:PORT`` of the cluster's head. This machine must be a node of the cluster. Without it, a cluster
            runs on this machine for the duration of a job.
        store: The URL of a store through which nodes with separate caches share their builds.
    """

    name = "ray"
    reserves_disk = True

    def __init__(self, cluster: str | None = None, store: str | None = None) -> None:
        self.cluster = cluster
        self.store = store

    def require(self) -> None:
        """Make sure that Ray is installed, and that this process can join the cluster and use the store.

        Raises:
            UserError: One of these conditions is not met.
        """
        import_ray(self.cluster)
        if self.cluster is not None:
            require_reachable(self.cluster)
            with connected(self.cluster):
                pass
        if self.store is not None:
            ArchiveStore(self.store).require()

    @contextmanager
    def open(
        self,
        at_once: int | None,  # noqa: ARG002 - what exceeds the cluster waits in the pool
        message: Callable[[str], None],
        cancel: threading.Event,
    ) -> Iterator[Pool]:
        """See ``Executor.open``.

        Raises:
            ClusterError: The cluster is full, cannot be joined, or contains a node with another version of Headwater.
            CancelledError: The job was interrupted while it waited for a free node.
        """
        from headwater.jobs.executors.ray._pool import RayPool  # imported late, because it needs Ray

        with connected(self.cluster) as cluster:
            pool = RayPool(cluster, self.store)
            try:
                pool.start(message, cancel)
                yield pool
            finally:
                pool.end()

    def address(self) -> str:
        """Return the address from which this machine reaches the head node."""
        if self.cluster is None:
            return super().address()
        [(family, kind, _, _, address), *_] = socket.getaddrinfo(*host_and_port(self.cluster), type=socket.SOCK_DGRAM)
        # Connecting a datagram socket sends nothing. It only selects the interface that leads to the head node.
        with socket.socket(family, kind) as probe:
            probe.connect(address)
            return str(probe.getsockname()[0])
