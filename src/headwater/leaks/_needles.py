"""Derives needles, which are token sequences that reveal a task's solution. No starting state may contain them.

Needles are distinctive. For a place that the solution changes, the needle is the shortest sequence of surrounding
tokens that the texts of the starting state do not contain. For example, ``expires_on >=`` reveals nothing if ten models
contain it, but ``where expires_on >= as_of ( )`` does if the broken model has ``>`` and no other model has the line. An
ordinary line that a solution shares with other files is therefore not a leak, and every match of a needle is a leak.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from headwater.leaks._tokens import Stream, Tokens, is_word, tokens_of

LEAST_TOKENS = 4
LEAST_LETTERS = 18
_MOST_TOKENS = 60
_RUN = 30
"""This many consecutive changed tokens are a copy of the solution, whatever the starting state contains elsewhere."""
_PART = 12
"""Long lines are searched in parts of this many tokens, because half of a line is already a leak."""
_ANCHOR = 5
_NAME_PARTS = 3
_NAME_LETTERS = 12
_DIGITS = 7


@dataclass(frozen=True)
class Needle:
    """A sequence of tokens that reveals part of a solution.

    Attributes:
        what: A human-readable description of what the sequence reveals.
        anchor: The index of the token for which data is searched first.
        is_copy: Whether a match also counts in software that all tasks share, where names and numbers may be
            coincidental.
    """

    what: str
    tokens: Tokens
    anchor: int
    is_copy: bool = False

    @property
    def text(self) -> str:
        """The sequence as human-readable text."""
        return " ".join(self.tokens)


def changed_places(what: str, old: str, new: str, honest: Stream) -> list[Needle]:
    """Return the needles for the changes from an old text to a new one.

    Args:
        what: A human-readable name for the texts.
        old: The text in the starting state. Empty if there is none.
        new: The solution's text.
        honest: The texts of the starting state.
    """
    lines = [tokens_of(line) for line in new.splitlines()]
    after = tuple(token for line in lines for token in line)
    before = tokens_of(old)
    found: list[Needle | None] = []
    for start, end in _changes(before, after):
        found += [_window(what, after, first, last, honest) for first, last in _by_line(lines, start, end)]
        for first in range(start, end - _RUN + 1, _RUN // 2):
            found.append(_needle(f"a part of {what}", after[first : first + _RUN], honest, is_copy=True))
    return [needle for needle in dict.fromkeys(found) if needle is not None]


def names(what: str, values: Iterable[str], honest: Stream) -> Iterator[Needle]:
    """Yield needles for multi-word names that no starting text contains. Only the solution introduces such names."""
    for name in values:
        parts = re.findall(r"[a-z0-9]+", name.lower())
        tokens = tokens_of(name)
        if (len(parts) >= _NAME_PARTS or len(name) >= _NAME_LETTERS) and tokens not in honest:
            needle = _needle(f"{what} {name}", tokens, honest)
            if needle is not None:
                yield needle


def declared_needles(texts: Iterable[str], honest: Stream) -> Iterator[Needle]:
    """Yield needles for the texts that the task declares as revealing."""
    for text in texts:
        needle = _needle("what the task lists in [leaks] reveals", tokens_of(text), honest, is_copy=True)
        if needle is not None:
            yield needle


def gold_numbers(sources: Mapping[str, str], honest: Stream) -> Iterator[Needle]:
    """Yield needles for numbers in checks that are unlikely to occur by chance."""
    for name, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and type(node.value) in (int, float):
                text = repr(node.value)
                digits = text.replace(".", "").strip("0")
                if len(digits) >= _DIGITS and "e" not in text and tokens_of(text) not in honest:
                    yield Needle(f"a number of {name}", tokens_of(text), 0)


def _changes(before: Tokens, after: Tokens) -> Iterator[tuple[int, int]]:
    # By default, the matcher ignores tokens that are frequent in a long text.
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return ((start, end) for kind, _, _, start, end in matcher.get_opcodes() if kind != "equal")


def _by_line(lines: Sequence[Tokens], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a changed range at the ends of lines, and split long lines into overlapping parts.

    An empty range, where something was removed, is kept.
    """
    if start == end:
        yield start, end
    first = 0
    for line in lines:
        last = first + len(line)
        begin, stop = max(first, start), min(last, end)
        for part in range(begin, max(stop - _PART // 2, begin + 1), _PART // 2):
            if part < stop:
                yield part, min(part + _PART, stop)
        first = last


def _window(what: str, tokens: Tokens, start: int, end: int, honest: Stream) -> Needle | None:
    """Widen a range on both sides in turn until it is distinctive. Return None if it never is."""
    at_left = end - start > 0
    while end - start <= _MOST_TOKENS:
        inside = tokens[start:end]
        if _says_something(inside) and inside not in honest:
            return _needle(f"a changed place of {what}", inside, honest)
        if start == 0 and end == len(tokens):
            return None
        at_left = not at_left
        if (at_left and start > 0) or end == len(tokens):
            start -= 1
        else:
            end += 1
    return None


def _says_something(tokens: Tokens) -> bool:
    # distinct words, because true, false, false, false is no more distinctive than true, false
    words = {token for token in tokens if is_word(token)}
    return len(tokens) >= LEAST_TOKENS and sum(map(len, words)) >= LEAST_LETTERS


def _needle(what: str, tokens: Tokens, honest: Stream, *, is_copy: bool = False) -> Needle | None:
    words = [index for index, token in enumerate(tokens) if is_word(token)]
    if not words:
        return None
    last = len(tokens) - 1  # the tokens after an anchor are compared first
    rarest = min(
        words, key=lambda index: (len(tokens[index]) < _ANCHOR, index == last, honest.count(tokens[index]), index)
    )
    return Needle(what, tokens, rarest, is_copy)
