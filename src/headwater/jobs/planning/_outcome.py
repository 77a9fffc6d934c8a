"""Describes the result of one simulated run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FINISHED = "every trial has a record"
NO_NODE = "no node is left"
USED_UP = "the budget of the job is used up"
RECORDS_MISSING = "trials have no record: their nodes died, or no node has enough memory"


@dataclass(frozen=True)
class SimulatedRun:
    """The result of one simulated run.

    Attributes:
        seconds: The time until the run ended.
        finished: The number of trials with a record.
        cost_usd: The cost of all trials, including restarted ones.
        deaths: The number of nodes that died.
        again: The number of trial restarts.
        cores: The fraction of the cores that trials occupied, on average.
        memory: The fraction of the memory that trials occupied, on average.
        paced: The fraction of the agents' time that they spent waiting for rate limits.
        budget: The fraction of the job's budget that was used, or 0 without a budget.
        driver: The fraction of the time during which the driver was busy.
        requests: The number of requests to each provider.
        tokens: The number of tokens sent to and received from each provider.
        ending: The reason why the run ended.
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
