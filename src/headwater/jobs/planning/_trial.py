"""Represents the trials of a simulated run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from headwater.jobs.executors.ray._placement import Demand
from headwater.jobs.planning._measured import Measured
from headwater.jobs.planning._scenario import Scenario

_MOST_TURNS = 50_000
"""The maximum number of turns that a run simulates. In larger jobs, several requests are simulated as one."""
_GROUP_SHARE = 0.05
"""The maximum fraction of the limit per minute that requests may use if they are simulated as one."""


@dataclass(frozen=True)
class SimulatedTrial:
    """One trial in the plan, with its demand and its times."""

    demand: Demand
    provider: str | None
    takes: Measured


class PlannedTrial:
    """The state of a trial while it waits and runs.

    Attributes:
        life: The number of its starts, which distinguishes events from earlier starts from those of the current one.
        asks: The number of its requests that are currently simulated as one.
        has_worked: Whether its agent has ended.
    """

    def __init__(self, number: int, planned: SimulatedTrial) -> None:
        self.number = number
        self.id = str(number)
        self.demand = planned.demand
        self.provider = planned.provider
        self.takes = planned.takes
        self.life = 0
        self.deaths = 0
        self.builds = False
        self.asks = 0
        self.node: str | None = None
        self.agent_since: float | None = None
        self.has_worked = False
        self.answers_left = 0

    def halt(self) -> None:
        """Discard the pending events of the trial, which stays on its node."""
        self.life += 1
        self.agent_since = None
        self.answers_left = 0

    def restart(self) -> None:
        """Reset the trial to its beginning."""
        self.halt()
        self.node = None
        self.has_worked = False


def requests_together(scenario: Scenario, trials: Sequence[SimulatedTrial]) -> int:
    """Return how many requests of a trial to simulate as one, so that a simulation takes about a second."""
    used = [trial.takes.used for trial in trials if trial.provider is not None]
    requests = sum(each.requests for each in used)
    if requests <= _MOST_TURNS:
        return 1
    tokens = sum(each.tokens for each in used) / requests
    most: list[float] = [requests, *(rate.requests for rate in scenario.rates if rate.requests)]
    most += [rate.tokens / tokens for rate in scenario.rates if rate.tokens and tokens]
    return max(1, min(math.ceil(requests / _MOST_TURNS), int(_GROUP_SHARE * min(most))))
