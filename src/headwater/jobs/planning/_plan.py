"""Plans a job from several simulated runs. Each run resamples the measured trials and draws its own node deaths."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from headwater.jobs.executors.ray._placement import ClusterPlacement
from headwater.jobs.planning._cluster import random_deaths
from headwater.jobs.planning._figures import MedianRange
from headwater.jobs.planning._measured import Measurement
from headwater.jobs.planning._outcome import SimulatedRun
from headwater.jobs.planning._scenario import Scenario
from headwater.jobs.planning._simulation import Simulation
from headwater.jobs.planning._trial import SimulatedTrial
from headwater.records import RateLimit

RUNS = 10
"""The number of simulated runs of a plan."""
_FEW_NODES = 10
"""The number of nodes that are filled to count how many trials fit. All nodes are equal."""
_MOST_FOR_A_CORE = 100
"""The maximum number of trials per core that are counted if only memory limits them."""
_MINUTES = 60
_HOUR_SEC = 3600.0


@dataclass(frozen=True)
class Limit:
    """The limit of one resource.

    Attributes:
        resource: The name of the resource.
        trials_per_hour: The maximum throughput in trials per hour, from the utilization law: a resource that a trial
            occupies for D seconds allows at most 1 / D trials per second, and the one with the largest D saturates
            first (Denning and Buzen, "The operational analysis of queueing network models", ACM Computing Surveys 10,
            1978).
        used: The fraction of the resource that the runs used, averaged over time.
    """

    resource: str
    trials_per_hour: MedianRange
    used: MedianRange


@dataclass(frozen=True)
class JobPlan:
    """The results of the simulated runs.

    Attributes:
        trials: The number of planned trials.
        combinations: The number of combinations of a task, an agent, a harness and a prompt variant.
        measured: The number of measured trials.
        seconds: The time until the job ends.
        cost_usd: The cost of all requests to models, including those of restarted trials.
        finished: The number of trials that have a record at the end.
        deaths: The number of nodes that died.
        again: The number of times that a trial was restarted because its node died.
        paced: The fraction of the agents' time that they spent waiting for rate limits.
        budget: The fraction of the job's budget that was used, or 0 without a budget.
        limits: The limits of the resources, beginning with the one that saturates first.
        endings: The number of runs per reason for ending.
        notes: Remarks on aspects that the plan does not cover.
    """

    trials: int
    combinations: int
    measured: int
    seconds: MedianRange
    cost_usd: MedianRange
    finished: MedianRange
    deaths: MedianRange
    again: MedianRange
    paced: MedianRange
    budget: MedianRange
    limits: tuple[Limit, ...]
    endings: Mapping[str, int]
    notes: tuple[str, ...]


def plan_job(measurement: Measurement, scenario: Scenario, seed: int = 0, runs: int = RUNS) -> JobPlan:
    """Simulate a job several times.

    Each run resamples the measured trials of each combination with replacement and draws its trials from the resample.
    The ranges therefore cover both chance and the uncertainty from measuring few trials. The same seed gives the
    same plan.

    Args:
        measurement: The measured trials.
        scenario: The trials, the cluster and the limits to plan for.
        seed: The seed of all random numbers.
        runs: The number of runs.
    """
    outcomes, bounds = [], []
    for run in range(runs):
        rng = random.Random(f"{seed} {run}")  # noqa: S311 - chance, not secrets
        trials = _draw(measurement, scenario.trials, rng)
        bounds.append(_bounds(measurement, scenario, trials))
        deaths = random_deaths(scenario, rng)
        outcomes.append(Simulation(scenario, trials, measurement.build_sec, measurement.driver_sec, deaths).run())

    def figure(value: Callable[[SimulatedRun], float]) -> MedianRange:
        return MedianRange.of([value(outcome) for outcome in outcomes])

    return JobPlan(
        trials=scenario.trials,
        combinations=len(measurement.combinations),
        measured=measurement.trials,
        seconds=figure(lambda outcome: outcome.seconds),
        cost_usd=figure(lambda outcome: outcome.cost_usd + measurement.preparation_usd),
        finished=figure(lambda outcome: outcome.finished),
        deaths=figure(lambda outcome: outcome.deaths),
        again=figure(lambda outcome: outcome.again),
        paced=figure(lambda outcome: outcome.paced),
        budget=figure(lambda outcome: outcome.budget),
        limits=_limits(scenario, bounds, outcomes),
        endings=dict(Counter(outcome.ending for outcome in outcomes)),
        notes=measurement.notes,
    )


def _draw(measurement: Measurement, number: int, rng: random.Random) -> list[SimulatedTrial]:
    """Return a run's trials in the order of a job, which repeats all combinations in rotation."""
    samples = [rng.choices(each.trials, k=len(each.trials)) for each in measurement.combinations]
    combinations = measurement.combinations
    return [
        SimulatedTrial(combinations[index].demand, combinations[index].provider, rng.choice(samples[index]))
        for index in (trial % len(combinations) for trial in range(number))
    ]


