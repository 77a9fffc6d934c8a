"""Budgets on the command line, unit by unit."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from headwater.errors import UserError
from headwater.jobs._budget import parse_budget
from headwater.records import Limits


@pytest.mark.parametrize(
    ("texts", "limits"),
    [
        (["2usd"], {"cost_usd": Decimal(2)}),
        (["0.25usd"], {"cost_usd": Decimal("0.25")}),
        (["500tok"], {"tokens": 500}),
        (["500ktok"], {"tokens": 500_000}),
        (["1.5Mtok"], {"tokens": 1_500_000}),
        (["7ktokens"], {"tokens": 7_000}),
        (["1turn"], {"turns": 1}),
        (["40turns"], {"turns": 40}),
        (["1request"], {"requests": 1}),
        (["100requests"], {"requests": 100}),
        (["2usd, 40turns", "1ktok"], {"cost_usd": Decimal(2), "turns": 40, "tokens": 1_000}),
        ([], {}),
    ],
)
def test_each_unit_limits_its_own(texts: list[str], limits: dict[str, Any]) -> None:
    assert parse_budget(texts) == Limits(**limits)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["2 dollars"], "not a budget; write it like 2usd, 500ktok"),
        (["40"], "not a budget"),
        (["5mtok"], "not a budget"),
        (["2usd,"], "not a budget"),
        (["0turns"], "must be above zero"),
        (["1.5turns"], "a whole number unless it is money"),
        (["10turns", "1turn"], "limits the same quantity as another"),
        (["5tok,1ktokens"], "limits the same quantity as another"),
    ],
)
def test_an_invalid_budget_is_one_line(texts: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message) as error:
        parse_budget(texts)
    assert "\n" not in str(error.value)
