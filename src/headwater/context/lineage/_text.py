"""Finds the part of the SQL that surrounds an offset: an item of a select list, a condition, or a key.

These parts are separated by the commas, conjunctions and keywords of a query, but not by those inside a function's
parentheses. No parser is needed. The text is split once per model, to look up the few offsets that edges have.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

_WORDS = r"""(?:(?P<between>between)|(?P<and>and)|(?P<word>select(?:\s+distinct)?|from|where|having|qualify|on|using
    |limit|window|union(?:\s+all)?|except|intersect|group\s+by|order\s+by|with(?:\s+recursive)?
    |(?:left|right|full|inner|cross|natural|asof|semi|anti|join|lateral|outer)(?!\s*\()))\b"""
_TOKENS = re.compile(
    rf"""(?:[^\w'"`/(),-]++  # all that separates nothing is passed in one go
        | is\s+(?:not\s+)?distinct\s+from\b
        | (?:except|exclude|replace|rename)\b\s*(?=\((?!\s*select\b))
        | (?!{re.sub("[?]P<[a-z]+>", "?:", _WORDS)})\w++
        | '(?:[^'\\]|\\.|'')*+'? | "[^"]*+"? | `[^`]*+`? | --[^\n]*+ | /\*.*?(?:\*/|\Z) | [/-]
    )*+
    (?:(?P<open>\((?:\s*(?P<query>select|with|from)\b)?) | (?P<close>\)) | (?P<comma>,) | {_WORDS} | \Z)""",
    re.VERBOSE | re.DOTALL,
)
_CONDITIONS = frozenset({"where", "having", "qualify", "on"})


class Spans:
    """The start and end offsets of the items in an SQL text."""

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._items = sorted(_items(sql))
        self._starts = [start for start, _ in self._items]

    def around(self, offset: int) -> tuple[int, int]:
        """Return the start and end of the innermost item around an offset, without surrounding whitespace."""
        index = bisect_right(self._starts, offset) - 1
        while index >= 0 and self._items[index][1] <= offset:
            index -= 1
        start, end = self._items[index] if index >= 0 else (offset, offset)
        sql = self._sql
        while start < end and sql[start].isspace():
            start += 1
        while start < end and sql[end - 1].isspace():
            end -= 1
        return start, end


def _items(sql: str) -> Iterable[tuple[int, int]]:
    """Yield the (start, end) of every item. Items of a subquery lie within the item that contains the subquery."""
    starts, clauses, depths = [0], [""], [0]
    between = False
    for match in _TOKENS.finditer(_lowered(sql)):
        kind = match.lastgroup
        if kind is None:
            continue
        if kind == "open":
            if match["query"]:
                starts.append(match.end())
                clauses.append(match["query"])
                depths.append(0)
            else:
                depths[-1] += 1
        elif kind == "close":
            if depths[-1]:
                depths[-1] -= 1
            elif len(depths) > 1:
                yield starts.pop(), match.start(kind)
                clauses.pop()
                depths.pop()
        elif depths[-1]:
            continue
        elif kind == "between":
            between = True
        elif kind == "and" and (between or clauses[-1] not in _CONDITIONS):
            between = False
        else:
            yield starts[-1], match.start(kind)
            starts[-1] = match.end()
            if kind == "word":
                clauses[-1] = match["word"]
    while starts:
        yield starts.pop(), len(sql)


def _lowered(sql: str) -> str:
    """Lowercase a text without shifting its offsets. ``lower`` would turn the Turkish İ into two characters."""
    return sql.replace("\u0130", "I").lower()
