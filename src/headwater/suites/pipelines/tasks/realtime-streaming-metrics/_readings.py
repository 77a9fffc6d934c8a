"""Compute the right minutes from the messages of the topic, as the documents define them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any

from headwater.grading import Graded, Message

TOPIC, GROUP = "metrics", "realtime-metrics"
OPEN_SEC = 1_780_272_000
"""The first open minute: 1 June 2026, 0:00 UTC."""

_FIRST_MS, _END_MS = 1_577_836_800_000, 4_102_444_800_000
_UINT32 = range(1, 1 << 32)
_VALUE = 10**15
_KINDS = {"g": "gauge", "c": "counter"}

Identity = tuple[str, int, int]
"""The metric, the start of the agent, and the number of a reading of a host."""

Taken = tuple[str, int, int]
"""The kind, the time in milliseconds and the value in thousandths of a reading."""

Key = tuple[str, str, int]
"""The host, the metric and the second at which a minute begins."""

Minute = tuple[str, int, int, int, int, int]
"""The kind, the number of readings, and the total, low, high and last value in thousandths."""


class _UnusableError(Exception):
    pass


@dataclass
class Readings:
    """Readings by host and identity, and the unusable messages among them."""

    hosts: dict[str, dict[Identity, Taken]] = field(default_factory=dict)
    unusable: dict[tuple[int, int], bytes] = field(default_factory=dict)
    ends: dict[int, int] = field(default_factory=dict)

    def add(self, message: Message) -> None:
        """Add what a message contains."""
        self.ends[message.partition] = max(self.ends.get(message.partition, 0), message.offset + 1)
        if not self._is_added(message.value):
            self.unusable[message.partition, message.offset] = message.value or b""

    def _is_added(self, value: bytes | None) -> bool:
        try:
            content = json.loads((value or b"").decode(), parse_float=Decimal)
            host = _text(content["host"]) if isinstance(content, dict) else _text(None)
            if "format" not in content:
                self._take(host, content["boot"], *_single(content))
                return True
            each, skew, boot = content["readings"], content["skew_ms"], content["boot"]
            fits = type(content["format"]) is int and content["format"] == 2 and isinstance(each, list)
            _require(fits and _is_whole(skew) and abs(skew) <= 86_400_000 and _is_whole(boot) and boot in _UINT32)
        except (ValueError, KeyError, RecursionError, _UnusableError):
            return False
        taken = [self._is_taken(host, boot, skew, one) for one in each]
        return all(taken)

    def _is_taken(self, host: str, boot: int, skew: int, one: Any) -> bool:
        try:
            _require(isinstance(one, dict) and _is_whole(one["at"]) and _is_whole(one["v"]))
            kind = _KINDS.get(_text(one["k"]), "")
            self._take(host, boot, _text(one["m"]), one["n"], kind, one["at"] - skew, one["v"])
        except (KeyError, _UnusableError):
            return False
        return True

    def _take(self, host: str, boot: int, metric: str, number: int, kind: str, at: int, value: int) -> None:
        _require(_is_whole(boot) and boot in _UINT32 and _is_whole(number) and number in _UINT32)
        _require(kind in _KINDS.values() and _FIRST_MS <= at < _END_MS)
        _require((0 if kind == "counter" else -_VALUE) <= value <= _VALUE)
        self.hosts.setdefault(host, {})[metric, boot, number] = (kind, at, value)


def _require(fits: object) -> None:
    if not fits:
        raise _UnusableError


def _is_whole(value: object) -> bool:
    return type(value) is int


def _text(value: object) -> str:
    _require(isinstance(value, str) and 1 <= len(value) <= 64)
    assert isinstance(value, str)
    value.encode()  # a half of a surrogate pair is a UnicodeEncodeError, which is a ValueError
    return value


def _thousandths(value: object) -> int:
    if not isinstance(value, int | Decimal) or isinstance(value, bool) or abs(value) > _VALUE:
        raise _UnusableError
    scaled = value * 1000
    _require(scaled == int(scaled))
    return int(scaled)


def _single(content: dict[str, Any]) -> tuple[str, int, str, int, int]:
    metric, kind = _text(content["metric"]), _text(content["kind"])
    return metric, content["seq"], kind, _thousandths(content["ts"]), _thousandths(content["value"])


def minutes(host: str, taken: dict[Identity, Taken]) -> dict[Key, Minute]:
    """Return the open minutes of a host."""
    totals: dict[Key, int] = {}
    groups: dict[Key, list[tuple[int, int, int, int]]] = {}
    kinds: dict[str, str] = {}
    before: tuple[str, int] | None = None
    previous = 0
    for (metric, boot, number), (kind, at, value) in sorted(taken.items()):
        if before != (metric, boot):
            before, previous = (metric, boot), 0
        amount = value
        if kind == "counter":
            amount = value - previous if value >= previous else value
            previous = value
        key = (host, metric, at // 60_000 * 60)
        if key[2] >= OPEN_SEC:
            kinds[metric] = kind
            totals[key] = totals.get(key, 0) + amount
            groups.setdefault(key, []).append((at, boot, number, value))
    found = {}
    for key, group in groups.items():
        values = [one[3] for one in group]
        found[key] = (kinds[key[1]], len(group), totals[key], min(values), max(values), max(group)[3])
    return found


@cache
def start_messages(graded: Graded) -> list[Message]:
    """Return the messages in the topic of the task."""
    return graded.starting.kafka.messages(TOPIC)


@cache
def at_start(graded: Graded) -> Readings:
    """Return the readings in the topic of the task."""
    found = Readings()
    for message in start_messages(graded):
        found.add(message)
    return found


def minutes_in(messages: Iterable[Message]) -> dict[Key, Minute]:
    """Return the open minutes of messages."""
    found = Readings()
    for message in messages:
        found.add(message)
    return {key: minute for host, taken in found.hosts.items() for key, minute in minutes(host, taken).items()}


@cache
def right_minutes(graded: Graded) -> dict[Key, Minute]:
    """Return the open minutes of all readings in the topic of the task."""
    hosts = at_start(graded).hosts.items()
    return {key: minute for host, taken in hosts for key, minute in minutes(host, taken).items()}


def minutes_after(graded: Graded, sent: Iterable[bytes | None]) -> tuple[set[str], dict[Key, Minute]]:
    """Return the hosts of messages that were sent later, and the open minutes of these hosts with all readings."""
    later = Readings()
    for value in sent:
        later.add(Message(value, partition=0, offset=0))
    right: dict[Key, Minute] = {}
    for host, taken in later.hosts.items():
        right |= minutes(host, at_start(graded).hosts.get(host, {}) | taken)
    return set(later.hosts), right
