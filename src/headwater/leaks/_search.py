"""One pass over bytes for everything that reveals a solution."""

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
"""Bytes for each token that a needle may take: its token, and white space, quotes and escapes beside it."""
_BETWEEN = rb"(?:\\[nrt]|\\u00(?:0[9ad]|2[027])|[\s\"'`\\])*"
_BEGIN = rb"(?:(?<![a-z0-9_])|(?<=\\[nrt])|(?<=[\x00-\x08\x0e-\x1f\x80-\xff][a-z0-9_]))"
"""What may stand before a word: no part of it, an escape, or a letter that is the length of the string that begins."""
_BEGINS = re.compile(_BEGIN)
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_")


@dataclass(frozen=True)
class Hit:
    """Where a needle begins in what was searched."""

    needle: Needle
    offset: int


class _Wanted:
    """The patterns of a needle: the part from its anchor on, which few places with the anchor match, and the whole.

    Most anchors are nowhere, so a pattern is compiled when there is a place to try it.
    """

    def __init__(self, needle: Needle) -> None:
        self.needle = needle
        self.reach = len(needle.tokens) * _AROUND

    @cached_property
    def after(self) -> re.Pattern[bytes]:
        return re.compile(_pattern(self.needle.tokens[self.needle.anchor :]))

    @cached_property
    def whole(self) -> re.Pattern[bytes]:
        tokens = self.needle.tokens
        return re.compile((_BEGIN if is_word(tokens[0]) else b"") + _pattern(tokens))

    def start(self, chunk: bytes, anchor: int) -> int | None:
        """Return where in a chunk the needle begins, if its anchor is at this place."""
        if not self.after.match(chunk, anchor):
            return None
        found = self.whole.search(chunk, max(anchor - self.reach, 0), anchor + self.reach)
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
    """Finds needles in bytes, whatever is between them: text, a page of a database, a serialized object."""

    needles: Sequence[Needle]

    @cached_property
    def _by_anchor(self) -> dict[bytes, list[_Wanted]]:
        found: dict[bytes, list[_Wanted]] = defaultdict(list)
        for needle in self.needles:
            found[needle.tokens[needle.anchor].encode()].append(_Wanted(needle))
        return found

    @cached_property
    def _automaton(self) -> BytesAhoCorasick:
        return BytesAhoCorasick(list(self._by_anchor))

    @cached_property
    def _overlap(self) -> int:
        return max((len(needle.tokens) for needle in self.needles), default=0) * _AROUND

    def hits(self, data: bytes | memoryview) -> Iterator[Hit]:
        """Yield each needle once, with the first place where it is."""
        if not self.needles:
            return
        wanted = list(self._by_anchor.values())
        seen: set[Needle] = set()
        for begin in range(0, len(data), _CHUNK):
            start = max(begin - self._overlap, 0)
            chunk = bytes(data[start : begin + _CHUNK + self._overlap]).lower()
            for number, first, last in self._automaton.find_matches_as_indexes(chunk, overlapping=True):
                if _is_inside_word(chunk, first, last):
                    continue
                for each in wanted[number]:
                    if each.needle not in seen and (at := each.start(chunk, first)) is not None:
                        seen.add(each.needle)
                        yield Hit(each.needle, start + at)


def _is_inside_word(chunk: bytes, first: int, last: int) -> bool:
    if last < len(chunk) and chunk[last] in _WORD:
        return True
    return first > 0 and chunk[first - 1] in _WORD and _BEGINS.match(chunk, first) is None
