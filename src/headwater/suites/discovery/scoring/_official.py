"""Compares answers exactly as the official evaluation does, including its quirks, so that scores match published ones.

Two answers match exactly if they are equal apart from case and whitespace. They match numerically if they contain
equally many numbers, each within 1e-6 of its counterpart at the same position. Words and units do not count, a
thousands separator splits a number in two, and a hyphen before a digit is a sign.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = re.compile(r"[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?")
_TOLERANCE = 1e-6


@dataclass(frozen=True)
class OfficialMatch:
    """The kind of match. An exact match also counts as a numeric match."""

    exact: bool
    numeric: bool


def official_match(prediction: str, gold: str) -> OfficialMatch:
    """Compare an answer with the gold answer as the official evaluation does."""
    exact = _normalized(prediction) == _normalized(gold)
    return OfficialMatch(exact, exact or _numbers_match(prediction, gold))


def _normalized(text: str) -> str:
    return re.sub(r"\s+", " ", text.strip()).lower()


def _numbers_match(prediction: str, gold: str) -> bool:
    ours, theirs = (list(map(float, _NUMBER.findall(text))) for text in (prediction, gold))
    # Without this check, any two answers without numbers would match each other.
    if not ours or len(ours) != len(theirs):
        return False
    return all(abs(one - other) <= _TOLERANCE for one, other in zip(ours, theirs, strict=True))
