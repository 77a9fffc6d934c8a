"""Excluded trials: both rates, and agents that have more excluded trials than the others."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.analysis.build import message, results, trial

from headwater.analysis import About, TrialTable, clustered_mean, compare, exclusions, fisher_exact, holm, summarize
from headwater.results import Row

FAULT = {"status": "infra_error"}


@pytest.mark.parametrize(
    ("table", "p"),
    [
        ((3, 4, 1, 4), 0.4857142857),  # the lady tasting tea: Fisher 1935
        ((8, 10, 1, 6), 0.0349650350),  # SciPy
        ((10, 13, 2, 17), 0.0005367241),  # convictions of twins: Fisher 1970, R's fisher.test
        ((0, 20, 0, 20), 1.0),
    ],
)
def test_fishers_exact_test_as_published(table: tuple[int, int, int, int], p: float) -> None:
    assert fisher_exact(*table).p == pytest.approx(p, rel=1e-6)


shares = st.integers(1, 12).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@settings(derandomize=True, max_examples=100, deadline=None)
@given(shares, shares)
def test_fishers_exact_test_sums_tables_that_are_not_more_probable(one: tuple[int, int], two: tuple[int, int]) -> None:
    (a, m), (c, n) = one, two
    combinations = {k: comb(m, k) * comb(n, a + c - k) for k in range(max(0, a + c - n), min(m, a + c) + 1)}
    expected = sum(each for each in combinations.values() if each <= combinations[a]) / sum(combinations.values())
    assert fisher_exact(a, m, c, n).p == pytest.approx(expected)


def test_a_value_that_is_not_a_share_is_refused() -> None:
    with pytest.raises(ValueError, match="5 of 4 and 0 of 3 are not two shares"):
        fisher_exact(5, 4, 0, 3)


def attempts(agent: str, excluded: int, gates: int = 5, tasks: int = 10, repeats: int = 2) -> list[Row]:
    """Return trials, the first of which are excluded."""
    return [
        trial(
            f"t{number % tasks}", gates, agent=agent, repeat=1 + number // tasks, **(FAULT if number < excluded else {})
        )
        for number in range(tasks * repeats)
    ]


def one_that_voids() -> TrialTable:
    return results(*attempts("voider", 6, 4), *(row for name in "xyz" for row in attempts(name, int(name == "x"))))


def test_both_rates_with_their_intervals() -> None:
    group = summarize(results(trial("x", 5), trial("x", repeat=2, **FAULT), trial("y", 2), trial("z", **FAULT))).groups[
        0
    ]
    assert (group.trials, group.excluded) == (2, 2)
    assert group.score.value == pytest.approx(0.7)
    assert group.score_as_zero == clustered_mean([1, 0.4, 0], [2, 1, 1])
    assert group.solved_as_zero == clustered_mean([1, 0, 0], [2, 1, 1])
    assert (group.solved.value, group.solved_as_zero.value) == (0.5, 0.25)


def test_the_score_of_an_invalid_trial_counts_as_zero_too() -> None:
    invalid = trial("x", repeat=2, status="invalid", score=0.8, gates_cleared=4, solved=False)
    found = summarize(results(trial("x", 5), invalid, trial("y", 5)))
    assert found.groups[0].score_as_zero.value == pytest.approx(2 / 3)


def test_there_is_one_rate_and_no_note_without_exclusions() -> None:
    found = summarize(results(*attempts("x", 0), *attempts("y", 0)))
    assert all(group.score_as_zero is group.score and group.excluded == 0 for group in found.groups)
    assert found.exclusions == ()
    assert not {About.EXCLUDED, About.EXCLUSION} & {note.about for note in found.notes}


def test_an_agent_with_only_excluded_trials_is_still_listed() -> None:
    found = summarize(results(*attempts("good", 0), *attempts("none", 20)))
    last = found.groups[-1]
    assert (last.label, last.trials, last.excluded, last.score.value) == ("none", 0, 20, None)
    assert (last.score_as_zero.value, last.score_as_zero.trials) == (0.0, 20)
    assert "agent none: 20 of 20 trials excluded, the others 0 of 20" in message(found.notes)
    assert "None of its trials has a score; see why" in message(found.notes)
    assert found.k == 2


def test_an_agent_that_is_excluded_more_often_is_named() -> None:
    found = summarize(one_that_voids())
    (note,) = [each for each in found.notes if each.about is About.EXCLUSION]
    p = fisher_exact(6, 20, 1, 60).p
    group = next(group for group in found.groups if group.label == "voider")
    assert note.text == (
        "agent voider: 6 of 20 trials excluded, the others 1 of 60 on the same 10 tasks (Fisher's exact "
        f"p = {p:.2g}, Holm-adjusted {4 * p:.2g} for 4 groups). Its score is between {group.score_as_zero.value:.3f} "
        f"(excluded trials counted as 0) and {group.score.value:.3f} (left out); "
        "see why its trials were excluded: `headwater results DIR --where agent=voider`."
    )
    assert (group.score_as_zero.value, group.score.value) == (pytest.approx(0.56), pytest.approx(0.8))


def test_the_family_is_all_groups() -> None:
    found = exclusions(one_that_voids())
    assert [each.p_holm for each in found] == pytest.approx(holm([each.p or 0 for each in found]))
    assert {each.label: (each.excluded, each.trials, each.others_excluded, each.others_trials) for each in found} == {
        "voider": (6, 20, 1, 60), "x": (1, 20, 6, 60), "y": (0, 20, 7, 60), "z": (0, 20, 7, 60),
    }  # fmt: skip


def test_two_groups_are_one_test() -> None:
    found = exclusions(results(*attempts("a", 8), *attempts("b", 1)))
    assert [each.p_holm for each in found] == [each.p for each in found]
    notes = summarize(results(*attempts("a", 8), *attempts("b", 1))).notes
    assert [note.text.partition(":")[0] for note in notes if note.about is About.EXCLUSION] == ["agent a"]


def test_only_tasks_that_another_ran_are_compared() -> None:
    """A task on which the machine fails for everybody says nothing about the only agent that also ran other tasks."""
    alone = [trial(f"own{number}", agent="a", **FAULT) for number in range(10)]
    found = {each.label: each for each in exclusions(results(*attempts("a", 0), *attempts("b", 0), *alone))}
    assert (found["a"].tasks, found["a"].trials, found["a"].excluded) == (10, 20, 0)
    assert found["a"].p == 1.0
    disjoint = exclusions(results(trial("x", agent="a", **FAULT), trial("y", agent="b")))
    assert [(each.tasks, each.p, each.p_holm) for each in disjoint] == [(0, None, None)] * 2


def test_a_group_that_is_excluded_less_often_is_named_where_none_is_more_often() -> None:
    rows = [*attempts("never", 0, repeats=10)]
    for number in range(10):
        rows += attempts(f"agent-{number}", 10, repeats=10)
    (note,) = [each.text for each in summarize(results(*rows)).notes if each.about is About.EXCLUSION]
    assert note.startswith("agent never: 0 of 100 trials excluded, the others 100 of 1000 on the same 10 tasks")


def test_an_agent_with_exclusions_is_not_hidden_by_a_worse_one() -> None:
    rows = [*attempts("none", 20), *attempts("voider", 6), *(row for name in "xyz" for row in attempts(name, 0))]
    found = summarize(results(*rows))
    assert fisher_exact(6, 20, 20, 80).p > 0.5  # no difference is significant across all of them
    notes = [each.text for each in found.notes if each.about is About.EXCLUSION]
    assert notes[0].startswith("agent none: 20 of 20 trials excluded, the others 6 of 80 on the same 10 tasks (")
    assert notes[1].startswith(
        "agent voider: 6 of 20 trials excluded, the others except none 0 of 60 on the same 10 tasks ("
    )
    p = fisher_exact(6, 20, 0, 60).p
    assert f"p = {p:.2g}, Holm-adjusted {4 * p:.2g} for 4 groups" in notes[1]
    assert len(notes) == 2
    assert {each.label: each.apart for each in found.exclusions if each.apart} == {"voider": ("none",)}


def test_a_comparison_has_both_differences() -> None:
    before, after = results(*attempts("a", 0, 4)), results(*attempts("a", 8, 5))
    found = compare(before, after)
    assert found.difference.effect.value == pytest.approx(0.2)
    assert found.as_zero is not None
    assert found.as_zero.effect.value == pytest.approx(12 / 20 - 0.8)
    assert found.as_zero.effect.trials == 40
    exclusion = found.exclusion
    assert exclusion is not None
    assert (exclusion.excluded, exclusion.trials, exclusion.others_excluded, exclusion.others_trials) == (8, 20, 0, 20)
    assert exclusion.p == fisher_exact(8, 20, 0, 20).p
    assert "candidate: 8 of 20 trials excluded, baseline 0 of 20 on the same 10 tasks" in message(found.notes)


def test_a_task_with_only_excluded_trials_is_in_the_second_difference() -> None:
    after = results(trial("x", 5), trial("y", **FAULT))
    found = compare(results(trial("x", 5), trial("y", 5)), after)
    assert (found.difference.effect.value, found.difference.effect.tasks) == (0.0, 1)
    assert found.as_zero is not None
    assert (found.as_zero.effect.value, found.as_zero.effect.tasks) == (-0.5, 2)


def test_an_excluded_trial_whose_model_is_unknown_is_paired() -> None:
    known = {"model": "m-1"}
    before = results(trial("x", 5, **known), trial("y", 5, **known))
    found = compare(before, results(trial("x", 5, **known), trial("y", model=None, **FAULT)))
    assert found.as_zero is not None
    assert found.as_zero.effect.tasks == 2


def test_a_comparison_without_exclusions_has_one_difference() -> None:
    found = compare(results(*attempts("a", 0)), results(*attempts("a", 0, 4)))
    assert (found.as_zero, found.exclusion) == (None, None)
