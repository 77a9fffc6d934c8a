"""Parses answer guidelines for digits, rounding and order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "ten": 10, "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9,
}  # fmt: skip
_DECIMALS = re.compile(r"\b(\d{1,2}|one|two|three|four|five|six)[ -](?:decimals?\b|digits? after)", re.IGNORECASE)
_NEAREST = re.compile(
    r"\bnearest (\d[\d,]*(?:\.\d+)?|(?:(?:ten|hundred|thousand|million|billion)s?\b ?)+)(?!\w)", re.IGNORECASE
)
_INTEGER = re.compile(r"\b(?:integers?|whole)\b", re.IGNORECASE)
_TRUNCATION = re.compile(r"\btruncat\w*|\bround(?:ed|ing)? down\b|\bfloor(?:ed|ing)?\b|\bnot round\w*", re.IGNORECASE)
_ROUNDING = re.compile(r"\bround|\bnearest\b", re.IGNORECASE)
_ANY_ORDER = re.compile(
    r"\bany order\b|\border (?:does not|doesn['\u2019]t|is not|isn't) (?:matter|important|relevant)"
    r"|\b(?:regardless|irrespective) of (?:the )?order\b",
    re.IGNORECASE,
)
_COMMAS = re.compile(r"\bcommas?[- ]separated\b|\bseparated by (?:a )?commas?\b", re.IGNORECASE)


@dataclass(frozen=True)
class Guidelines:
    """The form that guidelines request.

    Attributes:
        decimals: All numbers of decimal places that the guidelines name.
        steps: Multiples to which values are rounded: 2 or more, or fractions. For example, 1000 for the nearest
            thousand.
        has_integers: Whether integers are requested.
        is_rounded: Whether values are rounded to the nearest multiple.
        is_truncated: Whether values are truncated.
        in_any_order: Whether list items may come in any order.
        has_commas: Whether commas separate items.
    """

    decimals: tuple[int, ...] = ()
    steps: tuple[Fraction, ...] = ()
    has_integers: bool = False
    is_rounded: bool = False
    is_truncated: bool = False
    in_any_order: bool = False
    has_commas: bool = False


def read_guidelines(text: str) -> Guidelines:
    """Parse the form that the guidelines request."""
    return Guidelines(
        decimals=tuple(sorted({_number(found) for found in _DECIMALS.findall(text)})),
        steps=tuple(sorted({_step(found) for found in _NEAREST.findall(text)} - {Fraction(1)}, reverse=True)),
        has_integers=_INTEGER.search(text) is not None,
        # "Round down" and "not rounded" contain the word "round", but request truncation.
        is_rounded=_ROUNDING.search(_TRUNCATION.sub("", text)) is not None,
        is_truncated=_TRUNCATION.search(text) is not None,
        in_any_order=_ANY_ORDER.search(text) is not None,
        has_commas=_COMMAS.search(text) is not None,
    )


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else _WORDS[word.lower()]


def _step(words: str) -> Fraction:
    """Return 100,000 for "100,000" and for "hundred thousand"."""
    if words[0].isdecimal():
        return Fraction(words.replace(",", "").rstrip("."))
    product = Fraction(1)
    for word in words.lower().split():
        product *= _WORDS[word.removesuffix("s")]
    return product
