"""Defines the measurements of a job's trials, on which a plan is based."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from headwater.jobs._spending import Used
from headwater.jobs.executors.ray._placement import Demand


@dataclass(frozen=True)
class Measured:
    """The measurements of one trial.

    Attributes:
        before_sec: The time from the trial's start to the start of its agent.
        agent_sec: The agent's time, except for the time that it spent waiting for rate limits.
        after_sec: The time from the end of its agent until its record is written.
        used: Its model's usage.
    """

    before_sec: float
    agent_sec: float
    after_sec: float
    used: Used = field(default_factory=Used)

    @property
    def seconds(self) -> float:
        """The total time without any waiting."""
        return self.before_sec + self.agent_sec + self.after_sec


@dataclass(frozen=True)
class Combination:
    """The measured trials of one task, agent, harness and prompt variant.

    Attributes:
        demand: The resources that each trial needs on a node.
        provider: The provider of its model. None for an agent without one.
        trials: One or more trials.
    """

    demand: Demand
    provider: str | None
    trials: tuple[Measured, ...]


@dataclass(frozen=True)
class Measurement:
    """The measurements of a job.

    Attributes:
        combinations: The combinations, in the job's order.
        build_sec: The seconds that the first trial with a starting state takes to build that state.
        driver_sec: The driver's time per trial, which is the median time from the end of a trial to the start of the
            next.
        driver_n: The number of intervals behind this median.
        preparation_usd: The cost of preparing harnesses with a model, which is incurred once.
        notes: Remarks on aspects that the plan does not cover.
    """

    combinations: tuple[Combination, ...]
    build_sec: Mapping[str, float]
    driver_sec: float = 0.0
    driver_n: int = 0
    preparation_usd: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def trials(self) -> int:
        """The number of measured trials."""
        return sum(len(each.trials) for each in self.combinations)
