"""Estimates: pinned values, comparison with statsmodels, and properties that any interval must have."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from headwater.analysis import bootstrap_ratio, clustered_mean, mean_difference, wilson

PROFILE = settings(derandomize=True, max_examples=60, deadline=None)
counts = st.lists(st.integers(1, 4), min_size=2, max_size=30)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_equal_those_of_newcombe(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_more_successes_than_trials_are_refused() -> None:
    with pytest.raises(ValueError, match="3 of 2"):
        wilson(3, 2)


def test_the_variance_is_the_cluster_robust_one_of_statsmodels() -> None:
    rng = np.random.default_rng(4)
    task = np.repeat(np.arange(25), rng.integers(1, 5, 25))
    value = np.clip(rng.normal(0.6, 0.2, 25)[task] + rng.normal(0, 0.1, len(task)), 0, 1)
    fit = sm.OLS(value, np.ones(len(value))).fit(cov_type="cluster", cov_kwds={"groups": task})
    mean, n = value.mean(), 25
    # Shrink by one task towards m (1 - m), then apply statsmodels' Wilson interval at the effective size.
    m = (mean * n + 0.5) / (n + 1)
    variance = ((n - 1) * n * fit.bse[0] ** 2 + m * (1 - m)) / n
    effective = n * mean * (1 - mean) / variance
    low, high = proportion_confint(mean * effective, effective, method="wilson")
    found = clustered_mean(np.bincount(task, value), np.bincount(task))
    assert (found.value, found.low, found.high) == pytest.approx((mean, low, high))
    assert (found.trials, found.tasks) == (len(value), 25)


def _sums(n: list[int], seed: int) -> list[int]:
    return [int(each) for each in np.random.default_rng(seed).binomial(n, 0.6)]


@PROFILE
@given(counts, st.integers(0, 1000))
def test_an_interval_holds_its_value_and_stays_in_bounds(n: list[int], seed: int) -> None:
    found = clustered_mean(_sums(n, seed), n)
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= (found.value or 0) <= found.high <= 1
    assert found.low < found.high


@PROFILE
@given(counts, st.integers(0, 1000))
def test_failures_mirror_successes(n: list[int], seed: int) -> None:
    sums = _sums(n, seed)
    one, other = clustered_mean(sums, n), clustered_mean([m - s for m, s in zip(n, sums, strict=True)], n)
    assert (one.low, one.high) == pytest.approx((1 - (other.high or 0), 1 - (other.low or 0)))


@PROFILE
@given(counts, st.integers(0, 1000))
def test_the_order_of_tasks_does_not_matter_and_those_without_trials_do_not_count(n: list[int], seed: int) -> None:
    pairs = list(zip(_sums(n, seed), n, strict=True))
    reversed_ = [*reversed(pairs), (0, 0)]
    one, other = (clustered_mean(*map(list, zip(*each, strict=True))) for each in (pairs, reversed_))
    assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))
    assert one.tasks == other.tasks


@PROFILE
@given(counts, st.integers(0, 1000))
def test_more_confidence_is_wider(n: list[int], seed: int) -> None:
    sums = _sums(n, seed)
    wide, narrow = clustered_mean(sums, n, 0.99), clustered_mean(sums, n, 0.9)
    assert (wide.low or 0) <= (narrow.low or 0)
    assert (wide.high or 1) >= (narrow.high or 1)


def test_repeats_of_constant_tasks_add_no_information() -> None:
    once, ten_times = clustered_mean([1, 0, 1, 0, 1], [1] * 5), clustered_mean([10, 0, 10, 0, 10], [10] * 5)
    assert (once.low, once.high) == pytest.approx((ten_times.low, ten_times.high))


def test_one_task_has_a_value_and_no_interval() -> None:
    found = clustered_mean([2], [3])
    assert (found.value, found.low, found.high, found.trials, found.tasks) == (2 / 3, None, None, 3, 1)
    assert clustered_mean([], []).value is None


@PROFILE
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=20))
def test_a_difference_turned_around_is_the_same(each: list[float]) -> None:
    one, other = mean_difference(each, 9), mean_difference([-value for value in each], 9)
    assert one.value == pytest.approx(-(other.value or 0))
    assert (one.low is None) == (other.low is None)
    if one.low is not None and other.high is not None:
        assert one.low == pytest.approx(-other.high)


def test_equal_differences_have_no_interval() -> None:
    assert mean_difference([0.2, 0.2, 0.2], 6).low is None
    assert mean_difference([], 0).value is None


def test_a_ratio_of_sums_with_a_bootstrap_interval() -> None:
    cost, solved = [1.0, 2.0, 3.0, 2.0, 1.5, 2.5] * 4, [1, 1, 0, 1, 0, 1] * 4
    found = bootstrap_ratio(cost, solved, 24)
    assert found.value == pytest.approx(sum(cost) / sum(solved))
    assert found.low is not None
    assert found.high is not None
    assert 1.8 < found.low < 3.0 < found.high < 6.0
    assert found == bootstrap_ratio(cost, solved, 24)


def test_a_ratio_that_resamples_may_not_have_gets_no_interval() -> None:
    assert bootstrap_ratio([1.0] * 10, [1] + [0] * 9, 10).low is None
    nothing = bootstrap_ratio([1.0, 1.0], [0, 0], 2)
    assert (nothing.value, nothing.low) == (None, None)
