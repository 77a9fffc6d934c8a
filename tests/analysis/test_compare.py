"""Comparisons on shared tasks: compare, rank, lift, and power."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scipy import stats
from tests.analysis.build import message, results, trial

from headwater.analysis import TrialTable, compare, lift, power_of, rank
from headwater.errors import UserError

BEFORE = (0, 1, 2, 3, 4, 5, 2, 1)
AFTER = (2, 2, 5, 3, 5, 4, 5, 3)


def _job(gates: tuple[int, ...], **rest: object) -> TrialTable:
    return results(*(trial(f"t{index}", each, **rest) for index, each in enumerate(gates)))


def test_the_effect_is_scipys_paired_t_test() -> None:
    found = compare(_job(BEFORE), _job(AFTER, agent="b"))
    expected = stats.ttest_rel([each / 5 for each in AFTER], [each / 5 for each in BEFORE])
    interval = expected.confidence_interval()
    effect = found.difference.effect
    assert (effect.value, effect.low, effect.high) == pytest.approx((11 / 40, interval.low, interval.high))
    assert found.difference.t_test
    assert found.difference.t_test.p == pytest.approx(expected.pvalue)
    assert found.difference.means == pytest.approx((18 / 40, 29 / 40))
    assert (found.baseline, found.candidate, found.changed) == ("a", "b", ("agent",))


def test_tasks_that_were_gained_or_lost_are_listed() -> None:
    found = compare(_job(BEFORE), _job(AFTER, agent="b")).difference
    assert (found.gained, found.lost) == (("s/t2", "s/t4", "s/t6"), ("s/t5",))
    assert found.solved.p == pytest.approx(stats.binomtest(3, 4).pvalue)


def test_tasks_count_the_same_however_often_they_ran() -> None:
    before = results(trial("x", 0), trial("y", 5))
    after = results(*(trial("x", 5, agent="b", repeat=repeat) for repeat in range(1, 9)), trial("y", 5, agent="b"))
    assert compare(before, after).difference.effect.value == 0.5


def test_other_factors_are_kept_fixed() -> None:
    before = results(trial("x", 1), trial("x", 4, prompt="informed"), trial("y", 1))
    after = results(trial("x", 2, harness="dbt"), trial("x", 5, prompt="informed", harness="dbt"))
    found = compare(before, after)
    assert len(found.pairs) == 2
    assert found.difference.effect.value == pytest.approx(0.2)
    assert found.changed == ("harness",)
    assert "1 combination of task and agent that only base ran: left out (s/y + a" in message(found.notes)


def test_agents_without_a_model_are_compared_with_those_that_have_one() -> None:
    rows = [trial("x", gates, agent=agent, model=model) for agent, model, gates in (("a", None, 3), ("b", "m", 3))]
    assert len(compare(results(*rows), results(*(replace(row, harness="dbt") for row in rows))).pairs) == 2


def test_several_differences_at_once_are_refused() -> None:
    before = results(trial("x"), trial("x", agent="b"))
    with pytest.raises(UserError, match="agent: a, b against c, d; choose one of each with --a agent=NAME"):
        compare(before, results(trial("x", agent="c"), trial("x", agent="d")))


def test_another_version_of_a_task_is_left_out_or_refused() -> None:
    before, after = _job((1, 2)), results(trial("t0", 5, agent="b"), trial("t1", agent="b", checks_digest="two"))
    found = compare(before, after)
    assert [pair.task for pair in found.pairs] == ["s/t0"]
    assert "1 task (s/t1) left out, because the versions of task or checks" in message(found.notes)
    limited = results(trial("t0", agent="b"), trial("t1", agent="b", timeout_sec=90.0))
    found = compare(_job((1, 2), timeout_sec=60.0), limited)
    assert [pair.task for pair in found.pairs] == ["s/t0"]  # the other task's time limit is unknown on one side
    assert "1 task (s/t1) left out, because the versions of task or checks, or the time limits, differ" in message(
        found.notes
    )
    with pytest.raises(UserError, match=r"2 tasks \(s/t0, s/t1\): the versions of task or checks.*regrade"):
        compare(before, _job((1, 2), agent="b", task_digest="two"))


def test_trials_chosen_by_failure_are_not_compared_with_others() -> None:
    first, again = _job(BEFORE), _job(AFTER, agent="b", job="again", failed_of="/jobs/first")
    for one, other in ((first, again), (again, first)):
        with pytest.raises(UserError, match=r"^again: its trials were selected because they were not solved in first"):
            compare(one, other)
    found = compare(again, _job(BEFORE, agent="c", failed_of="/jobs/first"))  # both selections came from the same job
    assert "b: These trials were selected by their outcome" in message(found.notes)


def test_a_changed_agent_of_the_same_name_is_the_change() -> None:
    found = compare(_job(BEFORE), _job(AFTER, agent_digest="agent-2"))
    assert found.changed == ("agent (same name, another version)",)
    found = compare(_job(BEFORE, prompt_digest="one"), _job(AFTER, prompt_digest="two"))
    assert found.changed == ("prompt (same name, another version)",)


def test_comparisons_without_common_tasks_or_evidence_are_refused() -> None:
    with pytest.raises(UserError, match="share no task"):
        compare(results(trial("x")), results(trial("y")))
    with pytest.raises(UserError, match="nothing to compare: None of the 1 trial is evidence"):
        compare(results(trial("x")), results(trial("x", status="infra_error")))


def test_a_worse_result_is_stated_at_a_confidence() -> None:
    worse = compare(_job(AFTER), _job(BEFORE, agent="b"))
    assert worse.worse_at(0.95) is True
    assert worse.worse_at(0.99999) is False
    assert compare(_job(BEFORE), _job(AFTER, agent="b")).worse_at(0.95) is False
    assert compare(_job((1,) * 3), _job((0,) * 3, agent="b")).worse_at(0.95) is False  # one of eight ways to flip signs
    assert compare(_job((1,) * 5), _job((0,) * 5, agent="b")).worse_at(0.95) is True
    assert compare(_job((1,)), _job((0,), agent="b")).worse_at(0.95) is None


def test_comparing_trials_with_themselves_is_reported() -> None:
    job = _job(BEFORE)
    assert "Both sides are the same trials" in message(compare(job, job).notes)
    again = results(trial("t0", 0), *(trial(f"t{index}", 5, repeat=2) for index in range(1, 8)))
    assert "1 trial is on both sides" in message(compare(job, again).notes)
    assert "on both sides" not in message(compare(job, _job(AFTER, agent="b")).notes)
    # Imported trials have no start time: the same name in another file means another trial.
    first, second = (_job(BEFORE, started_at=None, job=job) for job in ("one.csv", "two.csv"))
    assert "the same trials" not in message(compare(first, second).notes)


def test_an_interval_of_a_difference_ends_where_differences_end() -> None:
    effect = compare(_job((5, 5, 5, 5)), _job((0, 0, 0, 5), agent="b")).difference.effect
    assert effect.value == pytest.approx(-0.75)
    assert effect.low == -1.0


def test_unknown_facts_are_reported() -> None:
    notes = message(compare(_job((1,)), _job((0,), agent="b")).notes)
    assert "One task is shared: no interval" in notes
    assert "In 1 of 1 pair, a side has only one trial" in notes
    assert "All 3 tasks differ by the same" in message(compare(_job((1, 1, 1)), _job((0, 0, 0), agent="b")).notes)
    few = message(compare(_job((1, 2, 3)), _job((3, 0, 5), agent="b")).notes)
    assert "Not settled: 3 tasks are too few to estimate" in few
    enough = message(compare(_job((1, 2, 3, 0)), _job((3, 0, 5, 0), agent="b")).notes)
    assert "Not settled: with 4 tasks a true difference of" in enough


def test_usage_is_a_ratio_on_the_same_tasks() -> None:
    before = results(trial("x", cost_usd=1.0), trial("y", cost_usd=4.0), trial("z"))
    after = results(trial("x", agent="b", cost_usd=2.0), trial("y", agent="b", cost_usd=2.0), trial("z", agent="b"))
    ratios = compare(before, after).difference.ratios
    assert (ratios["cost_usd"].value, ratios["cost_usd"].tasks) == (pytest.approx(1.0), 2)
    assert ratios["tokens"].value is None


def test_agents_without_a_significant_difference_share_a_rank() -> None:
    agents = {"good": 5, "fine": 5, "bad": 1}
    rows = [
        trial(f"t{task}", max(0, gates - (task + len(agent)) % 2), agent=agent)
        for agent, gates in agents.items()
        for task in range(12)
    ]
    found = rank(results(*rows))
    assert found.ranks == {"fine": 1, "good": 1, "bad": 3}
    assert "3 pairs were compared and their p-values corrected together (Holm)" in message(found.notes)
    assert all(each.difference and (each.p_holm or 0) >= (each.difference.p or 0) for each in found.contrasts)


def test_a_constant_difference_is_significant() -> None:
    found = rank(results(*(trial(f"t{task}", gates, agent=str(gates)) for task in range(8) for gates in (0, 5))))
    assert found.ranks == {"5": 1, "0": 2}


def test_a_lift_is_a_paired_difference_for_each_agent_and_all() -> None:
    rows = [
        trial(f"t{task}", task % 3 + (harness == "dbt") * bonus, agent=agent, harness=harness)
        for agent, bonus in (("a", 1), ("b", 2))
        for harness in ("base", "dbt")
        for task in range(6)
    ]
    found = {each.within: each for each in lift(results(*rows), "harness")}
    assert {name: each.difference and each.difference.effect.value for name, each in found.items()} == {
        "": pytest.approx(0.3), "a": pytest.approx(0.2), "b": pytest.approx(0.4),
    }  # fmt: skip
    assert all((each.first, each.second) == ("base", "dbt") for each in found.values())


def test_a_confounded_lift_has_words_and_no_number() -> None:
    confounded = results(trial("x", 1), trial("y", 5, harness="dbt"))
    for contrast in lift(confounded, "harness"):
        assert contrast.difference is None
        assert "never ran the same task" in message(contrast.notes)
    with pytest.raises(UserError, match="harness: there is only base"):
        lift(results(trial("x")), "harness")
    with pytest.raises(UserError, match="lab: no harness of these trials; there are base, dbt"):
        lift(confounded, "harness", reference="lab")


def test_equal_tasks_of_other_agents_are_not_reported_as_different() -> None:
    tasks = [trial(f"t{task}", agent=agent, model=f"model-{agent}") for task in range(3) for agent in "ab"]
    (contrast,) = rank(results(*tasks), ["model"]).contrasts
    assert contrast.difference is None
    assert "model-a and model-b never ran a task with the same agent, so" in message(contrast.notes)


def test_power_equals_that_of_r() -> None:
    # R 4: power.t.test(delta = 0.5, sd = 1, power = 0.8, type = "paired"): n = 33.36713
    differences = [0.5 + sign * (9 / 10) ** 0.5 for sign in (-1, 1)] * 5  # mean 0.5, standard deviation 1
    assert power_of(differences, None).tasks_needed == 34
    # R 4: power.t.test(n = 10, sd = 1, power = 0.8, type = "paired"): delta = 0.9959...
    assert power_of(differences, None).detectable == pytest.approx(0.996, abs=5e-4)


def test_repeats_average_out_only_the_variation_within_tasks() -> None:
    differences = [0.1, 0.5, 0.2, 0.6, 0.0, 0.4, 0.1, 0.3]
    total = float(stats.tvar(differences))
    assert power_of([each - 0.2 for each in differences], total).repeats_factor is not None
    assert power_of([each - 0.2 for each in differences], 0.0).repeats_factor is None
    assert power_of(differences, total).repeats_factor == 1
    assert power_of([0.1, 0.1], None).detectable is None


def test_the_factor_on_repeats_gives_the_stated_power() -> None:
    differences = [0.1, -0.3, 0.4, 0.0, 0.3, -0.1, 0.2, 0.1, -0.2, 0.3]
    total, within = float(stats.tvar(differences)), 0.9 * float(stats.tvar(differences))
    factor = power_of(differences, within).repeats_factor
    assert factor is not None

    def variance(times: int) -> float:
        return total - within + within / times

    least = power_of(differences, None).detectable
    assert least is not None
    needed = (0.08 / (least / total**0.5)) ** 2
    assert variance(factor) <= needed < variance(factor - 1)
