"""Searches bytes for all needles in one pass."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ahocorasick_rs import BytesAhoCorasick

from headwater.leaks._needles import Needle
from headwater.leaks._tokens import Tokens, is_word

_CHUNK = 8 << 20
_AROUND = 40
"""The maximum number of bytes per token of a needle, with adjacent whitespace, quotes and escapes."""
_BETWEEN = rb"(?:\\[nrt]|\\u00(?:0[9ad]|2[027])|[\s\"'`\\])*"
_BEGIN = rb"(?:(?<![a-z0-9_])|(?<=\\[nrt])|(?<=[\x00-\x08\x0e-\x1f\x80-\xff][a-z0-9_]))"
"""The characters before a word: no part of a word, an escape, or a letter that encodes the length of a string."""
_BEGINS = re.compile(_BEGIN)
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_")


@dataclass(frozen=True)
class NeedleHit:
    """A needle and its offset in the searched bytes."""

    needle: Needle
    offset: int


class _NeedlePattern:
    """Two patterns for a needle: one from its anchor on, which rules out most anchors, and one for the whole needle.

    Most anchors never occur, so patterns are compiled on first use.
    """

    def __init__(self, needle: Needle) -> None:
        self.needle = needle
        self.reach = len(needle.tokens) * _AROUND

    @cached_property
    def after(self) -> re.Pattern[bytes]:
        return re.compile(_pattern(self.needle.tokens[self.needle.anchor :]))

    @cached_property
    def full_pattern(self) -> re.Pattern[bytes]:
        tokens = self.needle.tokens
        return re.compile((_BEGIN if is_word(tokens[0]) else b"") + _pattern(tokens))

    def start(self, chunk: bytes, anchor: int) -> int | None:
        """Return the start of the needle in a chunk if its anchor is at this offset, or else None."""
        if not self.after.match(chunk, anchor):
            return None
        found = self.full_pattern.search(chunk, max(anchor - self.reach, 0), anchor + self.reach)
        return found.start() if found else None


def _pattern(tokens: Tokens) -> bytes:
    return _BETWEEN.join(map(_token, tokens))


def _token(token: str) -> bytes:
    plain = re.escape(token.encode("latin-1"))
    if not is_word(token):
        return rb"(?:%s|\\u00%02x)" % (plain, ord(token))
    return plain + (rb"\b(?!\.\d)" if token[0].isdigit() else rb"\b")


@dataclass(frozen=True)
class Search:
    """Finds needles in any bytes, such as text, database pages and serialized objects."""

    needles: Sequence[Needle]

    @cached_property
    def _by_anchor(self) -> dict[bytes, list[_NeedlePattern]]:
        found: dict[bytes, list[_NeedlePattern]] = defaultdict(list)
        for needle in self.needles:
            found[needle.tokens[needle.anchor].encode()].append(_NeedlePattern(needle))
        return found

    @cached_property
    def _automaton(self) -> BytesAhoCorasick:
        return BytesAhoCorasick(list(self._by_anchor))

    @cached_property
    def _overlap(self) -> int:
        return max((len(needle.tokens) for needle in self.needles), default=0) * _AROUND

    def hits(self, data: bytes | memoryview) -> Iterator[NeedleHit]:
        """Yield each needle once, with its first offset."""
        if not self.needles:
            return
        needles_by_anchor = list(self._by_anchor.values())
        seen: set[Needle] = set()
        for begin in range(0, len(data), _CHUNK):
            start = max(begin - self._overlap, 0)
            chunk = bytes(data[start : begin + _CHUNK + self._overlap]).lower()
            # One anchor can be part of another.
            for number, first, last in self._automaton.find_matches_as_indexes(chunk, overlapping=True):
                if _is_inside_word(chunk, first, last):
                    continue
                for each in needles_by_anchor[number]:
                    if each.needle not in seen and (at := each.start(chunk, first)) is not None:
                        seen.add(each.needle)
                        yield NeedleHit(each.needle, start + at)


def _is_inside_word(chunk: bytes, first: int, last: int) -> bool:
    if last < len(chunk) and chunk[last] in _WORD:
        return True
    return first > 0 and chunk[first - 1] in _WORD and _BEGINS.match(chunk, first) is None
