"""Each test against a published value, or against an enumeration of all permutations."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from headwater.analysis import (
    blocked_permutation,
    holm,
    kruskal_wallis,
    mann_whitney,
    mcnemar,
    mean_difference,
    sign_flip,
    van_elteren,
)

# R's data set `sleep` (Student 1908): extra hours of sleep with two drugs, ten patients.
SLEEP = (
    [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0],
    [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
)


def test_mann_whitney_equals_kruskal_wallis_of_two_samples_in_r() -> None:
    # R 4: kruskal.test(extra ~ group, data = sleep): chi-squared = 3.4378, df = 1, p-value = 0.06372
    assert mann_whitney(*SLEEP).p == pytest.approx(0.06372, abs=5e-6)
    assert kruskal_wallis(SLEEP).statistic == pytest.approx(3.4378, abs=5e-5)
    assert mann_whitney(*SLEEP).p == pytest.approx(kruskal_wallis(SLEEP).p)
    assert mann_whitney(*SLEEP).n == 20


def test_kruskal_wallis_as_in_rs_help_page() -> None:
    # R 4, ?kruskal.test, mucociliary efficiency (Hollander & Wolfe 1973, 116): 0.77143, df = 2, p-value = 0.68
    found = kruskal_wallis([[2.9, 3.0, 2.5, 2.6, 3.2], [3.8, 2.7, 4.0, 2.4], [2.8, 3.4, 3.7, 2.2, 2.0]])
    assert found.statistic == pytest.approx(0.77143, abs=5e-6)
    assert found.p == pytest.approx(0.68, abs=5e-4)


def test_a_paired_difference_as_in_rs_help_page() -> None:
    # R 4: t.test(sleep, paired): t = -4.0621, p-value = 0.002833, 95 % interval -2.4598858 to -0.7001142
    found = mean_difference(np.subtract(*SLEEP), 20)
    assert (found.value, found.low, found.high) == pytest.approx((-1.58, -2.4598858, -0.7001142), abs=5e-8)


def test_holm_equals_that_of_r() -> None:
    # R 4: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm"): 0.05 0.08 0.09 0.09 0.09
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert holm([]) == []


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (1, 0), (5, 0), (8, 2), (3, 3)])
def test_mcnemar_is_the_binomial_test_of_those_that_changed(gained: int, lost: int) -> None:
    expected = stats.binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
    assert mcnemar(gained, lost).p == pytest.approx(expected)


def test_mcnemar_of_five_gained_and_none_lost() -> None:
    assert mcnemar(5, 0).p == pytest.approx(2 * 0.5**5)


def test_sign_flips_are_counted_out() -> None:
    values = np.array([0.1, 0.4, -0.2, 0.3, 0.5])
    signs = np.array(np.meshgrid(*[[-1, 1]] * 5)).reshape(5, -1).T
    expected = (np.abs((signs * values).mean(axis=1)) >= values.mean() - 1e-12).mean()
    assert sign_flip(values).p == pytest.approx(expected)


def _one_by_one(sample: Sequence[float], strata: Sequence[int], second: Sequence[bool]) -> list[float]:
    """Return van Elteren's sum for every choice of as many members of the second sample in each stratum."""
    value, stratum, chosen = np.array(sample), np.array(strata), np.array(second)
    sums = [0.0]
    for each in np.unique(stratum):
        stratum_values = value[stratum == each]
        ranks, n, m = stats.rankdata(stratum_values), len(stratum_values), int(chosen[stratum == each].sum())
        parts = [(sum(ranks[list(pick)]) - m * (n + 1) / 2) / (n + 1) for pick in combinations(range(n), m)]
        sums = [total + part for total in sums for part in parts]
    return sums


