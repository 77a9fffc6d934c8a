"""Text in narrow columns: names go on in the next line after a hyphen, a slash or the like, and not within a word."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PART = re.compile(r"\S*?[-_/:,]+(?=\w)|\S+|\s+")


def wrap(text: str, width: int) -> str:
    """Return text with line breaks, so that it takes ``width`` characters where its words allow it."""
    lines = [""]
    for part in _PART.findall(text):
        if len(lines[-1]) + len(part.rstrip()) > width and lines[-1].strip():
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += part if lines[-1] or not part.isspace() else ""
    return "\n".join(lines)


def fit(columns: Sequence[Sequence[str]], width: int, gap: int = 2) -> list[int]:
    """Return a width for each column, together at most ``width`` where the columns' longest words allow it.

    Args:
        columns: The texts of each.
        width: Of the terminal, in characters.
        gap: Characters between two columns.
    """
    widths = [max(map(len, texts), default=0) for texts in columns]
    least = [max((len(part) for text in texts for part in _PART.findall(text)), default=0) for texts in columns]
    while sum(widths) + gap * (len(widths) - 1) > width:
        widest = max(range(len(widths)), key=lambda index: widths[index] - least[index])
        if widths[widest] <= least[widest]:
            break
        widths[widest] -= 1
    return widths
