"""Parses budgets and rates from the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from headwater.errors import OptionError
from headwater.records import Limits, RateLimit

_PART = re.compile(r"(?P<number>\d+(\.\d+)?)(?P<scale>[kM]?)(?P<unit>[a-z]+)")
_SCALES = {"": 1, "k": 1_000, "M": 1_000_000}
_UNITS = {
    "usd": "cost_usd",
    "tok": "tokens",
    "tokens": "tokens",
    "turn": "turns",
    "turns": "turns",
    "request": "requests",
    "requests": "requests",
}
_RATE_HELP = "write it like 50requests,400ktok or anthropic:50requests, each for a minute"
_HELP = "write it like 2usd, 500ktok, 1.5Mtok, 40turns or 100requests, several with commas"


def parse_budget(texts: Iterable[str], option: str = "--budget") -> Limits:
    """Parse limits such as ``2usd,40turns``.

    Args:
        texts: The values of the option.
        option: The name of the option.

    Raises:
        OptionError: A value cannot be parsed, or a quantity is limited twice.
    """
    limits: dict[str, Decimal] = {}
    for text in (part.strip() for given_text in texts for part in given_text.split(",")):
        where = f"{option} {text}"
        found = _PART.fullmatch(text)
        field = _UNITS.get(found["unit"]) if found else None
        if found is None or field is None:
            raise OptionError("not a budget", where=where, fix=_HELP)
        value = Decimal(found["number"]) * _SCALES[found["scale"]]
        if value <= 0 or (field != "cost_usd" and value != int(value)):
            raise OptionError("must be above zero, and a whole number unless it is money", where=where)
        if field in limits:
            raise OptionError("limits the same quantity as another", where=where, fix="keep one")
        limits[field] = value
    return Limits.model_validate({name: value if name == "cost_usd" else int(value) for name, value in limits.items()})


def parse_rates(texts: Iterable[str]) -> tuple[RateLimit, ...]:
    """Parse limits per minute, such as ``50requests,400ktok`` or ``anthropic:50requests``.

    Raises:
        OptionError: A value cannot be parsed, or a quantity of a provider is limited twice.
    """
    rates: dict[str | None, RateLimit] = {}
    for text in texts:
        name, colon, limit = text.rpartition(":")
        where, provider = f"--rate {text}", name.strip() or None
        limits = parse_budget([limit], "--rate")
        if limits.cost_usd is not None or limits.turns is not None or (colon and provider is None):
            raise OptionError("not a rate", where=where, fix=_RATE_HELP)
        if provider in rates:
            raise OptionError("limits the same quantity as another", where=where, fix="keep one")
        rates[provider] = RateLimit(provider=provider, requests=limits.requests, tokens=limits.tokens)
    return tuple(rates.values())
