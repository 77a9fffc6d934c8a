"""Reads values from agents' logs. A value of an unexpected type is replaced with an empty one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from headwater.records import Usage
from headwater.untrusted import one_line

_LINE = 400
_READ = 4000
_MOST = 10**12
"""A bound for plausible counts, whose sums fit into the columns of results."""


def part(value: object, *path: str) -> dict[str, Any]:
    """Return the object at a path of keys, or an empty object if there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def count(value: object) -> int:
    """Return the value if it is a plausible count, or else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _MOST else 0


def money(value: object) -> Decimal | None:
    """Return the value as an amount of money, or None if it is not a valid amount."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() and 0 <= amount <= _MOST else None


def line(value: object) -> str:
    """Return text as one line of limited length, or an empty string if the value is not text."""
    return one_line(value[:_READ])[:_LINE] if isinstance(value, str) else ""


def usage_beside_cache(counts: Mapping[str, object], *, fresh: str, cached: str, written: str, output: str) -> Usage:
    """Return the usage from counts that list fresh input, cache reads and cache writes separately.

    The arguments are the keys of these counts.
    """
    reads, writes = count(counts.get(cached)), count(counts.get(written))
    return Usage(
        input=count(counts.get(fresh)) + reads + writes,
        cached=reads,
        cache_write=writes,
        output=count(counts.get(output)),
    )


def total(usages: Iterable[Usage]) -> Usage | None:
    """Return the total usage, or None if there are no requests. Fields that no request reports stay unset."""
    found = list(usages)
    reported = {name for usage in found for name in usage.model_fields_set}
    return Usage(**{name: sum(getattr(usage, name) for usage in found) for name in reported}) if found else None
