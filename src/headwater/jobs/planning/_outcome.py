"""How one simulated run has ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FINISHED = "every trial has a record"
NO_NODE = "no node is left"
USED_UP = "the budget of the job is used up"
LOST = "trials have no record: their nodes died, or no node has enough memory"


@dataclass(frozen=True)
class Outcome:
    """How one simulated run has ended.

    Attributes:
        seconds: The time until then.
        finished: How many trials have a record.
        cost_usd: Of all trials, also those that began again.
        deaths: Of nodes.
        again: How often trials began again.
        cores: Share of the cores that trials held, on average.
        memory: The same of memory.
        paced: Share of the agents' time in which they waited for rates.
        budget: Share of the job's budget that was used; 0 without one.
        driver: Share of the time in which the driver was busy.
        requests: To each provider.
        tokens: To and from each provider.
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
