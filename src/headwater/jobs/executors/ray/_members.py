"""Tracks the nodes that take part in a job. This module needs no cluster."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

MOST_DEATHS = 3
"""The number of times that the process of one node, or the nodes of one trial, may die in a job."""
PATIENCE_SEC = 300.0
"""The time that a job waits for a node. Processes start slowly on busy machines, and dead nodes are restarted."""

T = TypeVar("T")


@dataclass(frozen=True)
class NodeInfo:
    """A node that is alive and may run trials."""

    id: str
    name: str
    cores: float
    memory_mb: float


class Members(Generic[T]):
    """A job's nodes. Each node is invited once, and again if its process dies, but never after it has been refused.

    ``T`` is the type of the value that the caller stores for a node.

    Args:
        clock: Returns the time in seconds. Only differences matter.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._present: dict[str, tuple[NodeInfo, T]] = {}
        self._running: set[str] = set()
        self._deaths: Counter[str] = Counter()
        self._refused: set[str] = set()
        self._expected: dict[str, tuple[float, NodeInfo]] = {}
        self._idle_since = clock()
        self.refusals: list[str] = []

    def uninvited(self, nodes: Iterable[NodeInfo]) -> list[NodeInfo]:
        """Return those of the given nodes that should be invited now."""
        return [node for node in nodes if node.id not in self._present and node.id not in self._refused]

    def invite(self, node: NodeInfo, member: T) -> None:
        """Record that a process is starting on a node."""
        self._present[node.id] = node, member
        self._expect(node)

    def runs(self, node: str) -> None:
        """Record that a node's process has started."""
        self._running.add(node)

    def deaths(self, node: str) -> int:
        """Return the number of times that a node's process has died."""
        return self._deaths[node]

    def lose(self, node: str) -> None:
        """Record that a node's process, and perhaps the node itself, has died.

        The node is invited again, because the cause may not affect the next process.
        """
        if node not in self._present:
            return
        info = self._remove(node)
        self._deaths[node] += 1
        if self._deaths[node] >= MOST_DEATHS:
            self._refused.add(node)
        else:
            self._expect(info)

    def refuse(self, node: str, reason: object) -> str:
        """Exclude a node for the rest of the job, and return a message that says so."""
        info = self._remove(node)
        self._refused.add(node)
        message = f"node {info.name} is left out: {reason}"
        self.refusals.append(message)
        return message

    def memory_mb(self) -> float:
        """Return the memory of the largest node whose process runs or may start soon."""
        running = [self._present[node][0] for node in self._running]
        recently = self._clock() - PATIENCE_SEC
        expected = [info for since, info in self._expected.values() if since >= recently]
        return max((node.memory_mb for node in [*running, *expected]), default=0.0)

    def cores(self) -> float:
        """Return the total number of cores in all nodes."""
        return sum(info.cores for info, _ in self._present.values())

    def are_gone(self) -> bool:
        """Return whether no node has had a running process for longer than a job waits for one."""
        return not self._running and self._clock() - self._idle_since > PATIENCE_SEC

    def _expect(self, node: NodeInfo) -> None:
        self._expected[node.id] = self._clock(), node

    def _remove(self, node: str) -> NodeInfo:
        info, _ = self._present.pop(node)
        self._expected.pop(node, None)
        self._running.discard(node)
        if not self._running:
            self._idle_since = self._clock()
        return info

    def __iter__(self) -> Iterator[T]:
        """Iterate over the stored values of the nodes."""
        return iter([member for _, member in self._present.values()])

    def __contains__(self, member: object) -> bool:
        """Return whether a node has this value."""
        return any(each is member for _, each in self._present.values())

    def __getitem__(self, node: str) -> T:
        return self._present[node][1]

    def __len__(self) -> int:
        return len(self._present)
