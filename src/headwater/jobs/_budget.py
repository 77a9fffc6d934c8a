"""Budgets as a user writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from headwater.errors import OptionError
from headwater.records import Limits

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
_HELP = "write it like 2usd, 500ktok, 1.5Mtok, 40turns or 100requests, several with commas"


def parse_budget(texts: Iterable[str]) -> Limits:
    """Return the limits of ``2usd,40turns`` and the like.

    Raises:
        OptionError: It cannot be read, or limits the same thing twice.
    """
    limits: dict[str, Decimal] = {}
    for text in (part.strip() for given in texts for part in given.split(",")):
        where = f"--budget {text}"
        found = _PART.fullmatch(text)
        field = _UNITS.get(found["unit"]) if found else None
        if found is None or field is None:
            raise OptionError("not a budget", where=where, fix=_HELP)
        value = Decimal(found["number"]) * _SCALES[found["scale"]]
        if value <= 0 or (field != "cost_usd" and value != int(value)):
            raise OptionError("must be above zero, and a whole number unless it is money", where=where)
        if field in limits:
            raise OptionError("limits the same as another", where=where, fix="keep one")
        limits[field] = value
    return Limits.model_validate({name: value if name == "cost_usd" else int(value) for name, value in limits.items()})
