"""The distance from the names in a prompt to the cause, on the tiny company."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.dbt.engine.tiny import FILES

from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.breaks._distance import Distance, Reach

TOTAL = "test.shop.revenue_is_that_of_orders.261b619127"
SINGULAR = "test.shop.no_order_from_the_future"


@pytest.fixture(scope="module")
def reach(base: Base) -> Reach:
    return Reach(base, base.texts())


def test_more_hops_reach_more_columns_and_more_text(reach: Reach) -> None:
    found = [reach.distance(TOTAL, hops, 4) for hops in range(4)]
    for near, far in pairwise(found):
        assert near.candidates < far.candidates
        assert near.tokens < far.tokens


def test_only_columns_that_feed_what_is_tested_are_candidates(base: Base, reach: Reach) -> None:
    tested = [uid for uid, test in base.plan.tests.items() if test.column and test.node.startswith("model.")]
    assert tested
    for uid in tested:
        content = base.built.steps[base.plan.tests[uid].node].content
        assert content is not None
        assert 0 < reach.distance(uid, 0, 0).candidates <= len(content.columns)
    assert any(
        reach.distance(uid, 0, 0).candidates < len(content.columns)
        for uid in tested
        if (content := base.built.steps[base.plan.tests[uid].node].content) is not None
    )


def test_a_singular_test_starts_at_all_that_it_reads(base: Base, reach: Reach) -> None:
    assert base.plan.tests[SINGULAR].kind == "singular"
    assert reach.distance(SINGULAR, 0, 0).candidates >= 1


def test_tokens_are_those_of_models_and_of_the_macros_that_they_call(base: Base, reach: Reach) -> None:
    nearest = reach.distance(SINGULAR, 0, 0)
    [read] = base.plan.tests[SINGULAR].parents
    step = base.plan.steps[read]
    own = len(FILES[step.file].split())
    assert step.macros
    assert nearest.tokens > own
    assert nearest.tokens == reach.distance(SINGULAR, 0, 9).tokens


def test_both_measures_have_to_reach_their_thresholds() -> None:
    distance = Distance(hops=4, fan_in=9, candidates=40, tokens=1000)
    assert distance.is_at_least(4, 40)
    assert not distance.is_at_least(5, 40)
    assert not distance.is_at_least(4, 41)