def _bounds(measurement: Measurement, scenario: Scenario, trials: Sequence[SimulatedTrial]) -> dict[str, float]:
    """Return the number of these trials that each resource allows per hour."""
    mean_sec = sum(trial.takes.seconds for trial in trials) / len(trials)
    bounds = {
        "cores": _fitting(scenario, trials, memory_mb=math.inf) * _HOUR_SEC / mean_sec,
        "memory": _fitting(scenario, trials, cores=math.inf) * _HOUR_SEC / mean_sec,
    }
    if measurement.driver_sec:
        bounds["driver"] = _HOUR_SEC / measurement.driver_sec
    for provider in _providers(trials):
        used = [trial.takes.used for trial in trials if trial.provider == provider]
        rate = _rate(scenario, provider)
        for name, limit in (("requests", rate.requests), ("tokens", rate.tokens)):
            if limit and (total := sum(getattr(each, name) for each in used)):
                bounds[f"{name} of {provider}"] = limit * _MINUTES * len(trials) / total
    return bounds


def _fitting(scenario: Scenario, trials: Sequence[SimulatedTrial], *, cores: float = 0, memory_mb: float = 0) -> float:
    """Return how many trials, in their order, fit on an empty cluster with this number of cores or this much memory."""
    node_count, placement = min(scenario.nodes, _FEW_NODES), ClusterPlacement()
    for node in range(node_count):
        placement.add(str(node), cores or scenario.cores, memory_mb or scenario.memory_mb)
    most = int(node_count * scenario.cores) * (_MOST_FOR_A_CORE if cores else 1)
    number = 0
    while number < most and placement.place(str(number), trials[number % len(trials)].demand) is not None:
        number += 1
    return number * scenario.nodes / node_count


def _providers(trials: Sequence[SimulatedTrial]) -> list[str]:
    return sorted({trial.provider for trial in trials if trial.provider is not None})


def _rate(scenario: Scenario, provider: str) -> RateLimit:
    rates = {rate.provider: rate for rate in scenario.rates}
    return rates.get(provider) or rates.get(None) or RateLimit()


def _limits(
    scenario: Scenario, bounds: Sequence[Mapping[str, float]], outcomes: Sequence[SimulatedRun]
) -> tuple[Limit, ...]:
    limits = [
        Limit(
            name,
            MedianRange.of([each[name] for each in bounds]),
            MedianRange.of([_used_fraction(scenario, name, outcome) for outcome in outcomes]),
        )
        for name in bounds[0]
    ]
    return tuple(sorted(limits, key=lambda limit: limit.trials_per_hour.median))


def _used_fraction(scenario: Scenario, name: str, outcome: SimulatedRun) -> float:
    """Return the fraction of a resource that a run used."""
    if name in ("cores", "memory", "driver"):
        return float(getattr(outcome, name))
    what, _, provider = name.partition(" of ")
    minutes = math.ceil(outcome.seconds / _MINUTES)  # the allowance for a minute can be used as it begins
    allowed = getattr(_rate(scenario, provider), what) * minutes
    return getattr(outcome, what).get(provider, 0.0) / allowed if allowed else 0.0
