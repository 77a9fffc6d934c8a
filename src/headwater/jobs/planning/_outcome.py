"""Describes how one simulated run has ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FINISHED = "every trial has a record"
NO_NODE = "no node is left"
USED_UP = "the budget of the job is used up"
LOST = "trials have no record: their nodes died, or no node has enough memory"


@dataclass(frozen=True)
class SimulatedRun:
    """The result of one simulated run.

    Attributes:
        seconds: The time until its end.
        finished: The number of trials with a record.
        cost_usd: The cost of all trials, including those that began again.
        deaths: The number of nodes that died.
        again: The number of times that a trial began again.
        cores: The share of the cores that trials held, on average.
        memory: The share of the memory that trials held, on average.
        paced: The share of the agents' time in which they waited for rates.
        budget: The share of the job's budget that was used; 0 without one.
        driver: The share of the time in which the driver was busy.
        requests: The requests to each provider.
        tokens: The tokens to and from each provider.
        ending: Why it ended.
    """

    seconds: float
    finished: int
    cost_usd: float
    deaths: int
    again: int
    cores: float
    memory: float
    paced: float
    budget: float
    driver: float
    requests: Mapping[str, float]
    tokens: Mapping[str, float]
    ending: str
