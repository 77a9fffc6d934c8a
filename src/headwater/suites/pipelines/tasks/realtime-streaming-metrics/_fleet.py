"""A small fleet whose readings come by chance: late, again, in both formats, with wrong clocks and unusable ones."""

from __future__ import annotations

import json
from random import Random
from typing import Any, NamedTuple

from _agents import BEGIN_MS, BOOT
from _readings import OPEN_SEC, Identity, Taken

HOSTS = ("chance-1", "chance-2", "h" * 60 + "é-☁°", 'o\'neil "x" \\n')
KINDS = {"load": "gauge", "requests": "counter", "egress/ß": "counter"}
BOOTS = (BOOT, BOOT + 1, 1, 2**32 - 1)
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 2**32 - 1)
SKEWS = (0, 1, -1250, 7_200_400, 86_400_000, -86_400_000)
_OPEN_MS = OPEN_SEC * 1000
# Times at the edges of minutes, of closed minutes and of the documented years.
TIMES = (
    *(BEGIN_MS + step for step in (0, 0, 1, 59_999, 60_000, 60_000, 60_001, 119_999, 120_000, 180_500)),
    *(_OPEN_MS + step for step in (-86_400_000, -1, 0, 0, 59_999)),
    1_577_836_800_000,
    4_102_444_799_999,
)
COUNTS = (0, 0, 1, 1, 999, 1_500, 1_500, 5_000, 1_000_001, 123_456_789_012_345, 10**15)
VALUES = (-(10**15), -1_000, -1, 0, 1, 250, 1_500, 123_456_789_012_345, 10**15)
ODD: tuple[bytes | None, ...] = (
    None,
    b"",
    b"[]",
    b"\xff",
    b'{"host": "chance-1"}',
    b'{"format": 3, "host": "chance-1", "boot": 5, "skew_ms": 0, "readings": []}',
)


class Reading(NamedTuple):
    """A reading of a host."""

    host: str
    identity: Identity
    taken: Taken


class Sent(NamedTuple):
    """A message, and what is in it."""

    value: bytes | None
    readings: list[Reading]
    is_unusable: bool


class Fleet:
    """The hosts. A reading that comes again has the time and the value that it had before.

    Attributes:
        taken: The readings that were ever sent.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.taken: list[Reading] = []
        self._known: dict[tuple[str, Identity], Reading] = {}

    def messages(self) -> list[Sent]:
        """Return the messages of a round."""
        found = [self._message() for _ in range(self.random.randrange(1, 9))]
        if self.random.random() < 0.5:
            found.append(Sent(self.random.choice(ODD), [], is_unusable=True))
        self.random.shuffle(found)
        return found

    def _reading(self, host: str, boot: int) -> Reading:
        metric = self.random.choice(list(KINDS))
        identity = (metric, boot, self.random.choice(NUMBERS))
        values = VALUES if KINDS[metric] == "gauge" else COUNTS
        new = Reading(host, identity, (KINDS[metric], self.random.choice(TIMES), self.random.choice(values)))
        reading = self._known.setdefault((host, identity), new)
        self.taken.append(reading)
        return reading

    def _message(self) -> Sent:
        host, boot = self.random.choice(HOSTS), self.random.choice(BOOTS)
        if self.random.random() < 0.4:
            reading = self._reading(host, boot)
            return Sent(first_format(reading), [reading], is_unusable=False)
        readings = [self._reading(host, boot) for _ in range(self.random.randrange(1, 6))]
        is_unusable = self.random.random() < 0.2
        value = second_format(readings, self.random.choice(SKEWS), with_unusable=is_unusable)
        return Sent(value, readings, is_unusable)


def first_format(reading: Reading) -> bytes:
    """Return a message of one reading."""
    metric, boot, number = reading.identity
    kind, at, value = reading.taken
    fields: dict[str, Any] = {"host": reading.host, "boot": boot, "metric": metric, "kind": kind, "seq": number}
    return json.dumps(
        fields | {"ts": at / 1000, "value": value // 1000 if value % 1000 == 0 else value / 1000}
    ).encode()


def second_format(readings: list[Reading], skew: int = 0, *, with_unusable: bool = False) -> bytes:
    """Return a message of several readings of a host and one of its starts, with an unusable one between them."""
    each: list[Any] = [
        {"m": metric, "k": kind[0], "n": number, "at": at + skew, "v": value}
        for _, (metric, _, number), (kind, at, value) in readings
    ]
    if with_unusable:
        each.insert(len(each) // 2, each[0] | {"n": 0})
    fields = {"format": 2, "host": readings[0].host, "boot": readings[0].identity[1], "skew_ms": skew}
    return json.dumps(fields | {"readings": each}).encode()
