"""Compares answers strictly: an answer is right if it means the same as the gold answer, in the requested form.

The guidelines fix the form: how many items, in which order, in which unit, with how many digits. They leave other
aspects open: whitespace, case, kinds of dashes and quotation marks, thousands separators, and other notations of the
same quantity, such as 0.38 for 38 %. A number may have more digits than requested if it rounds to the gold answer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from headwater.plurals import counted
from headwater.suites.discovery.scoring._guidelines import Guidelines, read_guidelines
from headwater.suites.discovery.scoring._tokens import Quantity, Token, clean, tokens

_QUOTES = "\"'"
_LONGEST = 80
_LONGEST_ANSWER = 10_000


@dataclass(frozen=True)
class AnswerItem:
    """One item of an answer.

    Attributes:
        readings: Its tokens, and an alternative reading if a comma between digits could be a separator.
    """

    text: str
    readings: tuple[tuple[Token, ...], ...]


def strict_difference(prediction: str, gold: str, guidelines: str) -> str:
    """Return one line that says what is wrong with an answer, or an empty string if the answer is right."""
    # Matching items takes more than linear time, and an agent controls the length.
    if len(prediction) > max(_LONGEST_ANSWER, len(gold)):
        return f"{len(prediction):,} characters where the gold answer has {len(gold):,}"
    rules = read_guidelines(guidelines)
    ours, theirs = items(prediction, rules), items(gold, rules)
    if len(ours) != len(theirs):
        return f"{counted(len(ours), 'item')} where the gold answer has {counted(len(theirs), 'item')}"
    if rules.in_any_order:
        return _unmatched(ours, theirs, rules)
    for place, (one, other) in enumerate(zip(ours, theirs, strict=True), start=1):
        if not _same(one, other, rules):
            where = f"item {place}: " if len(theirs) > 1 else ""
            return f"{where}{_short(one.text)} where the gold answer has {_short(other.text)}"
    return ""


def items(text: str, rules: Guidelines) -> list[AnswerItem]:
    """Split an answer into items, ignoring a trailing separator."""
    parts = [_bare(part) for part in _bare(clean(text)).split(";")]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    # An ordered list needs no splitting at commas, because they are compared as tokens.
    if rules.in_any_order and rules.has_commas and len(parts) == 1:
        parts = [_bare(part) for part in parts[0].split(",")]
    return [AnswerItem(part, _readings(part)) for part in parts]


def _bare(text: str) -> str:
    """Remove a trailing full stop and surrounding quotation marks."""
    text = text.strip().removesuffix(".").rstrip()
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in _QUOTES and text.count(text[0]) == 2
    return text[1:-1].strip() if is_quoted else text


def _readings(text: str) -> tuple[tuple[Token, ...], ...]:
    grouped = tokens(text)
    # In "1,234", the comma can group thousands or separate two numbers.
    return (grouped, tokens(text, has_groups=False)) if "," in text else (grouped,)


def _same(one: AnswerItem, other: AnswerItem, rules: Guidelines) -> bool:
    golds = other.readings if rules.has_commas else other.readings[:1]
    return any(_all_same(ours, gold, rules) for ours in one.readings for gold in golds)


def _all_same(ours: Sequence[Token], gold: Sequence[Token], rules: Guidelines) -> bool:
    return len(ours) == len(gold) and all(
        is_same_token(one, other, rules) for one, other in zip(ours, gold, strict=True)
    )


def is_same_token(one: Token, gold: Token, rules: Guidelines) -> bool:
    """Return whether a token means the same as the gold token."""
    if isinstance(one, Quantity) and isinstance(gold, Quantity):
        return one.currency == gold.currency and is_close(one.value / gold.scale, gold, rules)
    return one == gold


def is_close(number: Fraction, gold: Quantity, rules: Guidelines) -> bool:
    """Return whether a number, converted to the gold number's unit, equals it to the requested number of digits."""
    if number == gold.number:
        return True
    step = step_of(gold, rules)
    if step is None:
        return False
    if rules.is_truncated and math.trunc(number / step) * step == gold.number:
        return True
    may_round = rules.is_rounded or not rules.is_truncated
    return may_round and abs(number - gold.number) <= step / 2


def step_of(gold: Quantity, rules: Guidelines) -> Fraction | None:
    """Return the multiple to which the gold number is rounded, in its own unit, or None if the number is exact.

    The guidelines determine this multiple. If they name several numbers of decimals, the number of decimals in the gold
    number applies if it is among them, or else the next larger one, because trailing zeros can be omitted. If they name
    no number of decimals, the last digit of the gold number decides. In that case, an integer is exact unless it is a
    percentage, counts thousands, or the guidelines request rounding to integers. A year is always exact.
    """
    if _is_year(gold):
        return None
    for step in rules.steps:
        if gold.number and gold.number % step == 0:
            return step
    if gold.decimals > 0:
        return Fraction(1, 10 ** _decimals(gold, rules))
    if gold.decimals < 0:
        return Fraction(10**-gold.decimals)
    if not rules.has_integers and rules.decimals:
        return Fraction(1, 10 ** rules.decimals[0])
    is_rounded = gold.scale != 1 or (rules.has_integers and (rules.is_rounded or rules.is_truncated))
    return Fraction(1) if is_rounded else None


def _decimals(gold: Quantity, rules: Guidelines) -> int:
    if not rules.decimals or gold.decimals in rules.decimals:
        return gold.decimals
    return next((each for each in rules.decimals if each > gold.decimals), gold.decimals)


def _is_year(gold: Quantity) -> bool:
    return gold.text.isdecimal() and len(gold.text) == 4 and gold.text[:2] in ("19", "20")


def _unmatched(ours: Sequence[AnswerItem], theirs: Sequence[AnswerItem], rules: Guidelines) -> str:
    """Match gold items with answer items in any order. Return a description of the first unmatched item, if any."""
    gold_of: dict[int, int] = {}

    def place(gold: int, tried: set[int]) -> bool:
        for at, one in enumerate(ours):
            if at not in tried and _same(one, theirs[gold], rules):
                tried.add(at)
                # This is an augmenting path: an item matched to another gold item is released if that gold item matches
                # another one.
                if at not in gold_of or place(gold_of[at], tried):
                    gold_of[at] = gold
                    return True
        return False

    missing = [theirs[gold].text for gold in range(len(theirs)) if not place(gold, set())]
    return f"no item is {_short(missing[0])}" if missing else ""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
