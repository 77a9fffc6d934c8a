"""Statistics of single tasks as test items."""

from __future__ import annotations

import numpy as np
import pytest
from tests.analysis.build import message, results, trial

from headwater.analysis import items, unpassed_checks


def test_difficulty_and_flakiness() -> None:
    found = items(
        results(
            trial("easy", 5, repeat=1), trial("easy", 5, repeat=2), trial("flaky", 5, repeat=1),
            trial("flaky", 1, repeat=2), trial("hard", 0, repeat=1), trial("hard", 0, repeat=2),
        )
    ).items  # fmt: skip
    assert [(item.task, item.difficulty) for item in found] == [
        ("s/hard", 1.0), ("s/flaky", pytest.approx(0.4)), ("s/easy", 0.0),
    ]  # fmt: skip
    assert [item.flaky for item in found] == [(), ("a + base + baseline: 1 of 2",), ()]
    assert found[0].solved.high is not None
    assert found[0].solved.high < 1


def test_discrimination_is_the_correlation_with_the_rest() -> None:
    scores = np.array([[0, 1, 0], [1, 1, 4], [2, 3, 3], [3, 2, 2], [4, 4, 1], [5, 5, 0]])
    rows = [
        trial(f"t{task}", int(gates), agent=f"a{agent}")
        for agent, each in enumerate(scores)
        for task, gates in enumerate(each)
    ]
    found = {item.task: item.discrimination for item in items(results(*rows)).items}
    for task in range(3):
        rest = np.delete(scores, task, axis=1).mean(axis=1)
        assert found[f"s/t{task}"] == pytest.approx(np.corrcoef(scores[:, task], rest)[0, 1])


def test_few_respondents_or_no_spread_give_no_discrimination() -> None:
    same = [trial(task, 3, agent=f"a{agent}") for agent in range(6) for task in ("x", "y")]
    few = [trial(task, agent, agent=f"a{agent}") for agent in range(4) for task in ("x", "y")]
    assert all(item.discrimination is None for rows in (same, few) for item in items(results(*rows)).items)


def test_a_check_without_any_pass_is_found() -> None:
    stuck, passed = ("production.impossible", "production.hard"), ("production.impossible",)
    found = results(
        trial("x", 4, failed_checks=stuck), trial("x", 4, agent="b", failed_checks=passed),
        trial("x", 4, agent="c", failed_checks=passed), trial("x", 1, agent="d", failed_checks=("correct.rows",)),
    )  # fmt: skip
    assert [(each.check, each.trials, each.agents) for each in unpassed_checks(found)] == [
        ("production.impossible", 3, 3),
    ]
    notes = message(items(found).notes)
    assert "production.impossible: no trial has passed it on 1 of 1 task (s/x; 3 trials): can it be passed?" in notes
    assert "production.hard" not in notes


def test_one_failure_gives_no_note() -> None:
    assert "can it be passed" not in message(items(results(trial("x", 4, failed_checks=("production.a",)))).notes)
