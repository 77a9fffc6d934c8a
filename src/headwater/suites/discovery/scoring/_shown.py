"""Decides whether a program prints an answer, possibly among other text."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.suites.discovery.scoring._guidelines import Guidelines, read_guidelines
from headwater.suites.discovery.scoring._strict import is_close, is_same_token, items
from headwater.suites.discovery.scoring._tokens import Quantity, Token, clean, tokens

_MOST = 1 << 20
"""The maximum number of characters to search."""
_Line = list[Token | None]
"""The tokens in a line. A token that an item of the answer has taken is None."""


def shows_answer(output: str, gold: str, guidelines: str) -> bool:
    """Return whether, by the strict comparison, each item in an answer occurs at a separate location in an output.

    An item must fit on a line. The order of the items does not matter. A number printed without a unit is assumed to be
    in the answer's unit, because programs seldom print units.
    """
    rules = read_guidelines(guidelines)
    # Long items come first, because a short item could take a token that only a long one can match.
    gold_items = sorted((item.readings[0] for item in items(gold, rules)), key=len, reverse=True)
    return any(
        # Printed tables group thousands by commas, and printed tuples separate numbers by commas.
        _has_all(
            [list(tokens(clean(line), has_groups=grouped)) for line in output[:_MOST].splitlines()], gold_items, rules
        )
        for grouped in (True, False)
    )


def _has_all(lines: Sequence[_Line], gold_items: Sequence[Sequence[Token]], rules: Guidelines) -> bool:
    return all(any(_take(line, item, rules) for line in lines) for item in gold_items)


def _take(line: _Line, item: Sequence[Token], rules: Guidelines) -> bool:
    """Remove the first occurrence of an item from a line, if there is one."""
    for start in range(len(line) - len(item) + 1):
        if all(_is_shown(line[start + place], token, rules) for place, token in enumerate(item)):
            line[start : start + len(item)] = [None] * len(item)
            return True
    return False


def _is_shown(one: Token | None, gold: Token, rules: Guidelines) -> bool:
    if one is None:
        return False
    if isinstance(one, Quantity) and isinstance(gold, Quantity) and one.scale == 1 and not one.currency:
        return is_close(one.value, gold, rules) or is_same_token(one, gold, rules)
    return is_same_token(one, gold, rules)
