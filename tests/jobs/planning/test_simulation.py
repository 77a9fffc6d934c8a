"""Simulated jobs end at the times of a calculation by hand."""

from __future__ import annotations

import pytest
from tests.jobs.planning.build import PROVIDER, cluster, simulate, trial, used

from headwater.jobs.planning import _trial
from headwater.jobs.planning._outcome import FINISHED, NO_NODE, RECORDS_MISSING, USED_UP
from headwater.records import Limits, RateLimit


def test_two_cores_run_five_trials_in_three_rounds() -> None:
    outcome = simulate(cluster(cores=2), [trial(before=2, agent=5, after=3)] * 5)
    assert (outcome.seconds, outcome.finished, outcome.ending) == (30, 5, FINISHED)
    assert outcome.cores == pytest.approx(50 / 60)


def test_trials_begin_in_order_and_a_large_one_is_not_overtaken() -> None:
    trials = [trial(agent=10), trial(agent=20, cores=2), trial(agent=5), trial(agent=5)]
    assert simulate(cluster(cores=2), trials).seconds == 10 + 20 + 5


def test_memory_lets_one_trial_run_at_a_time() -> None:
    outcome = simulate(cluster(cores=8, memory_mb=1000), [trial(memory_mb=600)] * 3)
    assert outcome.seconds == 30
    assert outcome.memory == pytest.approx(0.6)
    assert outcome.cores == pytest.approx(1 / 8)


def test_a_trial_that_fits_no_node_has_no_record() -> None:
    outcome = simulate(cluster(memory_mb=500), [trial(memory_mb=600), trial()])
    assert (outcome.seconds, outcome.finished, outcome.ending) == (10, 1, RECORDS_MISSING)


def test_requests_wait_for_the_rate_of_the_job() -> None:
    scenario = cluster(cores=4, rates=[RateLimit(requests=2)])
    outcome = simulate(scenario, [trial(before=1, agent=10, after=4, used=used(1))] * 4)
    assert outcome.seconds == 1 + 60 + 10 + 4, "two begin at once, and two a minute later"
    assert outcome.paced == pytest.approx(120 / 160)
    assert outcome.requests == {PROVIDER: 4}


def test_tokens_wait_for_the_rate_of_their_provider() -> None:
    trials = [trial(agent=10, used=used(2, tokens=200))] * 2
    rates = [RateLimit(provider=PROVIDER, tokens=300), RateLimit(requests=1)]
    # 100 each at 0, 0 and 5; the fourth is one too many for the first minute, and its answer takes 5 s.
    assert simulate(cluster(rates=rates), trials).seconds == 65
    assert simulate(cluster(rates=rates[1:]), trials).seconds == 180 + 5, "other providers have the rate without a name"


