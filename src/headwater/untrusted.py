"""Read what somebody else wrote: JSON bounded in depth, in values and in the size of numbers, or a ``ValueError``.

What agents send and leave behind is read outside the sandbox. Python's own reader takes what others cannot read again
(``NaN``, numbers beyond a float, any depth), and a few bytes of brackets become twenty times as much memory.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

DEEPEST = 100
"""Levels of objects and lists. Pydantic refuses more than 200, and a value is written down inside of others."""
MOST_VALUES = 300_000
"""Values of one document, keys included: at most some 60 MiB of Python objects."""
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""A string, closed or not: a search that failed at one quote would go on at the next, in quadratic time."""
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


def read_json(raw: bytes) -> Any:
    """Parse JSON; of two keys with the same name in one object the last counts.

    Raises:
        ValueError: It is none, holds too many values, is nested too deep, or has a number that is none.
    """
    text = raw.decode(errors="surrogatepass")  # Python would take UTF-16, too
    if _values(raw) > MOST_VALUES or raw.count(b"[") + raw.count(b"{") > DEEPEST:
        bare = _STRING.sub(b'""', raw)
        if _values(bare) > MOST_VALUES:
            raise ValueError(f"more than {MOST_VALUES} values")
        if _is_too_deep(bare):
            raise ValueError(f"nested deeper than {DEEPEST} levels")
    return json.loads(text, parse_constant=_refuse, parse_float=_finite)


def one_line(text: str) -> str:
    """Return text on one line, without what steers a terminal or cannot be written."""
    if not text.isprintable():
        text = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(text.split())


def _values(raw: bytes) -> int:
    """About how many values there are, where ``raw`` has no strings; no fewer, where it has."""
    return sum(raw.count(mark) for mark in (b"[", b"{", b",", b":"))


def _is_too_deep(bare: bytes) -> bool:
    depth = 0
    for byte in bare.translate(None, _NO_BRACKETS):
        depth += 1 if byte in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"the number {text[:40]} is too large")
    return value