def test_van_elteren_has_the_moments_of_all_permutations() -> None:
    value = [1.0, 3.0, 2.0, 5.0, 5.0, 2.0, 8.0, 1.0, 1.0]
    strata, second = [0, 0, 0, 0, 1, 1, 1, 1, 1], [False, True, False, True, True, False, True, False, False]
    everything = _one_by_one(value, strata, second)
    observed = sum(
        _one_by_one([v for v, s in zip(value, strata, strict=True) if s == each], [each] * strata.count(each), pick)[
            _position(pick)
        ]
        for each, pick in ((0, [False, True, False, True]), (1, [True, False, True, False, False]))
    )
    assert np.mean(everything) == pytest.approx(0, abs=1e-12)
    assert van_elteren(value, second, strata).statistic == pytest.approx(observed / np.std(everything))


def _position(pick: list[bool]) -> int:
    chosen = tuple(index for index, is_second in enumerate(pick) if is_second)
    return list(combinations(range(len(pick)), len(chosen))).index(chosen)


def test_van_elteren_of_one_stratum_is_mann_whitney() -> None:
    value, second = np.concatenate(SLEEP), np.repeat([False, True], 10)
    assert van_elteren(value, second, np.zeros(20)).p == pytest.approx(mann_whitney(*SLEEP).p)


def test_van_elteren_leaves_out_strata_that_compare_nothing() -> None:
    value, second = np.concatenate(SLEEP), np.repeat([False, True], 10)
    alone = van_elteren([*value, 99.0], [*second, True], [0] * 20 + [1])
    assert alone == van_elteren(value, second, np.zeros(20))
    with pytest.raises(ValueError, match="no stratum"):
        van_elteren([1.0, 2.0], [True, False], ["x", "y"])


def test_blocked_permutation_is_near_the_count_of_all() -> None:
    value = np.array([1.0, 2.0, 4.0, 3.0, 5.0, 9.0])
    group, block = np.array([0, 1, 2, 0, 1, 2]), np.array([0, 0, 0, 1, 1, 1])
    centred = value - np.repeat([value[:3].mean(), value[3:].mean()], 3)

    def spread(labels: np.ndarray) -> float:
        return sum(centred[labels == each].sum() ** 2 / 2 for each in range(3))

    choices = [
        spread(np.array([*one, *other])) for one in permutations(range(3)) for other in permutations(range(3))
    ]  # fmt: skip
    expected = np.mean(np.array(choices) >= spread(group) - 1e-9)
    found = blocked_permutation(value, group, block)
    assert found.statistic == pytest.approx(spread(group))
    assert found.p == pytest.approx(expected, abs=0.015)  # 3.3 standard errors of 9999 permutations
    assert found == blocked_permutation(value, group, block)


def test_blocks_with_one_group_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="no block has two groups"):
        blocked_permutation([1, 2, 3, 4], ["a", "a", "b", "b"], ["x", "x", "y", "y"])


def test_differences_between_blocks_are_not_differences_of_groups() -> None:
    easy_and_hard = [0.9, 0.9, 0.1, 0.1, 0.8, 0.8]
    assert blocked_permutation(easy_and_hard, [0, 1, 0, 1, 0, 1], [0, 0, 1, 1, 2, 2]).p == 1.0


@pytest.mark.parametrize("test", [mann_whitney, lambda a, b: kruskal_wallis([a, b])])
def test_ties_give_no_significance(test: object) -> None:
    assert callable(test)
    assert test([1.0, 1.0], [1.0, 1.0, 1.0]).p == 1.0


def test_empty_samples_are_refused() -> None:
    with pytest.raises(ValueError, match="empty"):
        mann_whitney([], [1.0])
    with pytest.raises(ValueError, match="two samples"):
        kruskal_wallis([[1.0]])


@settings(derandomize=True, max_examples=15, deadline=None)
@given(st.lists(st.floats(0, 1e-6) | st.floats(0, 1), min_size=1, max_size=8))
def test_corrected_p_values_are_not_smaller_and_in_the_same_order(p_values: list[float]) -> None:
    corrected = holm(p_values)
    assert all(0 <= before <= after + 1e-15 and after <= 1 for before, after in zip(p_values, corrected, strict=True))
    assert [corrected[i] for i in np.argsort(p_values, kind="stable")] == sorted(corrected)
