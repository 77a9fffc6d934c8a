"""Which stretch of SQL an offset belongs to: the item of a select list, the condition, the key.

Only commas, conjunctions and keywords at the level of a query separate; what is within a function's parentheses does
not. It is done without a parser, once a model, for the few offsets that edges carry.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

_TOKENS = re.compile(
    r"""'(?:[^'\\]|\\.|'')*'? | "[^"]*"? | `[^`]*`? | --[^\n]* | /\*.*?(?:\*/|\Z)
    | (?P<open>\((?:\s*(?P<query>select|with|from)\b)?)
    | (?P<close>\))
    | (?P<comma>,)
    | \bis\s+(?:not\s+)?distinct\s+from\b
    | \b(?:except|exclude|replace|rename)\s*(?=\((?!\s*select\b))
    | \b(?P<between>between)\b
    | \b(?P<word>select(?:\s+distinct)?|from|where|having|qualify|on|using|limit|window
        |union(?:\s+all)?|except|intersect|group\s+by|order\s+by|with(?:\s+recursive)?|(?:left|right|full|inner|cross|natural|asof|semi|anti|join|lateral
        |outer)(?!\s*\())\b
    | \b(?P<and>and)\b""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_CONDITIONS = frozenset({"where", "having", "qualify", "on"})


class Spans:
    """The items of a text of SQL."""

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._items = sorted(_items(sql))
        self._starts = [start for start, _ in self._items]

    def around(self, offset: int) -> tuple[int, int]:
        """Return the ends of the innermost item around an offset, without space around it."""
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
    """Yield (start, end) of every item; those of inner queries lie within those around them."""
    starts, clauses, depths = [0], [""], [0]
    between = False
    for match in _TOKENS.finditer(sql):
        kind = match.lastgroup
        if kind is None:
            continue
        if kind in ("open", "query"):
            if match["query"]:
                starts.append(match.end())
                clauses.append(match["query"].lower())
                depths.append(0)
            else:
                depths[-1] += 1
        elif kind == "close":
            if depths[-1]:
                depths[-1] -= 1
            elif len(depths) > 1:
                yield starts.pop(), match.start()
                clauses.pop()
                depths.pop()
        elif depths[-1]:
            continue
        elif kind == "between":
            between = True
        elif kind == "and" and (between or clauses[-1] not in _CONDITIONS):
            between = False
        else:
            yield starts[-1], match.start()
            starts[-1] = match.end()
            if kind == "word":
                clauses[-1] = match["word"].lower()
    while starts:
        yield starts.pop(), len(sql)
