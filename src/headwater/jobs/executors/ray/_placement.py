"""Places trials on nodes. This module needs no cluster and no clock."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

from headwater.jobs._room import FileSystemRoom


@dataclass(frozen=True)
class Demand:
    """The resources that a trial takes on a node.

    Attributes:
        cores: The maximum number of cores that its agent may use.
        memory_mb: The maximum memory that its agent may use.
        start: A key that trials with the same starting state share.
        disk_mb: The maximum that the trial may write.
    """

    cores: float
    memory_mb: float
    start: str
    disk_mb: int = 0


@dataclass
class _NodeCapacity:
    cores: float
    memory_mb: float
    disk: FileSystemRoom
    running: dict[str, Demand] = field(default_factory=dict)
    starts: set[str] = field(default_factory=set)
    free_cores: float = field(init=False)
    free_memory_mb: float = field(init=False)

    def __post_init__(self) -> None:
        self._count()

    def has_room(self, demand: Demand) -> bool:
        has_cores = demand.cores <= self.free_cores or self.free_cores == self.cores
        return has_cores and demand.memory_mb <= self.free_memory_mb and self.disk.is_for(demand.disk_mb)

    def take(self, trial: str, demand: Demand) -> None:
        self.running[trial] = demand
        self.starts.add(demand.start)
        self.disk.begin(demand.disk_mb)
        self._count()

    def give(self, trial: str) -> None:
        if (demand := self.running.pop(trial, None)) is not None:
            self.disk.end(demand.disk_mb)
            self._count()

    def _count(self) -> None:
        """Recompute the free resources after each change, because searches are far more frequent than changes."""
        self.free_cores = self.cores - sum(min(each.cores, self.cores) for each in self.running.values())
        self.free_memory_mb = self.memory_mb - sum(each.memory_mb for each in self.running.values())


class ClusterPlacement:
    """The nodes and the trials that are placed on them.

    A node with fewer cores than a trial may use runs that trial alone, because the number of cores is only a limit.
    Memory must be available. Disk space must be available as well, unless the trial is the only one on its file system.
    """

    def __init__(self) -> None:
        self._nodes: dict[str, _NodeCapacity] = {}

    def add(self, node: str, cores: float, memory_mb: float, disk: FileSystemRoom | None = None) -> None:
        """Add a node.

        Args:
            node: Its name.
            cores: Its cores.
            memory_mb: Its memory.
            disk: The file system to which its trials are written, which nodes can share. Without it, space is
                unlimited.
        """
        self._nodes[node] = _NodeCapacity(cores, memory_mb, disk or FileSystemRoom(lambda: sys.maxsize))

    def remove(self, node: str) -> tuple[str, ...]:
        """Remove a node, and return the trials that ran on it."""
        removed = self._nodes.pop(node, None)
        if removed is None:
            return ()
        trials = tuple(removed.running)
        for trial in trials:
            removed.give(trial)
        return trials

    def place(self, trial: str, demand: Demand) -> str | None:
        """Reserve resources for a trial and return the node, or return None if no node has enough at the moment.

        A node that has run a trial with the same starting state is preferred, because it has the state in its cache.
        """
        able = [item for item in self._nodes.items() if item[1].has_room(demand)]
        if not able:
            return None
        name, node = max(able, key=lambda item: (demand.start in item[1].starts, item[1].free_cores))
        node.take(trial, demand)
        return name

    def free(self, node: str, trial: str) -> None:
        """Free the resources of a trial that has ended."""
        if node in self._nodes:
            self._nodes[node].give(trial)

    def largest_memory_mb(self) -> float:
        """Return the memory of the node with the most memory, or 0 if there are no nodes."""
        return max((node.memory_mb for node in self._nodes.values()), default=0.0)

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self._nodes)
