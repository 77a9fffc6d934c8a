"""Send messages to a copy of the agent's state, and run the program after each group of messages."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache

from _agents import BEGIN_MS, BOOT, PARTITIONS, send, several, single
from _readings import Readings, at_start, start_messages
from _runs import Run, measured_run
from _tables import Row, fault, rejected

from headwater.grading import Graded, Message, QueryError, State

Values = list[bytes | None]


@dataclass(frozen=True)
class Arrivals:
    """Runs of consume.py, each after different messages.

    Attributes:
        idle: Without new messages.
        few: After readings of new hosts in both formats, in any order.
        repeated: After messages that were sent again, and readings that came again in the other format.
        mixed: After all messages of the following groups, each of which has hosts of its own.
        late: `mixed`, for late readings of counters and gauges, which change later minutes.
        reset: `mixed`, for counters that were reset and agents that restarted.
        skewed: `mixed`, for readings of hosts whose clocks are wrong.
        closed: `mixed`, for readings of closed minutes, and counters that go on from them.
        last: `mixed`, for several readings of a minute with the same time.
        odd: `mixed`, for unusable messages and messages with unusable readings.
        gap: `mixed`, for readings of old hosts that were missing.
        gaps: The number of these readings.
        listed: The unusable messages that are listed after all runs.
        unusable: Those that should be listed.
    """

    idle: Run
    few: Run
    repeated: Run
    mixed: Run
    late: Run
    reset: Run
    skewed: Run
    closed: Run
    last: Run
    odd: Run
    gap: Run
    gaps: int
    listed: list[Row]
    unusable: list[Row]


@cache
def arrivals(graded: Graded) -> Arrivals:
    """Send groups of messages, and run consume.py after them."""
    old = [message.value for message in start_messages(graded)[::700]]
    gap = _gap(graded)
    groups = ([*_FEW, *_LATE], _RESET, _SKEWED, _CLOSED, _LAST, _ODD, gap)
    mixed = [*_LATE, *_RESET, *_SKEWED, *_CLOSED, *_LAST, *_ODD, *gap]
    unusable = dict(at_start(graded).unusable)
    ends = dict(at_start(graded).ends)
    sent: Values = []
    with graded.copy() as copy:
        runs = [measured_run(graded, copy)]
        for known, messages in (([], _FEW), (old, _REPEATED), ([], mixed)):
            send(copy, known + messages)
            unusable |= _unusable(known + messages, ends)
            sent += messages
            runs.append(measured_run(graded, copy, sent))
        runs += [replace(runs[-1], fault=fault(graded, copy, group, others=sent)) for group in groups]
        right = sorted((*place, value.hex().upper()) for place, value in unusable.items())
        return Arrivals(*runs, len(gap), _listed(copy), right)


def _unusable(messages: Values, ends: dict[int, int]) -> dict[tuple[int, int], bytes]:
    """Return the unusable ones of messages that are sent to the partitions in turn, and add them to the ends."""
    found = Readings()
    for place, value in enumerate(messages):
        partition = place % PARTITIONS
        found.add(Message(value, partition=partition, offset=ends[partition]))
        ends[partition] += 1
    return found.unusable


def _listed(state: State) -> list[Row]:
    try:
        return rejected(state)
    except QueryError:
        return []


_FEW: Values = [
    single("new-1", ("requests", 3, 125.001, 9_250)),
    single("new-1", ("requests", 1, 5.999, 1_001)),
    single("new-1", ("load", 2, 65.25, -40)),
    single("new-1", ("load", 1, 5.25, 1_003)),
    single("new-1", ("load", 3, 64.004, 7)),
    several("new-2", ("requests", 6, 300, 60_000), ("load", 6, 300.5, 1)),
    several("new-2", ("requests", 2, 60.5, 20_000), ("load", 2, 60.9, 4_000)),
    several("new-2", ("requests", 1, 59.999, 5_500), ("load", 1, 59.998, 3_000)),
    single("new-1", ("requests", 2, 60, 4_000)),
]
_REPEATED: Values = [
    several("new-1", ("requests", 3, 125.001, 9_250), ("load", 1, 5.25, 1_003), ("load", 3, 64.004, 7), skew=-350),
    single("new-2", ("requests", 2, 60.5, 20_000)),
    single("new-2", ("load", 6, 300.5, 1)),
]
_LATE: Values = [
    several("new-2", ("requests", 4, 180, 45_000), ("load", 4, 180.25, 10**15)),
    single("new-1", ("requests", 5, 400, 20_000)),
    single("new-1", ("requests", 4, 5, 9_300)),
    several("new-2", ("requests", 5, 300.001, 45_000), ("load", 5, 239.999, -(10**15))),
]
_RESET: Values = [
    single("new-3", ("requests", 1, 0, 50_000)),
    single("new-3", ("requests", 2, 30, 70_000)),
    single("new-3", ("requests", 4, 90, 5_000)),
    single("new-3", ("requests", 3, 60, 90_000)),
    single("new-3", ("requests", 1, 70, 8_000), BOOT + 60),
    single("new-3", ("requests", 2, 100, 8_000), BOOT + 60),
    several("new-3", ("requests", 5, 130, 5_001), ("requests", 6, 160, 0), ("requests", 7, 161, 4)),
    several("new-3", ("requests", 3, 130, 2_000), ("load", 3, 130, 2_000), boot=BOOT + 60),
    single("new-3", ("requests", 900, 140, 30), BOOT - 86_000),
]
_SKEWED: Values = [
    several("new-4", ("load", 1, 60.1, 1_000), ("requests", 1, 60.1, 1_000), skew=61_500),
    several("new-4", ("load", 2, 59.9, 2_000), ("requests", 2, 59.9, 3_000), skew=-7_200_001),
    several("new-4", ("load", 3, 119.999, 3_000), ("requests", 3, 119.999, 4_000), skew=86_400_000),
    several("new-4", ("load", 4, 120, 4_000), ("requests", 4, 120, 4_000), skew=-86_400_000),
]
_TO_JUNE = (1_780_272_000_000 - BEGIN_MS) // 1000
_CLOSED: Values = [
    single("new-5", ("requests", 2, _TO_JUNE + 0.001, 15_000)),
    single("new-5", ("requests", 1, _TO_JUNE - 0.001, 10_000)),
    several("new-5", ("load", 2, _TO_JUNE, 5_000), ("load", 1, _TO_JUNE - 30, 9_000)),
    several("web-01", ("load", 1, _TO_JUNE - 60_000, 9_000), ("requests", 1, _TO_JUNE - 30, 6_000), skew=5_000, boot=7),
    several("web-01", ("requests", 2, _TO_JUNE - 30 * 86_400, 7_000), ("requests", 3, _TO_JUNE + 30, 9_000), boot=7),
]
_LAST: Values = [
    several("new-6", ("load", 2, 5, 1), ("load", 9, 4.999, 2), boot=BOOT + 1),
    several("new-6", ("load", 8, 5, 3), ("load", 1, 5, 4)),
    several("new-6", ("load", 10, 60, 5), ("load", 11, 60, 6)),
    single("new-6", ("load", 9, 60, 7)),
    single("new-6", ("load", 12, 59.999, 8)),
]
_GOOD = single("odd-1", ("load", 3, 15.5, 4_125))
_ODD: Values = [
    b"[" * 100_000,
    None,
    b"",
    b"\x00\x80\xff",
    b"17",
    _GOOD[:-1],
    _GOOD.replace(b"odd-1", b"\\ud800"),
    _GOOD.replace(b"odd-1", b"o" * 65),
    _GOOD.replace(b"4.125", b"4.1251"),
    _GOOD.replace(b"4.125", b"NaN"),
    _GOOD.replace(b"4.125", b"1e999"),
    _GOOD.replace(b"4.125", b"true"),
    _GOOD.replace(b"4.125", b"1000000000000.001"),
    _GOOD.replace(b"4.125", b"9" * 5_000),
    _GOOD.replace(b'"gauge"', b'["gauge"]'),
    _GOOD.replace(b'"gauge"', b'"g"'),
    _GOOD.replace(b'"gauge", "seq": 3', b'"counter", "seq": 3').replace(b"4.125", b"-0.001"),
    _GOOD.replace(b'"seq": 3', b'"seq": 4294967296'),
    _GOOD.replace(b'{"host"', b'{"format": null, "host"'),
    several("odd-2", ("load", 1, 1, 11), ("load", 0, 2, 12), ("load", 3, 3, 13)),
    several("odd-2", ("load", 4, 4, 10**15 + 1), ("load", 5, 65, 15)),
    several("odd-2", ("requests", 6, 6, -1), ("requests", 7, 7, 17)),
    several("odd-2", ("load", 8, -1e9, 18), ("load", 9, 130, 19)),
    several("odd-2", ("load", 10, 10, 20)).replace(b'"readings": [', b'"readings": [[], null, "load", '),
    several("odd-2", ("load", 11, 11, 21), skew=86_400_001),
    several("odd-2", ("load", 12, 12, 22)).replace(b'"v": 22', b'"v": 22.5'),
    several("odd-2", ("load", 13, 13, 23), boot=0),
    several("odd-2"),
    several("odd-2", ("load", 14, 200, 24)).replace(b'{"format"', b'{"release": [2, 7], "format"'),
    _GOOD,
]


def _gap(graded: Graded) -> Values:
    """Return readings of counters of old hosts that have never arrived."""
    found: Values = []
    for host in ("web-02", "web-04"):
        taken = at_start(graded).hosts[host]
        for (metric, boot, number), (_, at, value) in sorted(taken.items()):
            after = taken.get((metric, boot, number + 2))
            if metric == "egress_bytes" and after and (metric, boot, number + 1) not in taken and after[2] > value:
                middle = (value + after[2]) // 2000
                fields = {"host": host, "boot": boot, "metric": metric, "kind": "counter", "seq": number + 1}
                found.append(json.dumps(fields | {"ts": (at + 30_000) / 1000, "value": middle}).encode())
    return found[::5]
