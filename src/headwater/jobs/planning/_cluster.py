"""Simulates the nodes of a planned job: their number, their deaths, and their usage."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from headwater.jobs.executors.ray._placement import ClusterPlacement, Demand
from headwater.jobs.planning._scenario import Scenario


class Death(NamedTuple):
    """The death of the node, if any, that is at a certain position in the cluster at a certain time.

    Attributes:
        at: Seconds since the start of the job.
        place: The position, from 0.
    """

    at: float
    place: int


def random_deaths(scenario: Scenario, rng: random.Random) -> Iterator[Death]:
    """Yield deaths as a Poisson process: each node dies with the same probability at any moment."""
    if not scenario.deaths_per_hour:
        return
    at = 0.0
    while True:
        # In a Poisson process, the times between events are exponentially distributed.
        at += rng.expovariate(scenario.deaths_per_hour / 3600)
        yield Death(at, rng.randrange(scenario.nodes))


class SimulatedCluster:
    """The current nodes, with the Ray executor's placement and the nodes' usage integrated over time.

    Attributes:
        placement: The driver's view, which contains a dead node until its death is noticed.
        deaths: The number of nodes that have died.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.placement = ClusterPlacement()
        self.deaths = 0
        self._scenario = scenario
        self._born = 0
        self._dead: set[str] = set()
        self._by_place: dict[int, str] = {}
        self._demands: dict[str, Demand] = {}
        self._cores = self._memory = 0.0
        self._core_sec = self._memory_sec = self._node_sec = 0.0
        self._at = 0.0
        for place in range(scenario.nodes):
            self.join(0.0, place)

    def join(self, at: float, place: int) -> None:
        """Add a new node."""
        self._advance(at)
        self._born += 1
        self._by_place[place] = name = f"{place}-{self._born}"
        self.placement.add(name, self._scenario.cores, self._scenario.memory_mb)

    def die(self, at: float, place: int) -> str | None:
        """Let a node die, unnoticed by the driver. Return its name, or None if there is no node."""
        if place not in self._by_place:
            return None
        self._advance(at)
        name = self._by_place.pop(place)
        self.deaths += 1
        self._dead.add(name)
        return name

    def notice(self, node: str) -> tuple[str, ...]:
        """Remove a dead node from the placement, and return the trials that were placed on it."""
        return self.placement.remove(node)

    def is_dead(self, node: str) -> bool:
        """Return whether a node has died."""
        return node in self._dead

    def place(self, at: float, trial: str, demand: Demand) -> str | None:
        """Place a trial, and return its node, which may have died unnoticed. Return None if no node has room."""
        node = self.placement.place(trial, demand)
        if node is not None and node not in self._dead:
            self._advance(at)
            self._demands[trial] = demand
            self._cores += min(demand.cores, self._scenario.cores)
            self._memory += demand.memory_mb
        return node

    def free(self, at: float, node: str, trial: str) -> None:
        """Free the room of a trial that has ended."""
        self.placement.free(node, trial)
        self.stop(at, trial)

    def used(self, at: float) -> tuple[float, float]:
        """Return the average utilization of cores and of memory so far."""
        self._advance(at)
        cores, memory = self._node_sec * self._scenario.cores, self._node_sec * self._scenario.memory_mb
        return (self._core_sec / cores, self._memory_sec / memory) if self._node_sec else (0.0, 0.0)

    def stop(self, at: float, trial: str) -> None:
        """Record that a trial no longer uses resources, because it has ended or its node has died."""
        self._advance(at)
        if (demand := self._demands.pop(trial, None)) is not None:
            self._cores -= min(demand.cores, self._scenario.cores)
            self._memory -= demand.memory_mb

    def _advance(self, at: float) -> None:
        passed, self._at = at - self._at, at
        self._core_sec += passed * self._cores
        self._memory_sec += passed * self._memory
        self._node_sec += passed * len(self._by_place)
