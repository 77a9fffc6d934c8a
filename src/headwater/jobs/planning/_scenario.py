"""Describes a job to plan: the trials, the cluster, and the limits of both."""

from __future__ import annotations

from dataclasses import dataclass, field

from headwater.records import Limits, RateLimit

NOTICED_SEC = 15.0
"""The time after which Ray's health check reports that a machine is gone (measured: 14.6 s, n = 1)."""


@dataclass(frozen=True)
class Scenario:
    """A job on a cluster.

    Attributes:
        trials: The number of trials in the job. The measured combinations are used in rotation.
        nodes: The number of nodes in the cluster.
        cores: The cores of each node.
        memory_mb: The memory of each node.
        rates: The limits on all requests to a provider per minute.
        job_limits: The limits on all trials together.
        trial_limits: The limits on each trial.
        deaths_per_hour: The number of nodes that die per hour while all nodes are alive.
        replaced_after_sec: The time after which another node replaces a dead one. None if it is not replaced.
        noticed_after_sec: The time until the driver notices that a node has died.
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
    noticed_after_sec: float = NOTICED_SEC

    @property
    def at_once(self) -> int:
        """The number of trials that the driver runs at the same time: one per core, as with ``--executor ray``."""
        return max(1, int(self.nodes * self.cores))
