"""Reads untrusted JSON, and limits its depth, its number of values and the size of its numbers.

Headwater reads data from agents outside the sandbox. Python's own reader accepts data that other readers reject
(``NaN``, numbers beyond the range of a float, any depth), and nested brackets take twenty times their size in memory.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

DEEPEST = 100
"""The maximum nesting of objects and lists. Pydantic refuses more than 200, and values are stored inside others."""
MOST_VALUES = 300_000
"""The maximum number of values in one document, including keys, which take about 60 MiB as Python objects."""
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""Matches a string, even an unclosed one, because a search that failed at one quote would continue at the next."""
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


def read_json(raw: bytes) -> Any:
    """Parse JSON. If an object contains the same key twice, the last value is used.

    Raises:
        ValueError: The text is not JSON, has too many values, is nested too deeply, or has an invalid number.
    """
    text = raw.decode(errors="surrogatepass")  # Python would accept UTF-16 as well
    if _values(raw) > MOST_VALUES or raw.count(b"[") + raw.count(b"{") > DEEPEST:
        bare = _STRING.sub(b'""', raw)
        if _values(bare) > MOST_VALUES:
            raise ValueError(f"more than {MOST_VALUES} values")
        if _is_too_deep(bare):
            raise ValueError(f"nested deeper than {DEEPEST} levels")
    return json.loads(text, parse_constant=_refuse, parse_float=_finite)


def one_line(text: str) -> str:
    """Return text on one line, without control characters and characters that cannot be encoded."""
    if not text.isprintable():
        text = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(text.split())


def _values(raw: bytes) -> int:
    """Return the approximate number of values if ``raw`` has no strings, or else an upper bound."""
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
