"""Formats figures for readers, briefly and with units. A missing value becomes a dash."""

from __future__ import annotations

import math
from datetime import datetime

NONE = "\N{EN DASH}"


def number(value: float | None) -> str:
    """Return a count with thousands separators."""
    return NONE if value is None or not math.isfinite(value) else f"{value:,.0f}"


def score(value: float | None) -> str:
    """Return a score between 0 and 1 with two digits."""
    return NONE if value is None or not math.isfinite(value) else f"{value:.2f}"


def percent(value: float | None) -> str:
    """Return a share between 0 and 1 as a percentage."""
    return NONE if value is None or not math.isfinite(value) else f"{100 * value:.0f}%"


def signed(value: float | None) -> str:
    """Format a difference with an explicit plus or minus sign."""
    return NONE if value is None or not math.isfinite(value) else f"{value:+.2f}".replace("-", "\N{MINUS SIGN}")


def p_value(p: float | None) -> str:
    """Return a p-value with three digits. Small values become ``<0.001`` rather than 0."""
    return NONE if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"


def money(usd: float | None) -> str:
    """Return an amount in dollars. Amounts below one dollar have two significant digits."""
    if usd is None or not math.isfinite(usd):
        return NONE
    if usd <= 0 or usd >= 1:
        return f"${usd:,.2f}"
    return f"${usd:.{max(2, 1 - math.floor(math.log10(usd)))}f}"


def seconds(value: float | None) -> str:
    """Return a duration in a suitable unit."""
    if value is None or not math.isfinite(value):
        return NONE
    if value < 0.9995:
        return f"{1000 * value:.0f} ms"
    if value < 59.95:
        return f"{value:.1f} s"
    minutes, rest = divmod(round(value), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def tokens(value: float | None) -> str:
    """Return a number of tokens in thousands or millions."""
    if value is None or not math.isfinite(value):
        return NONE
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.0f}"


def size(value: int) -> str:
    """Return a size in bytes in a suitable unit."""
    for limit, unit in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if value >= limit:
            return f"{value / limit:.1f} {unit}"
    return f"{value} bytes"


def when(value: datetime | None) -> str:
    """Return a time in UTC, to the minute."""
    return NONE if value is None else f"{value:%Y-%m-%d %H:%M} UTC"
