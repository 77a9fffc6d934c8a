"""Wraps text in narrow columns. Lines break between words. A word is broken only if the column is too narrow for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len

_WORD = re.compile(r"\S+")
_PART = re.compile(r"\S*?[-_/:,]+(?=\w)|\S+")


def wrap(text: str, width: int) -> list[str]:
    """Return text in lines of at most ``width`` characters.

    A longer word is broken after a hyphen, a slash or a similar character. A part that is still too long is not broken.
    """
    if cell_len(text) <= width:
        return [text]
    lines = [""]
    for word in _WORD.findall(text):
        before = f"{lines[-1]} " if lines[-1] else ""
        if cell_len(before + word) <= width:
            lines[-1] = before + word
        elif cell_len(word) <= width:
            lines.append(word)
        else:
            _break_word(word, before, width, lines)
    return lines if lines[0] else lines[1:]


def _break_word(word: str, before: str, width: int, lines: list[str]) -> None:
    for part in _PART.findall(word):
        if cell_len(before + part) <= width:
            lines[-1] = before + part
        else:
            lines.append(part)
        before = lines[-1]


def longest_word(text: str) -> int:
    """Return the smallest width at which no word is broken."""
    return max(map(cell_len, _WORD.findall(text)), default=0)


def fit(widths: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Shrink the widest columns until the widths add up to ``room``, if ``least`` permits.

    Args:
        widths: The preferred width of each column.
        least: The minimum width of each column.
        room: The number of characters available for all columns.
    """
    found = [min(width, max(room, need)) for width, need in zip(widths, least, strict=True)]
    while sum(found) > room:
        # The column with the most room to spare is shrunk first, so that no column falls below its minimum.
        widest = max(range(len(found)), key=lambda index: found[index] - least[index])
        if found[widest] <= least[widest]:
            break
        found[widest] -= 1
    return found
