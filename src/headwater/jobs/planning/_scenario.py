"""What is planned: the trials, the cluster, and what limits both."""

from __future__ import annotations

from dataclasses import dataclass, field

from headwater.records import Limits, RateLimit


@dataclass(frozen=True)
class Scenario:
    """A job on a cluster.

    Attributes:
        trials: How many trials it has; the measured combinations take turns.
        nodes: How many nodes the cluster has.
        cores: Of each node.
        memory_mb: Of each node.
        rates: What all trials may ask of a provider in a minute.
        job_limits: What all trials may use together.
        trial_limits: What each trial may use.
        deaths_per_hour: How many of all nodes die in an hour, while all are there.
        replaced_after_sec: When another node takes the place of a dead one; None if none does.
    """

    trials: int
    nodes: int
    cores: float
    memory_mb: float
    rates: tuple[RateLimit, ...] = ()
    job_limits: Limits = field(default_factory=Limits)
    trial_limits: Limits = field(default_factory=Limits)
    deaths_per_hour: float = 0.0
    replaced_after_sec: float | None = None

    @property
    def at_once(self) -> int:
        """How many trials the driver begins at once: one for each core, as ``--executor ray`` does."""
        return max(1, int(self.nodes * self.cores))
