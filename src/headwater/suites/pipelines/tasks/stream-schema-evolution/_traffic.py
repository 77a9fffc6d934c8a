"""Write checkouts as the website does, and send orders as the desk does."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from _orders import TOPIC, Happening, encode_message, hall_of, order_of_checkout

from headwater.grading import Message, State

FIRST = 90_001
NOON = 1_763_640_000


def checkout(number: int, order: str = "", **content: Any) -> tuple[int, str, dict[str, Any]]:
    """Return a checkout as the website writes it: its id, its order and its content."""
    order = order or f"bx-{60_000 + number:05d}"
    content_of_order = {
        "order": order,
        "customer": f"c-{number:05d}",
        "cents": 3_000 + number,
        "placedAt": (NOON + number) * 1000 + 7,
    }
    return FIRST + number, order, content_of_order | content


def write(state: State, checkouts: Iterable[tuple[int, str, dict[str, Any] | None]]) -> list[Happening]:
    """Write checkouts as the website does, and return their effects on orders."""
    rows = [(*row[:2], None if row[2] is None else json.dumps(row[2])) for row in checkouts]
    text = json.dumps(rows).replace("'", "''")
    state.postgres.execute(
        "insert into shop.checkouts select (r->>0)::bigint, r->>1, (r->>2)::jsonb, now() "
        f"from jsonb_array_elements('{text}'::jsonb) r"
    )
    return [
        Happening(order, order_of_checkout(None if content is None else json.loads(content)), number)
        for number, order, content in rows
    ]


def desk(state: State, orders: Iterable[str]) -> list[Happening]:
    """Send orders as the desk does, in schema version 2, and return their effects."""
    found = []
    for number, order in enumerate(orders):
        content = {"order": order, "customer": "c-desk", "persons": 4, "cents": 7_000 + number, "placed_at": NOON}
        value = encode_message(2, [*content.values(), "desk"])
        state.kafka.produce(TOPIC, [Message(value, order.encode(), {"origin": b"desk"}, hall_of(order))])
        found.append(Happening(order, content | {"region": None}, None))
    return found
