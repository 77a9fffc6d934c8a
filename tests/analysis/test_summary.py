"""Statistics of groups of trials, and their cost."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.analysis.build import message, results, trial

from headwater.analysis import efficiency, items, pass_at_k, pass_hat_k, rank, summarize
from headwater.errors import UserError


def test_a_group_in_numbers() -> None:
    found = summarize(
        results(
            trial("x", 5, repeat=1), trial("x", 3, repeat=2), trial("y", 0, repeat=1), trial("y", 5, repeat=2),
            trial("x", 1, agent="b", repeat=1), trial("y", 1, agent="b", repeat=1),
        )
    )  # fmt: skip
    first, second = found.groups
    assert (first.label, first.trials, first.tasks, first.repeats) == ("a", 4, 2, (2, 2))
    assert first.score.value == pytest.approx((1 + 0.6 + 0 + 1) / 4)
    assert [gate.value for gate in first.gates] == [0.75, 0.75, 0.75, 0.5, 0.5]
    assert first.solved.value == 0.5
    assert (second.label, second.score.value, second.solved.value) == ("b", 0.2, 0.0)


def test_pass_at_k_as_in_the_paper() -> None:
    # 1 - C(3, 3) / C(5, 3), Chen et al. 2021
    assert pass_at_k(2, 5, 3) == pytest.approx(0.9)
    assert pass_hat_k(4, 5, 2) == pytest.approx(0.6)
    with pytest.raises(ValueError, match="4 of 3 repeats"):
        pass_at_k(1, 3, 4)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_pass_k_counts_all_choices(case: tuple[int, int, int]) -> None:
    n, solved, k = case
    choices = list(combinations([index < solved for index in range(n)], k))
    assert pass_at_k(solved, n, k) == pytest.approx(sum(map(any, choices)) / len(choices))
    assert pass_hat_k(solved, n, k) == pytest.approx(sum(map(all, choices)) / len(choices))


def test_pass_at_k_is_made_of_tasks_with_k_repeats() -> None:
    runs = [trial("x", 5 if repeat == 1 else 0, repeat=repeat) for repeat in (1, 2, 3)]
    group = summarize(results(*runs, trial("y", 0, repeat=1))).groups[0]
    assert {k: (group.pass_at[k].value, group.pass_at[k].tasks) for k in group.pass_at} == {
        1: (pytest.approx((1 / 3 + 0) / 2), 2),
        2: (pytest.approx(2 / 3), 1),
        3: (1.0, 1),
    }
    assert group.pass_hat[2].value == 0.0


def test_pass_at_k_is_shown_for_a_k_that_most_tasks_have() -> None:
    once = [trial(f"t{task}") for task in range(4)]
    duplicates = [trial(f"t{task}", repeat=2) for task in range(2)]
    assert summarize(results(*once, *duplicates)).k == 2
    assert summarize(results(*once, *duplicates[:1])).k == 1
    assert summarize(results(*once, *duplicates, trial("t0", agent="b"))).k == 1


def test_faults_of_the_machine_are_in_no_denominator_and_listed() -> None:
    found = summarize(
        results(trial("x", 5), trial("y", 5), trial("z", status="infra_error"), trial("w", status="invalid"))
    )
    assert (found.groups[0].trials, found.groups[0].score.value) == (2, 1.0)
    assert "2 trials (1 infra_error, 1 invalid) are excluded from scores: z__a__1, w__a__1" in message(found.notes)


def test_solved_trials_that_failed_checks_are_counted_and_can_be_left_out() -> None:
    trials = results(
        trial("x", 5), trial("y", 5, failed_checks=("robust.a",)), trial("z", 4, failed_checks=("production.b",))
    )
    found = summarize(trials, measure="flawless")
    assert "1 of 2 solved trials failed single checks, which a gate allows" in message(found.notes)
    assert (found.groups[0].solved.value, found.groups[0].score.value) == (2 / 3, 1 / 3)
    assert "failed single checks" not in message(summarize(results(trial("x", 5))).notes)


def test_only_faults_are_reported_without_a_number() -> None:
    found = summarize(results(trial("x", status="infra_error"), trial("y", status="infra_error")))
    assert found.groups == ()
    assert "None of the 2 trials is evidence" in message(found.notes)
    assert "There are no trials" in message(summarize(results()).notes)


def test_one_trial_has_a_value_no_interval_and_two_warnings() -> None:
    found = summarize(results(trial("x", 3)))
    assert (found.groups[0].score.value, found.groups[0].score.low) == (0.6, None)
    assert "Only one task: a. No interval can be given" in message(found.notes)
    assert "Every combination of task and agent ran once" in message(found.notes)


def test_unequal_sets_of_tasks_are_reported() -> None:
    unequal = results(trial("x"), trial("y"), trial("x", agent="b"))
    assert "not run on the same tasks (1 to 2 tasks, 1 of them in all groups)" in message(summarize(unequal).notes)
    assert "same tasks" not in message(summarize(results(trial("x"), trial("x", agent="b"))).notes)


def test_a_factor_that_never_crosses_another_is_confounded() -> None:
    confounded = results(trial("x"), trial("y", harness="dbt"))
    assert "harness is confounded with task" in message(summarize(confounded, ["harness"]).notes)
    crossed = results(trial("x"), trial("x", harness="dbt"), trial("y"))
    assert "confounded" not in message(summarize(crossed, ["harness"]).notes)


@pytest.mark.parametrize(
    ("version", "refused"),
    [
        ("task_digest", "task s/x: two versions or more"),
        ("checks_digest", "checks of s/x: .*headwater regrade"),
        ("harness_digest", "harness base on s: "),
        ("agent_digest", "agent a on s/x: "),
        ("timeout_sec", r"time limit of s/x: two versions or more \(60 s, 1800 s\) in job, other"),
    ],
)
def test_versions_are_never_mixed(version: str, refused: str) -> None:
    one, two = (1800.0, 60.0) if version == "timeout_sec" else ("one", "two")
    mixed = results(trial("x", **{version: one}), trial("x", repeat=2, job="other", **{version: two}))
    with pytest.raises(UserError, match=refused):
        summarize(mixed)
    with pytest.raises(UserError, match=refused):
        efficiency(mixed)


def test_trials_that_were_chosen_by_their_outcome_are_never_pooled() -> None:
    again = trial("x", repeat=2, job="again", failed_of="/jobs/first")
    for figures in (summarize, efficiency, items, rank):
        with pytest.raises(
            UserError, match=r"^again: its trials were selected because they were not solved in first, so"
        ):
            figures(results(trial("x"), again))
        # An excluded trial enters the scores in which it counts as 0.
        with pytest.raises(UserError, match=r"^again: "):
            figures(results(trial("x"), replace(again, status="infra_error", is_evidence=False)))
    assert "because they were not solved in first" in message(summarize(results(again)).notes)


def test_a_prompt_variant_is_of_one_version_on_each_task() -> None:
    first, other = trial("x", prompt_digest="one"), trial("x", prompt="verify", prompt_digest="two")
    assert summarize(results(first, other)).groups
    with pytest.raises(UserError, match="prompt baseline on s/x: two versions or more"):
        summarize(results(first, trial("x", repeat=2, prompt_digest="two")))


def test_preparations_of_a_harness_must_be_one_version_for_each_task() -> None:
    first, other = trial("x", prepared_digest="one"), trial("y", prepared_digest="two")
    assert summarize(results(first, other)).groups
    with pytest.raises(UserError, match="what was prepared by harness base on s/x: two versions or more"):
        summarize(results(first, trial("x", repeat=2, prepared_digest="two")))


def test_a_suite_can_have_its_own_software() -> None:
    other = trial("y", suite="other", harness_digest="with a toolchain")
    assert summarize(results(trial("x"), other)).groups


def test_unknown_versions_are_assumed_to_be_equal_with_a_note() -> None:
    unknown = trial("x", repeat=2, task_digest=None, checks_digest=None, agent_digest=None)
    notes = message(summarize(results(trial("x"), unknown)).notes)
    assert "The versions of task and checks are not known for 1 of 2 trials" in notes
    assert "versions of task and checks are not known" not in message(
        summarize(results(trial("x"), trial("x", repeat=2))).notes
    )


def test_unknown_factors_and_measures_are_named() -> None:
    with pytest.raises(UserError, match="mood: trials cannot be grouped by it; there are suite, task"):
        summarize(results(trial("x")), ["mood"])
    with pytest.raises(UserError, match="cost_usd: not a measure"):
        summarize(results(trial("x")), measure="cost_usd")
    with pytest.raises(UserError, match="score: no trial here has it; use --measure dec_bench_score"):
        summarize(results(trial("x", score=None)))


def test_medians_are_of_trials_that_came_as_far() -> None:
    found = efficiency(
        results(
            trial("x", 0, cost_usd=1.0, agent_sec=10.0), trial("y", 4, cost_usd=3.0, agent_sec=30.0),
            trial("z", 5, cost_usd=5.0, agent_sec=70.0, input_tokens=100, output_tokens=20, turns=3),
        )
    ).groups[0]  # fmt: skip
    assert [(each.gates, each.trials, each.cost_usd) for each in found.medians] == [
        (0, 3, 3.0), (1, 2, 4.0), (2, 2, 4.0), (3, 2, 4.0), (4, 2, 4.0), (5, 1, 5.0),
    ]  # fmt: skip
    assert (found.medians[5].agent_sec, found.medians[5].tokens, found.medians[5].turns) == (70.0, 120.0, 3.0)
    assert found.cost_per_solved.value == 9.0


def test_unknown_cost_is_not_zero_and_is_reported() -> None:
    found = efficiency(results(trial("x", cost_usd=2.0), trial("y"), trial("x", agent="free")))
    priced, unpriced = found.groups
    assert (priced.priced, priced.mean_cost_usd, priced.cost_per_solved.value) == (1, 2.0, 2.0)
    assert (unpriced.mean_cost_usd, unpriced.cost_per_solved.value, unpriced.on_frontier) == (None, None, None)
    assert "a: the cost is known for 1 of 2 trials" in message(found.notes)


def test_the_frontier_has_the_agents_that_none_beats_in_score_and_cost() -> None:
    found = efficiency(
        results(
            trial("x", 2, agent="cheap", cost_usd=1.0), trial("x", 4, agent="good", cost_usd=3.0),
            trial("x", 3, agent="beaten", cost_usd=3.5), trial("x", 2, agent="equal", cost_usd=1.0),
        )
    )  # fmt: skip
    assert {group.label: group.on_frontier for group in found.groups} == {
        "cheap": True, "equal": True, "good": True, "beaten": False,
    }  # fmt: skip
