"""Formats an answer in the form in which the notebook shows the number."""

from __future__ import annotations

import ast
import re

from headwater.suites.discovery.anchors import Anchor

_MOST_DECIMALS = 4
"""The maximum number of decimals that a question asks for, even if the notebook shows more."""


def answer_of(anchor: Anchor) -> str:
    """Return an anchor's number in the form that its guidelines request."""
    value = 100 * anchor.value if _is_share(anchor) else anchor.value
    return f"{value:.{_decimals(anchor)}f}{'%' if _is_percent(anchor) else ''}"


def guidelines_of(anchor: Anchor) -> str:
    """Return the guidelines for an answer, which request one number in one form."""
    what = "percentage with the sign %" if _is_percent(anchor) else "number"
    decimals = _decimals(anchor)
    if anchor.value == int(anchor.value) and not _is_percent(anchor):
        return "A single integer."
    if decimals == 0:
        return f"A single {what}, rounded to an integer."
    return f"A single {what}, rounded to {decimals} decimal{'s' if decimals > 1 else ''}."


def program_of(anchor: Anchor) -> str:
    """Return an anchor's slice as a program that prints the answer in the form of the guidelines."""
    *statements, last = ast.parse(anchor.slice).body
    lines = anchor.slice.splitlines()[: last.lineno - 1] if statements else []
    number = f"100 * ({anchor.expression})" if _is_share(anchor) else anchor.expression
    text = f'format({number}, ".{_decimals(anchor)}f")'
    shown = f'{text} + "%"' if _is_percent(anchor) else text
    return "\n".join([*lines, f"print({shown})", ""])


def _is_percent(anchor: Anchor) -> bool:
    return anchor.shown.endswith("%")


def _is_share(anchor: Anchor) -> bool:
    """Return whether a notebook shows a fraction as a percentage."""
    if not _is_percent(anchor):
        return False
    shown = float(anchor.shown.rstrip("% ").replace(",", ""))
    return abs(100 * anchor.value - shown) < abs(anchor.value - shown)


def _decimals(anchor: Anchor) -> int:
    if anchor.value == int(anchor.value) and not _is_share(anchor):
        return 0
    shown = re.search(r"\.(\d+)(?:e([-+]?\d+))?", anchor.shown)
    if shown is None:
        return 0
    return min(max(len(shown[1]) - int(shown[2] or 0), 0), _MOST_DECIMALS)
