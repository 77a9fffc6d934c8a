"""Converts text to a sequence of tokens, independent of case, whitespace, quotes and escapes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache

Tokens = tuple[str, ...]
_TOKEN = re.compile(r"[a-z_][a-z0-9_]*|\d+(?:\.\d+)?|[^\s\"'`\\a-z0-9_]")
_ESCAPED = re.compile(r"\\[nrt]")


def tokens_of(text: str) -> Tokens:
    """Return the tokens of a text. Characters outside ASCII become bytes, as in the searched data."""
    plain = text.encode(errors="replace").lower().decode("latin-1")
    return tuple(_TOKEN.findall(_ESCAPED.sub(" ", plain)))


def is_word(token: str) -> bool:
    """Return whether a token is a name or a number rather than an operator."""
    return token[0] == "_" or (token.isascii() and token[0].isalnum())


@lru_cache(maxsize=8192)
def _joined(text: str) -> str:
    """Join the tokens of a text. The result is cached, because tasks on the same base share most texts."""
    return f"\0 {' '.join(tokens_of(text))} "


_BRACKETS = frozenset("()")


class Stream:
    """The tokens of texts, for testing whether a sequence occurs in one of them."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._joined = "".join(map(_joined, texts))

    def __contains__(self, tokens: Tokens) -> bool:
        return f" {' '.join(tokens)} " in self._joined

    def has_without_brackets(self, tokens: Tokens) -> bool:
        """Return whether a sequence occurs when round brackets are ignored in it and in the texts."""
        bare = " ".join(token for token in tokens if token not in _BRACKETS)
        return f" {bare} " in self._bare

    @cached_property
    def _bare(self) -> str:
        return re.sub(r" [()](?= )", "", self._joined)

    def count(self, token: str) -> int:
        """Return the number of occurrences of a token."""
        return self._joined.count(f" {token} ")