def test_many_requests_of_a_trial_take_turns_together(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = cluster(cores=10, rates=[RateLimit(requests=100)])
    trials = [trial(agent=20, used=used(40))] * 30
    exact = simulate(scenario, trials)
    monkeypatch.setattr(_trial, "_MOST_TURNS", 300)
    grouped = simulate(scenario, trials)
    assert grouped.requests == exact.requests == {PROVIDER: pytest.approx(1200)}
    assert exact.seconds >= 11 * 60, "1,200 requests at 100 a minute"
    assert grouped.seconds == pytest.approx(exact.seconds, rel=0.05)


def test_the_trial_of_a_dead_node_begins_again_on_another_one() -> None:
    trials = [trial(used=used(4, usd="1"))] * 2
    outcome = simulate(cluster(nodes=2, cores=1), trials, deaths=[(4, 0)])
    assert (outcome.seconds, outcome.finished, outcome.deaths, outcome.again) == (20, 2, 1, 1)
    assert outcome.cost_usd == pytest.approx(2.4), "what it had used is paid for"
    assert outcome.cores == pytest.approx((4 + 20) / (4 + 20)), "a dead node has no cores"


def test_a_dead_node_keeps_its_trials_and_gets_more_until_its_death_is_noticed() -> None:
    scenario = cluster(nodes=2, cores=1, noticed_after_sec=6)
    outcome = simulate(scenario, [trial(used=used(4, usd="1"))] * 2, deaths=[(4, 0)])
    assert (outcome.seconds, outcome.finished, outcome.again) == (4 + 6 + 10, 2, 1), "the other node is free at 10 s"
    assert outcome.cost_usd == pytest.approx(2.4), "nothing is used on a dead node"
    assert outcome.cores == pytest.approx((4 + 20) / (4 + 20)), "a dead node has no cores"

    wide = cluster(nodes=2, cores=2, noticed_after_sec=6)
    # At 5 s the third trial goes to the dead node, which has more room in the view of the driver.
    trials = [trial(agent=20), trial(agent=20, cores=2), trial(agent=3)]
    outcome = simulate(wide, trials, driver_sec=2.5, deaths=[(4, 0)])
    assert (outcome.finished, outcome.again) == (3, 2)
    assert outcome.seconds == 2.5 + 20 + 20, "the first one waits for the cores of the second one"


def test_another_node_takes_the_place_of_a_dead_one() -> None:
    scenario = cluster(nodes=2, cores=1, replaced_after_sec=2)
    assert simulate(scenario, [trial()] * 2, deaths=[(4, 0), (5, 0)]).seconds == 4 + 2 + 10, (
        "nobody is there to die at 5"
    )


def test_a_trial_whose_nodes_die_three_times_has_no_record() -> None:
    scenario = cluster(nodes=1, cores=1, replaced_after_sec=1)
    outcome = simulate(scenario, [trial(), trial(agent=3)], deaths=[(2, 0), (5, 0), (7, 0)])
    assert (outcome.seconds, outcome.finished, outcome.again, outcome.ending) == (8 + 3, 1, 2, RECORDS_MISSING)


def test_a_job_without_nodes_ends_after_five_minutes() -> None:
    outcome = simulate(cluster(), [trial(agent=5)] * 4, deaths=[(6, 0)])
    assert (outcome.seconds, outcome.finished, outcome.ending) == (6 + 300, 2, NO_NODE)
    late = cluster(replaced_after_sec=100)
    assert simulate(late, [trial(agent=5)] * 4, deaths=[(6, 0)]).seconds == 6 + 100 + 5


def test_trials_wait_for_a_starting_state_that_another_one_builds() -> None:
    build = {"s": 5.0}
    assert simulate(cluster(), [trial(before=1, agent=9)] * 2, build_sec=build).seconds == 15
    trials = [trial(agent=20), trial(agent=20), trial(agent=3, start="other")]
    outcome = simulate(cluster(), trials, build_sec=build)
    assert outcome.seconds == 25, "the third one runs while the state is built"


def test_a_dead_builder_builds_again() -> None:
    scenario = cluster(nodes=2, cores=1)
    outcome = simulate(scenario, [trial(agent=10)] * 2, build_sec={"s": 5.0}, deaths=[(4, 0)])
    assert outcome.seconds == 4 + 5 + 10 + 10, "on the only node that is left"


def test_the_driver_takes_its_time_for_each_trial() -> None:
    outcome = simulate(cluster(cores=3), [trial()] * 3, driver_sec=1)
    assert outcome.seconds == 12
    assert outcome.driver == pytest.approx(3 / 12)


def test_a_trial_begins_if_its_budget_fits_into_that_of_the_job() -> None:
    scenario = cluster(cores=8, job=Limits(tokens=250), own=Limits(tokens=100))
    trials = [*[trial(used=used(2, tokens=60))] * 4, trial(agent=1)]
    outcome = simulate(scenario, trials)
    # Two trials begin, and use 120. The third one fits at 10 s. At 20 s, 70 remain.
    assert (outcome.seconds, outcome.finished, outcome.ending) == (20, 3, USED_UP)
    assert outcome.budget == pytest.approx(180 / 250)


def test_a_used_up_budget_ends_the_trials_whose_agents_work() -> None:
    scenario = cluster(cores=8, job=Limits(tokens=100))
    trials = [trial(agent=2, after=20, used=used(1, tokens=10)), *[trial(used=used(2, tokens=60))] * 3, trial(agent=30)]
    outcome = simulate(scenario, trials)
    assert outcome.tokens == {PROVIDER: 100}, "10, and three answers of 30 at 5 s"
    assert (outcome.finished, outcome.ending) == (2, USED_UP), "the first one is graded, the last one has no model"
    assert outcome.seconds == 30
