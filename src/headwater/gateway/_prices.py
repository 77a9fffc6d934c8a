"""Prices each request at the rates that were valid on the day of the request."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from headwater.errors import InvalidFileError, access_error
from headwater.records.usage import Price, PriceOverride, Rates, Usage

_MILLION = Decimal(1_000_000)


def price_of(
    usage: Usage, model: str, provider: str | None, at: datetime, overrides: Sequence[PriceOverride] = ()
) -> Price | None:
    """Return the cost of the tokens. If the price is unknown, this is None and never 0.

    Args:
        usage: The usage of one request. It must not be a sum, because some models cost more above a certain size.
        model: The model as the request names it.
        provider: The provider's id in genai-prices. If this is None, only the overrides are used, because the price of
            a model depends on the provider.
        at: The time of the request.
        overrides: The user's prices.
    """
    own = [o for o in overrides if o.model == model and o.valid_from <= at.date()]
    if own:
        rates = max(own, key=lambda override: override.valid_from).rates
        return Price(usd=cost(usage, rates), rates=rates, source="override", priced_on=at.date())
    return None if provider is None else _from_table(usage, model, provider, at)


def is_priced(model: str, provider: str | None, overrides: Sequence[PriceOverride] = ()) -> bool:
    """Return whether the price of the model is known. Otherwise a cost limit cannot be enforced."""
    return price_of(Usage(), model, provider, datetime.now(UTC), overrides) is not None


def cost(usage: Usage, rates: Rates) -> Decimal:
    """Return the cost in US dollars. Input tokens without a separate rate are billed at the input rate."""
    cache_write = rates.input if rates.cache_write is None else rates.cache_write
    parts = (
        (usage.input - usage.cached - usage.cache_write, rates.input),
        (usage.cached, rates.input if rates.cached is None else rates.cached),
        (usage.cache_write - usage.cache_write_1h, cache_write),
        (usage.cache_write_1h, cache_write if rates.cache_write_1h is None else rates.cache_write_1h),
        (usage.output, rates.output),
    )
    return sum((tokens * rate for tokens, rate in parts), Decimal(0)) / _MILLION


def _from_table(usage: Usage, model: str, provider: str, at: datetime) -> Price | None:
    import genai_prices

    tokens = genai_prices.Usage(
        input_tokens=usage.input,
        cache_read_tokens=usage.cached,
        cache_write_tokens=usage.cache_write,
        cache_write_1h_tokens=usage.cache_write_1h,
        output_tokens=usage.output,
    )
    try:
        found = genai_prices.calc_price(tokens, model, provider_id=provider, genai_request_timestamp=at)
    except (LookupError, ValueError):  # genai-prices does not know the model, or the token counts are inconsistent
        return None
    rates = _rates(found.model_price, usage.input)
    if rates is None:
        return None
    table = f"genai-prices {genai_prices.__version__}: {found.provider.id}/{found.model.id}"
    return Price(usd=found.total_price, rates=rates, source=table, priced_on=at.date())


def _rates(price: Any, size: int) -> Rates | None:
    """Return the rates for a request with ``size`` input tokens, or None if the model is not priced by token."""

    def at_size(value: Any) -> Decimal | None:
        if value is None or isinstance(value, Decimal):
            return value
        tiers = [tier.price for tier in value.tiers if size > tier.start]
        rate: Decimal = tiers[-1] if tiers else value.base
        return rate

    names = {
        "input": "input_mtok",
        "output": "output_mtok",
        "cached": "cache_read_mtok",
        "cache_write": "cache_write_mtok",
        "cache_write_1h": "cache_write_1h_mtok",
    }
    rates = {rate_name: at_size(getattr(price, price_field)) for rate_name, price_field in names.items()}
    return Rates.model_validate(rates) if rates["input"] is not None and rates["output"] is not None else None


def read_prices(path: Path) -> tuple[PriceOverride, ...]:
    """Read the user's prices, in US dollars per million tokens.

    ::

        [models."qwen3-coder"]
        input = 0.45
        cached = 0.09
        output = 1.80
        valid_from = 2026-11-01     # optional, as are cached, cache_write and cache_write_1h

    Raises:
        UserError: The file cannot be read. The message names the file and the field.
    """
    try:
        content = tomllib.loads(path.read_text(), parse_float=Decimal)
    except OSError as error:
        raise access_error(error, path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidFileError(str(error), where=path) from None
    models = content.pop("models", None)
    if content or not isinstance(models, dict) or not models:
        raise InvalidFileError('prices are tables named [models."<model>"], and nothing else', where=path)
    return tuple(_override(path, model, fields) for model, fields in models.items())


def _override(path: Path, model: str, fields: Any) -> PriceOverride:
    try:
        rates = dict(fields)
        day = {"valid_from": rates.pop("valid_from")} if "valid_from" in rates else {}
        return PriceOverride.model_validate({"model": model, "rates": rates, **day})
    except ValidationError as error:
        detail = error.errors()[0]
        field = ".".join(str(part) for part in detail["loc"] if part != "rates")
        raise InvalidFileError(detail["msg"], where=f"{path}: models.{model}.{field}") from None
    except (TypeError, ValueError):
        raise InvalidFileError("a table of rates is expected", where=f"{path}: models.{model}") from None
