"""A plan draws from measured trials, gives ranges with their n, and names what saturates first."""

from __future__ import annotations

import pytest
from tests.jobs.planning.build import PROVIDER, cluster, used

from headwater.jobs._spending import Used
from headwater.jobs.executors.ray._placement import Demand
from headwater.jobs.planning import Combination, JobPlan, Measured, Measurement, MedianRange, plan_job
from headwater.jobs.planning._outcome import FINISHED
from headwater.records import RateLimit


def measured(*seconds: float, cores: float = 1, memory_mb: float = 100, uses: Used | None = None) -> Measurement:
    trials = tuple(Measured(0, each, 0, uses or Used()) for each in seconds)
    combination = Combination(Demand(cores, memory_mb, "s"), PROVIDER if uses else None, trials)
    return Measurement((combination,), {}, preparation_usd=0.5)


def first(plan: JobPlan) -> tuple[str, float]:
    return plan.limits[0].resource, plan.limits[0].trials_per_hour.median


def test_equal_trials_have_no_range() -> None:
    plan = plan_job(measured(10, 10, uses=used(1, usd="2")), cluster(trials=5), runs=3)
    assert plan.seconds == MedianRange(30, 30, 30, runs=3)
    assert plan.cost_usd == MedianRange(10.5, 10.5, 10.5, runs=3)
    assert (plan.trials, plan.combinations, plan.measured, plan.endings) == (5, 1, 2, {FINISHED: 3})


def test_combinations_take_turns() -> None:
    one, other = measured(10).combinations[0], measured(1).combinations[0]
    plan = plan_job(Measurement((one, other), {}), cluster(cores=1, trials=5), runs=1)
    assert plan.seconds.median == 3 * 10 + 2 * 1


def test_the_same_seed_gives_the_same_plan_and_runs_differ() -> None:
    scenario = cluster(nodes=3, trials=30, deaths_per_hour=60, replaced_after_sec=10)
    plans = [plan_job(measured(10, 20, 60), scenario, seed, runs=4) for seed in (1, 1, 2)]
    assert plans[0] == plans[1] != plans[2]
    assert plans[0].seconds.low < plans[0].seconds.median < plans[0].seconds.high
    assert plans[0].deaths.high > 0


def test_few_measured_trials_have_a_wide_range() -> None:
    scenario = cluster(cores=1, trials=200)
    few = plan_job(measured(10, 20), scenario, runs=20).seconds
    many = plan_job(measured(*[10, 20] * 50), scenario, runs=20).seconds
    assert few.high - few.low > 2 * (many.high - many.low)
    assert (few.low, few.high) == (2000, 4000), "both measured trials can be the same one in a resample"


@pytest.mark.parametrize(
    ("nodes", "demand", "rates", "resource", "hourly", "used_share"),
    [
        (2, {"cores": 3}, [], "cores", 2 * 2 * 360, 6 / 8),
        (2, {"memory_mb": 600}, [], "memory", 2 * 360, 0.6),
        (100, {}, [RateLimit(requests=8)], f"requests of {PROVIDER}", 8 * 60 / 4, 1),
        (100, {}, [RateLimit(tokens=500)], f"tokens of {PROVIDER}", 500 * 60 / 200, 1),
    ],
)
def test_the_tightest_limit_comes_first(
    nodes: int, demand: dict[str, float], rates: list[RateLimit], resource: str, hourly: float, used_share: float
) -> None:
    scenario = cluster(nodes=nodes, cores=8, memory_mb=1000, rates=rates, trials=200)
    plan = plan_job(measured(10, uses=used(4, tokens=200), **demand), scenario, runs=1)
    assert first(plan) == (resource, pytest.approx(hourly))
    hours = plan.seconds.median / 3600
    assert plan.trials / hours == pytest.approx(hourly, rel=0.05), "the simulated job goes at that pace"
    assert plan.limits[0].used.median == pytest.approx(used_share, abs=0.05)


def test_a_slow_driver_comes_first() -> None:
    slow = Measurement(measured(10).combinations, {}, driver_sec=2)
    plan = plan_job(slow, cluster(nodes=20, trials=100), runs=1)
    assert first(plan) == ("driver", 1800)
    assert plan.limits[0].used.median == pytest.approx(200 / 210, abs=0.02)


def test_a_large_job_ends_at_the_pace_of_its_rate_although_nodes_die() -> None:
    """10,000 trials on 200 nodes: 40,000 requests at 2,000 a minute take 20 minutes."""
    scenario = cluster(
        nodes=200,
        cores=4,
        trials=10_000,
        rates=[RateLimit(requests=2000)],
        deaths_per_hour=120,
        replaced_after_sec=300,
        noticed_after_sec=15,
    )
    plan = plan_job(measured(30, 60, 90, uses=used(4, tokens=200, usd="0.01")), scenario, runs=1)
    assert plan.endings == {FINISHED: 1}
    assert plan.finished.median == 10_000
    assert first(plan)[0] == f"requests of {PROVIDER}"
    assert 20 <= plan.seconds.median / 60 < 22
    assert 20 <= plan.deaths.median <= 60, "two a minute"
    assert plan.deaths.median <= plan.again.median <= 4 * plan.deaths.median, "each had up to four trials"
    lost_cost = plan.cost_usd.median - 0.5 - 10_000 * 0.01
    assert 0 < lost_cost <= plan.again.median * 0.01, (
        "the lost attempts are paid for, each at most as much as a whole one"
    )
