"""What the trials of a job took: the measured part of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from headwater.jobs._spending import Used
from headwater.jobs.executors.ray._placement import Demand


@dataclass(frozen=True)
class Measured:
    """What one trial took.

    Attributes:
        before_sec: From its start to the start of its agent.
        agent_sec: The agent's time, without the time in which it waited for rates.
        after_sec: From the end of its agent to its record.
        used: By its model.
    """

    before_sec: float
    agent_sec: float
    after_sec: float
    used: Used = field(default_factory=Used)

    @property
    def seconds(self) -> float:
        """Its time where it waits for nothing."""
        return self.before_sec + self.agent_sec + self.after_sec


@dataclass(frozen=True)
class Combination:
    """The measured trials of one task, agent, harness and prompt variant.

    Attributes:
        demand: What each takes of a node.
        provider: Of its model; None for an agent without one.
        trials: At least one.
    """

    demand: Demand
    provider: str | None
    trials: tuple[Measured, ...]


@dataclass(frozen=True)
class Measurement:
    """What a job measured.

    Attributes:
        combinations: In the order of the job.
        build_sec: What the first trial of a starting state builds for all, in seconds.
        driver_sec: The time of the driver for one trial: the median from the end of a trial to the start of the next.
        driver_n: How many such times there are.
        preparation_usd: What preparations of harnesses cost, once for all trials.
        notes: What the plan cannot know.
    """

    combinations: tuple[Combination, ...]
    build_sec: Mapping[str, float]
    driver_sec: float = 0.0
    driver_n: int = 0
    preparation_usd: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def trials(self) -> int:
        """How many trials were measured."""
        return sum(len(each.trials) for each in self.combinations)
