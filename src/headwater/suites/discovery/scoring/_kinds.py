"""Classifies questions by the form of the answer and by difficulty."""

from __future__ import annotations

from enum import StrEnum

from headwater.suites.discovery.scoring._guidelines import read_guidelines
from headwater.suites.discovery.scoring._strict import AnswerItem, items, strict_difference
from headwater.suites.discovery.scoring._tokens import Quantity, Token

_PERCENT = 100
_MANY_FILES = 2
_MANY_LINES = 30


class AnswerForm(StrEnum):
    """The form of an answer."""

    INTEGER = "integer"
    DECIMAL = "decimal"
    PERCENTAGE = "percentage"
    TEXT = "text"
    NUMBERS = "list of numbers"
    MIXED = "list with text"


class QuestionDifficulty(StrEnum):
    """The difficulty of a question by the published rule."""

    HARD = "hard"
    OTHER = "other"
    UNKNOWN = "unknown"


def kind_of(answer: str, guidelines: str) -> AnswerForm:
    """Return the form of a gold answer."""
    found = [item.readings[0] for item in items(answer, read_guidelines(guidelines))]
    if len(found) > 1:
        return AnswerForm.NUMBERS if all(map(_is_number, found)) else AnswerForm.MIXED
    (only,) = found
    if not _is_number(only) or not isinstance(only[0], Quantity):
        return AnswerForm.TEXT
    if only[0].scale * _PERCENT == 1:
        return AnswerForm.PERCENTAGE
    return AnswerForm.DECIMAL if only[0].decimals > 0 else AnswerForm.INTEGER


_NUMBERS = frozenset({AnswerForm.INTEGER, AnswerForm.DECIMAL, AnswerForm.PERCENTAGE})


def has_form_of(answer: str, gold: str, guidelines: str) -> bool:
    """Return whether an answer has the gold answer's form: as many items, of the same types (number, string, quantity).

    Every right answer has this form.
    """
    if not strict_difference(answer, gold, guidelines):
        return True
    kinds = {kind_of(text, guidelines) for text in (answer, gold)}
    rules = read_guidelines(guidelines)
    if len(kinds) > 1 and not kinds <= _NUMBERS:
        return False
    given_items, gold_items = items(answer, rules), items(gold, rules)
    return len(given_items) == len(gold_items) and sum(map(_begins_with_number, given_items)) >= sum(
        map(_begins_with_number, gold_items)
    )


def _begins_with_number(item: AnswerItem) -> bool:
    """Return whether an item is a number, with or without a unit, such as ``1.23 EUR/m2``."""
    return isinstance(next(iter(item.readings[0]), None), Quantity)


def _is_number(tokens: tuple[Token, ...]) -> bool:
    return len(tokens) == 1 and isinstance(tokens[0], Quantity)


def difficulty_of(code: str, files: int | None) -> QuestionDifficulty:
    """Return a question's difficulty.

    Hard questions have at least two target files and more than 30 lines of reference code.

    Args:
        code: The reference code. Blank lines and comments do not count.
        files: The number of target files. None if unknown.
    """
    lines = [line for line in map(str.strip, code.splitlines()) if line and not line.startswith("#")]
    if len(lines) <= _MANY_LINES:
        return QuestionDifficulty.OTHER
    if files is None:
        return QuestionDifficulty.UNKNOWN
    return QuestionDifficulty.HARD if files >= _MANY_FILES else QuestionDifficulty.OTHER
