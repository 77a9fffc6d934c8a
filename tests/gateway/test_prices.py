"""Prices by day and table; unknown prices stay unknown."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.gateway import PriceOverride, Rates, Usage, is_priced, read_prices
from headwater.gateway._prices import cost, price_of

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def test_known_rates() -> None:
    usage = Usage(input=1200, cached=300, cache_write=200, output=80, reasoning=30)

    price = price_of(usage, "claude-sonnet-4-6", "anthropic", NOW)

    assert price is not None
    # 700 x 3 + 300 x 0.30 + 200 x 3.75 + 80 x 15, a million
    assert price.usd == Decimal("0.00414")
    assert price.rates.input == 3
    assert price.priced_on == date(2026, 11, 20)
    assert price.source.startswith("genai-prices ")
    assert price.source.endswith(": anthropic/claude-sonnet-4-6")


@pytest.mark.parametrize(
    ("model", "provider"), [("claude-opus-4-6", "anthropic"), ("gpt-5.5", "openai"), ("gemini-2.5-pro", "google")]
)
@pytest.mark.parametrize("size", [1000, 500_000])
@pytest.mark.parametrize("day", [datetime(2026, 2, 10, tzinfo=UTC), NOW])
def test_the_rates_that_are_kept_explain_the_price(model: str, provider: str, size: int, day: datetime) -> None:
    written = 50 if provider == "anthropic" else 0
    usage = Usage(input=size, cached=300, cache_write=written, cache_write_1h=written // 5, output=700, reasoning=100)

    price = price_of(usage, model, provider, day)

    assert price is not None
    assert cost(usage, price.rates) == price.usd


def test_rates_depend_on_day_and_size() -> None:
    def rate(day: datetime, size: int) -> Decimal:
        price = price_of(Usage(input=size), "claude-opus-4-6", "anthropic", day)
        assert price is not None
        return price.rates.input

    before = datetime(2026, 2, 10, tzinfo=UTC)
    assert [rate(before, 1000), rate(before, 300_000), rate(NOW, 300_000)] == [5, 10, 5]


def test_unknown_is_unknown() -> None:
    assert price_of(Usage(input=1), "no-such-model", "openai", NOW) is None
    assert price_of(Usage(input=1), "gpt-5.5", None, NOW) is None  # the same model has other prices at other providers
    assert price_of(Usage(input=1, cached=5), "gpt-5.5", "openai", NOW) is None  # these counts contradict each other
    assert not is_priced("no-such-model", "openai")
    assert is_priced("gpt-5.5", "openai")


def test_the_users_prices_come_first_from_their_day_on(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(
        '[models."gpt-5.5"]\ninput = 1\noutput = 2.5\nvalid_from = 2026-11-20\n[models.mine]\ninput=0\noutput=0\n'
    )
    own = read_prices(tmp_path / "p.toml")

    today = price_of(Usage(input=10, cached=4, output=10), "gpt-5.5", "openai", NOW, own)
    before = price_of(Usage(input=10), "gpt-5.5", "openai", datetime(2026, 11, 1, tzinfo=UTC), own)
    free = price_of(Usage(input=10), "mine", None, NOW, own)

    assert today is not None
    assert (today.usd, today.source) == (Decimal("0.000035"), "override")
    assert before is not None
    assert before.source != "override"
    assert free is not None
    assert free.usd == 0


def test_each_kind_of_token_at_its_rate() -> None:
    usage = Usage(input=1000, cached=100, cache_write=50, cache_write_1h=20, output=10)
    rates = Rates(
        input=Decimal(1), output=Decimal(10), cached=Decimal("0.1"), cache_write=Decimal(2), cache_write_1h=Decimal(4)
    )

    assert cost(usage, rates) == Decimal(850 + 10 + 60 + 80 + 100) / 1_000_000
    assert cost(usage, Rates(input=Decimal(1), output=Decimal(10))) == Decimal(1000 + 100) / 1_000_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[models.x]\ninput = 1\n", "models.x.output: Field required"),
        ("[models.x]\ninput = -1\noutput = 1\n", "models.x.input: Input should be greater"),
        ("[models.x]\ninput = 1\noutput = 1\ncahced = 1\n", "models.x.cahced"),
        ("[models]\nx = 3\n", "models.x: a table of rates"),
        ("[model.x]\ninput = 1\n", "prices are tables named"),
        ("[models.x\n", "p.toml"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "p.toml").write_text(text)

    with pytest.raises(UserError, match=message.replace(".", r"\.")) as error:
        read_prices(tmp_path / "p.toml")

    assert "\n" not in str(error.value)


def test_an_override_is_a_record() -> None:
    assert PriceOverride(model="m", rates=Rates(input=Decimal(1), output=Decimal(1))).valid_from == date.min
