"""Causes of wrong answers, and rank correlations with their guards."""

from __future__ import annotations

import pytest

from headwater.suites.discovery.study import ErrorCause, StudiedTrial, attribute_errors, correlate


def attempt(**facts: bool | None) -> StudiedTrial:
    known = {"ea": False, "has_form": True, "used": True, "explored": True} | facts
    return StudiedTrial("discovery/a", "a", **known)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "cause"),
    [
        ({"has_form": False}, ErrorCause.NO_ANSWER),
        ({"used": False, "explored": False}, ErrorCause.NOT_FOUND),
        ({"used": False}, ErrorCause.NOT_USED),
        ({}, ErrorCause.CODE),
        ({"used": None}, ErrorCause.UNKNOWN),
        ({"explored": None}, ErrorCause.UNKNOWN),
    ],
)
def test_a_wrong_answer_has_a_cause(facts: dict[str, bool | None], cause: ErrorCause) -> None:
    assert attribute_errors([attempt(**facts), attempt(ea=True)]) == {cause: 1}


def test_equal_ranks_correlate() -> None:
    found = correlate({str(number): number**3 for number in range(6)}, {str(number): number for number in range(6)})
    assert found is not None
    assert (found.rho, found.groups) == (1.0, 6)
    assert found.p == pytest.approx(2 / 720)  # both permutations of 6! that are as extreme


def test_groups_without_both_measures_do_not_count() -> None:
    assert correlate({"a": 1, "b": 2, "c": 3, "d": 4, "x": 5}, {"a": 1, "b": 2, "c": 3, "d": 4, "y": 5}) is None


def test_a_constant_measure_has_no_correlation() -> None:
    assert correlate(dict.fromkeys("abcde", 0.5), dict(zip("abcde", range(5), strict=True))) is None


def test_the_interval_is_wide_for_few_groups() -> None:
    ranks = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0, "e": 5.0, "f": 6.0, "g": 7.0, "h": 8.0, "i": 9.0, "j": 10.0}
    other = dict(zip("abcdefghij", [2, 1, 4, 3, 6, 5, 8, 7, 10, 9], strict=True))
    found = correlate(ranks, {name: float(value) for name, value in other.items()})
    assert found is not None
    assert found.rho == pytest.approx(1 - 6 * 10 / (10 * 99))
    assert found.low < 0.76 < found.rho < found.high < 1
    assert found.p < 0.001
