"""Formats a number together with its noun."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return text such as ``1 trial`` or ``2,000 trials``.

    ``plural`` is needed for nouns that take more than an "s".
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
