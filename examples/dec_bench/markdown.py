"""Figures and tables as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from headwater.analysis import Estimate


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def duration(seconds: float | None) -> str:
    """Return minutes and seconds."""
    return "-" if seconds is None else f"{int(seconds + 0.5) // 60}m {int(seconds + 0.5) % 60}s"


def percent(estimate: Estimate) -> str:
    """Return a share with its interval."""
    return f"{estimate.value or 0:.0%} [{estimate.low or 0:.0%}, {estimate.high or 0:.0%}]".replace("%", " %")


def number(estimate: Estimate, *, sign: bool = False) -> str:
    """Return a mean, or a difference, with its interval."""
    form = "+.2f" if sign else ".2f"
    return f"{estimate.value or 0:{form}} [{estimate.low or 0:{form}}, {estimate.high or 0:{form}}]"


def money(estimate: Estimate) -> str:
    """Return dollars with their interval."""
    return f"${estimate.value or 0:.2f} [{estimate.low or 0:.2f}, {estimate.high or 0:.2f}]"
