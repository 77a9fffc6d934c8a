"""Difficulty calculated from attempts, on trials with known answers."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.power import TTestIndPower
from statsmodels.stats.proportion import proportion_confint
from tests.analysis.build import message, results, trial

from headwater.analysis import (
    Calibration,
    Difficulty,
    Separation,
    attempts_needed,
    calibrate,
    holm,
    median,
    power_between,
    wilson,
)
from headwater.errors import UserError
from headwater.results import Effort, Row

FAULT = {"status": "infra_error"}


def level(number: int, solved: list[int], *, attempts: int = 4, agent: str = "a", **rest: Any) -> list[Row]:
    """Return the trials of a level, with the given number of solved trials for each task."""
    return [
        trial(
            f"{number}-{task}",
            5 if repeat <= times else 2,
            agent=agent,
            repeat=repeat,
            **{"tier": f"tier-{number}"} | rest,
        )
        for task, times in enumerate(solved)
        for repeat in range(1, attempts + 1)
    ]


def task(found: Calibration, name: str) -> Difficulty:
    return next(each for each in found.tasks if each.task == f"s/{name}")


def pair(found: Calibration, who: str = "all") -> Separation:
    (each,) = [each for each in found.separations if each.who == who]
    return each


def test_a_task_in_numbers() -> None:
    rows = [
        trial("x", gates, repeat=repeat, trial=f"x{repeat}") for repeat, gates in enumerate((5, 5, 0, 3, 3, 1, 2), 1)
    ]
    efforts = {("job", f"x{repeat}"): Effort(repeat * 10, repeat * 1000, repeat * 20) for repeat in range(1, 8)}
    (found,) = calibrate(results(*rows), efforts).tasks
    assert (found.level, found.who, found.trials, found.excluded) == ("tier-1", "all", 7, 0)
    assert found.solved == wilson(2, 7)
    assert found.solved_as_zero == found.solved
    assert found.cleared == (1, 1, 1, 2, 0, 2)
    assert [share.value for share in found.gates] == pytest.approx([6 / 7, 5 / 7, 4 / 7, 2 / 7, 2 / 7])
    assert found.gates[0] == wilson(6, 7)
    assert found.score.value == pytest.approx(19 / 35)
    assert found.score.low is not None
    assert (found.steps.value, found.steps.low, found.steps.high, found.steps.trials) == (40, 10, 70, 7)
    assert found.bytes_read.value == 4000


def test_effort_per_solved_trial_includes_failed_ones() -> None:
    rows = [trial(name, gates, trial=name) for name, gates in (("x", 5), ("y", 5), ("z", 0), ("unknown", 5))]
    efforts = {("job", name): Effort(10, 1000, 20) for name in "xyz"}
    level = next(each for each in calibrate(results(*rows), efforts).levels if each.who == "all")
    found = level.effort_per_solved
    assert (found.steps.value, found.tool_calls.value, found.bytes_read.value) == (15, 30, 1500)
    assert found.steps.trials == 3
    rows = [trial("z", 0, trial="z")]
    assert calibrate(results(*rows), efforts).levels[0].effort_per_solved.steps.value is None


@settings(derandomize=True, max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 50), min_size=1, max_size=40))
def test_the_interval_of_a_median_is_scipys(values: list[int]) -> None:
    found = median(values)
    expected = stats.quantile_test(values, p=0.5).confidence_interval(0.95)
    assert found.value == np.median(values)
    assert (found.low, found.high) == tuple(
        None if np.isnan(expected.low) or np.isnan(expected.high) else each for each in expected
    )


def test_a_median_has_an_interval_from_six_values_on() -> None:
    assert (median([1, 2, 3, 4, 5]).low, median([1, 2, 3, 4, 5, 6]).low) == (None, 1.0)
    assert median([]).value is None


def test_attempts_until_a_solve_rate_is_known() -> None:
    assert attempts_needed(0, 0, 0.15) == 39  # a rate of 0.5 is the worst case
    assert attempts_needed(9, 9, 0.15) == 0
    assert attempts_needed(8, 8, 0.15) > 0
    for solved, trials in ((0, 1), (1, 3), (2, 5), (10, 20)):
        rate = (solved + 1.959964**2 / 2) / (trials + 1.959964**2)
        widths = {n: np.ptp(proportion_confint(rate * n, n, method="wilson")) / 2 for n in range(trials, 60)}
        assert attempts_needed(solved, trials, 0.15) == min(n for n, width in widths.items() if width <= 0.15) - trials


def test_levels_separate_by_an_exact_permutation_test() -> None:
    found = pair(calibrate(results(*level(1, [4, 4, 3, 4, 4]), *level(2, [0, 1, 0, 0, 1]))))
    assert (found.lower, found.higher, found.tasks, found.trials) == ("tier-1", "tier-2", (5, 5), 40)
    assert found.effect.value == pytest.approx(0.1 - 0.95)
    assert found.test is not None
    assert found.test.p == found.p_holm == pytest.approx(2 / comb(10, 5))
    assert found.verdict == "separate"
    welch = stats.ttest_ind([0, 0.25, 0, 0, 0.25], [1, 1, 0.75, 1, 1], equal_var=False).confidence_interval(0.95)
    assert (found.effect.low, found.effect.high) == pytest.approx((max(welch.low, -1), welch.high))


def test_levels_that_do_not_separate_are_listed_with_the_required_tasks() -> None:
    rows = [*level(1, [4, 3, 2, 3, 1, 4]), *level(2, [3, 2, 3, 1, 4, 2])]
    found = calibrate(results(*rows))
    first, second = np.array([4, 3, 2, 3, 1, 4]) / 4, np.array([3, 2, 3, 1, 4, 2]) / 4
    assert pair(found).verdict == "not separated"
    (note,) = [str(note) for note in found.notes if "do not separate" in str(note)]
    effect = second.mean() - first.mean()
    assert note.startswith(f"tier-1 and tier-2 do not separate: {effect:+.2f} [")
    assert "on 6 and 6 tasks, 48 trials" in note
    power = pair(found).power
    deviation = ((first.var(ddof=1) + second.var(ddof=1)) / 2) ** 0.5
    assert power.detectable == pytest.approx(TTestIndPower().solve_power(nobs1=6, alpha=0.05, power=0.8) * deviation)
    needed = TTestIndPower().solve_power(effect_size=abs(effect) / deviation, alpha=0.05, power=0.8)
    assert power.tasks_needed == np.ceil(needed)
    assert f"{power.tasks_needed} tasks of each level" in note


def test_more_attempts_settle_differences_that_are_only_noise() -> None:
    """If the tasks of a level differ by no more than repeats do, more attempts at the same tasks suffice."""
    first, second = [0.75, 0.5, 0.75, 1.0, 0.75, 0.75], [0.5, 0.25, 0.5, 0.75, 0.5, 0.5]
    within = 0.2 / 4
    found = power_between(first, second, within)
    assert found.repeats_factor is not None
    smallest = TTestIndPower().solve_power(nobs1=6, alpha=0.05, power=0.8)
    total = (np.var(first, ddof=1) + np.var(second, ddof=1)) / 2
    assert total < within  # no variance remains between tasks
    assert found.repeats_factor == max(1, np.ceil(within / (0.25 / smallest) ** 2)) or total <= (0.25 / smallest) ** 2
    assert power_between(first, second, None).repeats_help is False
    assert power_between([1, 1], [0, 0], 0.1).detectable is None


def test_a_reversed_level_is_reported() -> None:
    found = calibrate(results(*level(1, [0, 1, 0, 0, 1]), *level(2, [4, 4, 3, 4, 4])))
    assert pair(found).verdict == "reversed"
    assert "tier-2 is easier than tier-1: +0.85" in message(found.notes)


def test_pairs_of_levels_are_one_family() -> None:
    rows = [*level(1, [4] * 6), *level(2, [2, 3, 2, 1, 2, 3]), *level(3, [0, 1, 0, 2, 0, 1])]
    found = calibrate(results(*rows)).separations
    assert [(each.lower, each.higher) for each in found] == [
        ("tier-1", "tier-2"), ("tier-1", "tier-3"), ("tier-2", "tier-3"),
    ]  # fmt: skip
    assert [each.p_holm for each in found] == pytest.approx(holm([each.test.p for each in found if each.test]))


def test_few_tasks_cannot_separate_which_is_reported() -> None:
    found = calibrate(results(*level(1, [4, 4]), *level(2, [0, 0])))
    assert (pair(found).verdict, pair(found).fewest_tasks) == ("too few tasks", 4)
    assert "There are too few tasks: at least 4 of each level are needed" in message(found.notes)


def test_one_task_of_a_level_has_a_difference_and_no_test() -> None:
    found = calibrate(results(*level(1, [4, 4]), *level(2, [0])))
    assert (pair(found).effect.value, pair(found).test, pair(found).verdict) == (-1.0, None, "too few tasks")
    assert "tier-1 and tier-2 do not separate: -1.00 on 2 and 1 task, 12 trials. There are too few" in message(
        found.notes
    )


def test_tasks_with_constant_results_have_no_discrimination() -> None:
    rows = [*level(1, [4, 4, 2]), *level(2, [0]), *level(3, [9], attempts=9)]
    notes = message(calibrate(results(*rows)).notes)
    assert "3 tasks that every trial solved: s/1-0, s/1-1, s/3-0 (4 to 9 attempts each; 2 of them need more" in notes
    assert "1 task that no trial solved: s/2-0 (4 attempts each; 1 of them need more attempts to tell)" in notes


def test_tasks_with_one_attempt_each() -> None:
    found = calibrate(results(*level(1, [1, 1, 0, 1], attempts=1), *level(2, [0, 1, 0, 0], attempts=1)))
    assert task(found, "1-0").solved == wilson(1, 1)
    assert task(found, "1-0").score.low is None
    assert (task(found, "1-0").attempts_needed, found.half_width) == (attempts_needed(1, 1, 0.15), 0.15)
    assert "(1 attempt each; " in message(found.notes)
    assert pair(found).power.repeats_help is False
    assert "the effect of more attempts is not known" in message(found.notes)


def test_excluded_trials_count_both_ways() -> None:
    rows = [*level(1, [2, 2], attempts=2), trial("1-0", repeat=3, **FAULT), trial("1-2", **FAULT)]
    found = calibrate(results(*rows))
    one = task(found, "1-0")
    assert (one.trials, one.excluded, one.solved, one.solved_as_zero) == (2, 1, wilson(2, 2), wilson(2, 3))
    assert one.score_as_zero.value == pytest.approx(2 / 3)
    last = found.tasks[-1]
    assert (last.task, last.trials, last.solved.value, last.solved_as_zero) == ("s/1-2", 0, None, wilson(0, 1))
    assert last.attempts_needed == 39
    assert "1 task with only excluded trials: nothing is known about s/1-2." in message(found.notes)
    (tier,) = found.levels
    assert (tier.solved.value, tier.solved_as_zero.value) == (1.0, pytest.approx(4 / 6))


def test_levels_that_separate_only_by_excluded_trials_are_reported() -> None:
    hard = level(2, [4, 4, 4, 4, 4], attempts=4, status="infra_error")
    rows = [*level(1, [3, 4, 3, 4, 3]), *level(2, [0, 1, 0, 1, 0]), *hard]
    assert pair(calibrate(results(*rows))).verdict == "separate"
    easy = [trial(f"1-{number}", repeat=5 + more, **FAULT) for number in range(5) for more in range(40)]
    found = calibrate(results(*level(1, [3, 4, 3, 4, 3]), *level(2, [0, 1, 0, 1, 0]), *easy))
    assert pair(found).verdict == "separate"
    assert "tier-1 and tier-2 separate only without the excluded trials; counted as 0, p = " in message(found.notes)


def test_each_agent_is_compared_with_itself() -> None:
    """A weak agent on easy tasks and a strong one on hard tasks give both levels the same overall rate."""
    rows = [
        *level(1, [4, 4, 4, 4, 4, 4], agent="strong"), *level(2, [2, 2, 2, 2, 2, 2], attempts=4, agent="strong"),
        *level(1, [2, 2, 2, 2, 2, 2], attempts=16, agent="weak"),
    ]  # fmt: skip
    found = calibrate(results(*rows))
    plain = {each.name: each.solved.value for each in found.levels if each.who == "all"}
    assert plain["tier-1"] is not None
    assert plain["tier-1"] < (plain["tier-2"] or 0)
    assert pair(found).effect.value == pytest.approx(-0.5)
    assert pair(found).verdict == "separate"
    assert pair(found).left_out == ("weak",)
    assert (pair(found, "weak").verdict, pair(found, "strong").verdict) == ("not comparable", "separate")
    notes = message(found.notes)
    assert "not attempted by the same agents in the same shares (strong made 20% of tier-1, 100% of tier-2" in notes
    assert "agents that attempted only one of the two are left out (weak)" in notes
    assert "6 of 12 tasks were not attempted by all agents" in notes


def test_levels_that_different_agents_attempted_are_confounded() -> None:
    found = calibrate(results(*level(1, [4] * 6, agent="a"), *level(2, [0] * 6, agent="b")))
    assert (pair(found).verdict, pair(found).effect.value, pair(found).p_holm) == ("not comparable", None, None)
    assert "tier-1 and tier-2 cannot be compared: no agent attempted tasks of both" in message(found.notes)


def test_by_agent_and_together() -> None:
    found = calibrate(results(*level(1, [4, 0], agent="human"), *level(1, [0, 0], agent="cmd:x")))
    assert [(each.task, each.who, each.solved.value) for each in found.by_agent] == [
        ("s/1-1", "cmd:x", 0.0), ("s/1-1", "human", 0.0), ("s/1-0", "cmd:x", 0.0), ("s/1-0", "human", 1.0),
    ]  # fmt: skip
    assert (task(found, "1-0").trials, task(found, "1-0").solved.value) == (8, 0.5)
    assert [(each.who, each.solved.value) for each in found.levels] == [("all", 0.25), ("cmd:x", 0.0), ("human", 0.5)]
    assert calibrate(results(*level(1, [4, 0]))).by_agent == ()


def test_harness_and_prompt_are_part_of_who_attempted_where_they_vary() -> None:
    rows = [*level(1, [4], agent="a"), *level(1, [0], agent="a", harness="dbt")]
    assert [each.who for each in calibrate(results(*rows)).by_agent] == ["a + base", "a + dbt"]


def test_built_in_agents_are_left_out_unless_requested() -> None:
    names = ("oracle", "nop", "grep", "alternative:a", "counterfeit:rude", "attacker:x")
    built_in = [trial("1-0", agent=name) for name in names]
    rows = results(*level(1, [0]), *built_in)
    found = calibrate(rows)
    assert (found.tasks[0].trials, found.tasks[0].solved.value) == (4, 0.0)
    left_out = "6 trials of agents without a model left out: alternative, attacker, counterfeit, grep, nop, oracle."
    assert left_out in message(found.notes)
    assert calibrate(rows, built_ins=True).tasks[0].trials == 10
    nothing = calibrate(results(*built_in))
    assert (nothing.tasks, nothing.levels, nothing.separations) == ((), (), ())
    assert "There are no trials." in message(nothing.notes)


def test_levels_can_be_tags_in_their_order_and_may_be_missing() -> None:
    rows = [
        *level(1, [4] * 5, tags=("blind", "sums")),
        *level(2, [0] * 5, tags=("easy", "sums")),
        *level(3, [1], tags=None),
    ]
    found = calibrate(results(*rows), levels=["easy", "medium", "blind"])
    assert [each.name for each in found.levels] == ["easy", "blind"]
    assert (pair(found).lower, pair(found).higher, pair(found).verdict) == ("easy", "blind", "reversed")
    assert "1 task without a known level (s/3-0): in the table of tasks, but in no level." in message(found.notes)
    none = calibrate(results(*level(1, [4], tier=None)))
    assert (none.levels, none.separations, none.tasks[0].level) == ((), (), None)
    assert "All tasks with a level declare tier-1" in message(calibrate(results(*level(1, [4, 0]))).notes)


def test_unknown_effort_is_not_zero_and_is_reported() -> None:
    found = calibrate(results(*level(1, [4])))
    assert (found.tasks[0].steps.value, found.levels[0].bytes_read.value) == (None, None)
    assert "Steps and bytes read are known for 0 of 4 trials" in message(found.notes)


def test_versions_and_measures_are_as_elsewhere() -> None:
    with pytest.raises(UserError, match="task s/1-0: two versions or more"):
        calibrate(results(*level(1, [4]), trial("1-0", repeat=9, task_digest="other")))
    with pytest.raises(UserError, match="mood: not a measure"):
        calibrate(results(*level(1, [4])), measure="mood")
    by_score = calibrate(results(*level(1, [4] * 4), *level(2, [0] * 4)), measure="score")
    assert pair(by_score).effect.value == pytest.approx(-0.6)


trials = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 5), st.sampled_from("ab"), st.booleans()),
    max_size=30,
)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(trials)
def test_any_attempts_have_figures_that_can_be(attempts: list[tuple[int, int, int, str, bool]]) -> None:
    rows = [
        trial(f"{tier}-{number}", gates, agent=agent, repeat=repeat, tier=f"tier-{tier}" if tier else None,
              status="infra_error" if fault else "ok")
        for repeat, (tier, number, gates, agent, fault) in enumerate(attempts, 1)
    ]  # fmt: skip
    found = calibrate(results(*rows))
    assert sum(each.trials + each.excluded for each in found.tasks) == len(rows)
    for each in found.tasks:
        assert sum(each.cleared) == each.trials
        assert (each.solved_as_zero.value or 0) <= (each.solved.value or 0)
        for estimate in (each.solved, each.score, *each.gates):
            if estimate.low is not None:
                assert estimate.high is not None
                assert 0 <= estimate.low <= (estimate.value or 0) + 1e-9
                assert (estimate.value or 0) <= estimate.high + 1e-9 <= 1 + 2e-9
    for compared in found.separations:
        assert compared.p_holm is None or 0 < compared.p_holm <= 1
        assert compared.effect.value is None or -1 <= compared.effect.value <= 1
