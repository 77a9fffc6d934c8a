"""Messages with many numbers of schemas in one run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from _load import Cost, cost
from _orders import (
    TOPIC,
    Happening,
    by_day,
    difference,
    encode_message,
    figures,
    hall_of,
    happenings,
    lengths,
    orders_after,
    registered,
)
from _traffic import NOON

from headwater.grading import Graded, Message

_VERSIONS, _UNKNOWN, MESSAGES = 24, 6, 600


@dataclass(frozen=True)
class Numbers:
    """A run of totals.py, what is wrong in the figures after it, and the numbers of messages to reject and rejected."""

    cost: Cost
    fault: str
    bad: int
    rejected: int


@cache
def many_numbers(graded: Graded) -> Numbers:
    """Register many versions as other programs do, and send messages in all of them, and with unknown numbers."""
    with graded.copy() as copy:
        first = max(number for number, _ in registered(copy)) + 100
        fields = registered(copy)[-1][1]
        rows = []
        for place in range(_VERSIONS):
            new = [*fields, {"name": f"extra_{place}", "type": "int", "default": place}]
            rows.append(f"({first + place}, '{TOPIC}', {100 + place}, '{json.dumps(new)}')")
        copy.postgres.execute(f"insert into registry.schemas values {', '.join(rows)}")
        before, happened, bad, messages = lengths(copy), [], 0, []
        for place in range(MESSAGES):
            order = f"bx-{85_000 + place}"
            content = {"order": order, "customer": "c-1", "persons": 3, "cents": place, "placed_at": NOON + place}
            content |= {"channel": "desk", "region": None}
            number = place * 7 % (_VERSIONS + _UNKNOWN)
            values = [content.get(each["name"], each.get("default")) for each in fields]
            value = encode_message(first + number, [*values, place])
            messages.append(Message(value, order.encode(), {"origin": b"desk"}, hall_of(order)))
            if number < _VERSIONS:
                happened.append(Happening(order, content, None))
            bad += number >= _VERSIONS
        copy.kafka.produce(TOPIC, messages)
        run = cost(copy, "python3 totals.py")
        rows = copy.postgres.query('select partition, "offset" from stats.rejected')
        rejected = sum(int(offset) >= before[int(part)] for part, offset in rows)
        orders = orders_after([*happenings(graded), *happened])
        return Numbers(run, difference(figures(graded, copy, "days"), by_day(orders), "days"), bad, rejected)
