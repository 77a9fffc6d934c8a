"""Settings and input generators for property tests of the readers of agent output.

``make test`` tries the same 400 cases of each reader every time, so that a failure can be repeated; ``make test-all``
tries more cases, and different ones every time. A test of a reader is written as::

    @reader_cases
    @given(hostile_bytes(any_json(_KEYS)))
    def test_reading_never_raises(raw: bytes) -> None:
        read(raw)

Values are generated from a seed, which is many times as fast as letting Hypothesis draw each part; a failure shows the
value itself.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

_CASES = "HEADWATER_READER_CASES"
"""The environment variable with the number of cases for each reader; the Makefile sets it for ``make test-all``."""

reader_cases = settings(
    max_examples=int(os.environ.get(_CASES, "400")),
    derandomize=_CASES not in os.environ,
    database=None,
    deadline=None,
    print_blob=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
"""Decorates the test of a reader; other tests keep Hypothesis's own number of cases."""

_SEEDS = st.integers(0, 2**63)
_CHARACTERS = [
    "a",
    "B",
    "7",
    " ",
    '"',
    "\\",
    "\n",
    "\0",
    "\x1b",
    "é",
    "\u017f",
    "漢",
    "\u2028",
    "\ud800",
    "\udfff",
    "😀",
]
_NUMBERS = [0, -1, 7, 2**31, -(2**63), 2**64, 10**400, 0.5, 1e308, float("nan"), float("inf"), 253402300800, 1764000000]
_BROKEN = [b"[", b'{"a":', b"[{", b'"', b"\xff", b"\\u", b"{}"]


def any_json(keys: Sequence[str], texts: Sequence[str] = (), *, leaves: int = 12) -> st.SearchStrategy[Any]:
    """Generate JSON values of any shape and depth.

    Args:
        keys: The names that the reader looks for; other names occur as well.
        texts: Values that the reader knows, such as the types of events.
        leaves: The approximate maximum number of leaf values in a generated value.
    """
    return _SEEDS.map(lambda seed: _Maker(random.Random(seed), keys, texts, leaves).value(0))


def any_object(
    keys: Sequence[str], texts: Sequence[str] = (), *, leaves: int = 12
) -> st.SearchStrategy[dict[str, Any]]:
    """Generate JSON objects with some of the keys, as ``any_json`` does."""
    return _SEEDS.map(lambda seed: _Maker(random.Random(seed), keys, texts, leaves).members(0))


any_text = _SEEDS.map(lambda seed: _text(random.Random(seed)))
"""Text with lone surrogates, NUL, and other characters that are not plain letters."""


class _Maker:
    """A generator of a single value."""

    def __init__(self, chance: random.Random, keys: Sequence[str], texts: Sequence[str], leaves: int) -> None:
        self._chance = chance
        self._keys = keys
        self._texts = texts
        self._left = leaves

    def value(self, depth: int) -> Any:
        self._left -= 1
        kind = self._chance.random()
        if self._left > 0 and depth < 8 and kind < 0.45:
            return self.members(depth) if kind < 0.3 else [self.value(depth + 1) for _ in range(self._few())]
        if kind < 0.65:
            return self._chance.choice(self._texts) if self._texts else _text(self._chance)
        if kind < 0.75:
            return _text(self._chance)
        if kind < 0.92:
            return self._chance.choice(_NUMBERS)
        return nested(self._chance.randint(80, 500)) if kind > 0.98 else self._chance.choice([None, True, False])

    def members(self, depth: int) -> dict[str, Any]:
        names = [_text(self._chance) if self._chance.random() < 0.1 else self._chance.choice(self._keys)]
        names += [self._chance.choice(self._keys) for _ in range(self._few())]
        return {name: self.value(depth + 1) for name in names}

    def _few(self) -> int:
        return self._chance.randint(0, 4)


def _text(chance: random.Random) -> str:
    return "".join(chance.choice(_CHARACTERS) for _ in range(chance.randint(0, 9))) * chance.choice([1, 1, 1, 50])


def nested(depth: int) -> Any:
    """Return an empty list inside this number of lists."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def hostile_bytes(values: st.SearchStrategy[Any]) -> st.SearchStrategy[bytes]:
    """Generate JSON encodings of values, and invalid variants: truncated, with an extra byte, or not JSON at all."""
    return st.builds(_spoil, values, _SEEDS)


def _spoil(value: Any, seed: int) -> bytes:
    chance = random.Random(seed)
    encoded = to_bytes(value)
    at = chance.randint(0, len(encoded))
    match chance.randint(0, 9):
        case 0:
            return encoded[:at]
        case 1:
            return encoded[:at] + chance.choice(_BROKEN) + encoded[at:]
        case 2:
            return encoded[:at] + chance.randbytes(3) + encoded[at + 3 :]
        case 3:
            return chance.randbytes(chance.randint(0, 40))
        case 4:
            return chance.choice(_BROKEN) * chance.choice([1, 300, 20_000])
        case _:
            return encoded


def to_bytes(value: Any) -> bytes:
    """Encode a value as an agent might: with NaN, and with lone surrogates encoded by mistake."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass")
