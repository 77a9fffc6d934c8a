"""Planned trials with round numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from headwater.jobs._spending import Used
from headwater.jobs.executors.ray._placement import Demand
from headwater.jobs.planning import Measured, Scenario
from headwater.jobs.planning._cluster import Death
from headwater.jobs.planning._outcome import SimulatedRun
from headwater.jobs.planning._simulation import Simulation
from headwater.jobs.planning._trial import SimulatedTrial
from headwater.records import Limits, RateLimit

PROVIDER = "anthropic"


def trial(
    before: float = 0,
    agent: float = 10,
    after: float = 0,
    *,
    cores: float = 1,
    memory_mb: float = 100,
    start: str = "s",
    used: Used | None = None,
) -> SimulatedTrial:
    """Return a trial, whose agent has a model if something is used."""
    takes = Measured(before, agent, after, used or Used())
    return SimulatedTrial(Demand(cores, memory_mb, start), PROVIDER if used else None, takes)


def used(requests: int, tokens: int = 0, usd: str = "0") -> Used:
    return Used(tokens, Decimal(usd), requests, requests)


def cluster(
    nodes: int = 1,
    cores: float = 2,
    memory_mb: float = 10_000,
    *,
    rates: Sequence[RateLimit] = (),
    job: Limits | None = None,
    own: Limits | None = None,
    replaced_after_sec: float | None = None,
    noticed_after_sec: float = 0,
    deaths_per_hour: float = 0,
    trials: int = 1,
) -> Scenario:
    return Scenario(
        trials=trials,
        nodes=nodes,
        cores=cores,
        memory_mb=memory_mb,
        rates=tuple(rates),
        job_limits=job or Limits(),
        trial_limits=own or Limits(),
        deaths_per_hour=deaths_per_hour,
        replaced_after_sec=replaced_after_sec,
        noticed_after_sec=noticed_after_sec,
    )


def simulate(
    scenario: Scenario,
    trials: Sequence[SimulatedTrial],
    *,
    build_sec: Mapping[str, float] | None = None,
    driver_sec: float = 0,
    deaths: Iterable[tuple[float, int]] = (),
) -> SimulatedRun:
    dying = (Death(at, place) for at, place in deaths)
    return Simulation(scenario, trials, build_sec or {}, driver_sec, dying).run()
