"""Write four months of events to the archive and the topic, and the snapshots that the faulty program made of them."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from headwater.services import Message

TOPIC, PARTITIONS = "orders.events", 6
ORDERS = 2_500
START, NOW = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 4, 30, tzinfo=UTC)
TOPIC_BEGINS = datetime(2026, 2, 10, tzinfo=UTC)
ARCHIVE_ENDS = datetime(2026, 2, 15, tzinfo=UTC)
KEYED_BY_ORDER = datetime(2026, 3, 15, tzinfo=UTC)
SECOND_VERSION = datetime(2026, 3, 1, tzinfo=UTC)
RESTARTS = [
    (datetime(2026, 4, 20, 3, tzinfo=UTC), datetime(2026, 4, 20, 9, tzinfo=UTC)),
    (datetime(2026, 4, 26, 3, tzinfo=UTC), datetime(2026, 4, 26, 15, tzinfo=UTC)),
]
KINDS = (
    *("item_added",) * 6,
    *("item_removed", "discounted", "corrected") * 2,
    *("paid",) * 4,
    *("refunded", "cancelled", "reopened", "noted"),
)
_AT = "2026-04-01T10:00:00Z"
_PAID = {"id": "x4", "order": "order-100014", "seq": 90, "type": "paid", "at": _AT, "data": {"amount": "5.00"}}
UNUSABLE = (
    None,
    b"",
    b"not json",
    json.dumps(_PAID).encode()[:70],
    b'["x2", "order-100013"]',
    b"null",
    json.dumps(_PAID | {"seq": "90"}).encode(),
    json.dumps(_PAID | {"seq": 0}).encode(),
    json.dumps(_PAID | {"at": "yesterday"}).encode(),
    json.dumps(_PAID | {"data": {"amount": 5.0}}).encode(),
    json.dumps({"v": 2, "event": _PAID, "data": {"amount": "5.00"}}).encode(),
    b'{"v": 2, "event": ["x8"], "data": {}}',
    b"\xff\xfe\x00broken",
)


def mixed(number: int) -> int:
    """Return a pseudorandom number below 2**31 that depends only on the argument (splitmix)."""
    value = (number + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    value = (value ^ value >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return (value ^ value >> 31) & 0x7FFFFFFF


Event = dict[str, Any]


def cents(event: Event, name: str) -> Event:
    """Return the data with an amount in the format of the event's version."""
    data = dict(event["data"])
    if name in data and event["v"] == 1:
        data[name] = f"{data[name] // 100}.{data[name] % 100:02d}"
    return data


def message(event: Event) -> bytes:
    """Return an event as the shop sends it. Amounts of events are in cents."""
    data = event["data"]
    for name in ("price", "amount"):
        data = cents(event | {"data": data}, name)
    if event["type"] == "corrected":
        inner = data["data"]
        for name in ("price", "amount"):
            inner = cents({"v": event["v"], "data": inner}, name)
        data = data | {"data": inner}
    at = event["at"].isoformat().replace("+00:00", "Z")
    fields = {"id": event["id"], "order": event["order"], "seq": event["seq"], "type": event["type"], "at": at}
    return json.dumps({"v": 2, "event": fields, "data": data} if event["v"] == 2 else fields | {"data": data}).encode()


def details(kind: str, chance: int, done: list[Event]) -> Event:
    """Return the data of an event."""
    if kind == "placed":
        return {"customer": f"customer-{1000 + chance % 900}"}
    if kind == "item_added":
        return {"sku": f"sku-{chance % 7}", "quantity": 1 + chance // 7 % 3, "price": 99 + chance // 21 % 9_900}
    if kind == "item_removed":
        return {"sku": f"sku-{chance % 7}", "quantity": 1 + chance // 7 % 2}
    if kind == "discounted":
        return {"percent": (5, 10, 15, 33)[chance % 4]}
    if kind in ("paid", "refunded"):
        return {"amount": 500 + chance % 20_000}
    if kind == "corrected":
        target = done[chance % len(done)]
        fixed = {name: value + 1 + chance % 50 for name, value in target["data"].items() if name in ("price", "amount")}
        return {"event": target["id"], "data": target["data"] | fixed}
    return {}


def events_of(order: int) -> list[Event]:
    """Return the events of an order by number."""
    first = START + timedelta(seconds=mixed(order) % (118 * 86_400))
    found: list[Event] = []
    for seq in range(1, 5 + mixed(order + 50_000) % 9):
        chance = mixed(order * 64 + seq + 900_000)
        kind = "placed" if seq == 1 else "item_added" if seq == 2 else KINDS[chance % len(KINDS)]
        at = first + timedelta(minutes=(seq - 1) * (1 + mixed(order + 70_000) % 3_000), seconds=chance % 50)
        version = 2 if at > SECOND_VERSION and mixed(order * 64 + seq) % 3 else 1
        event = {"id": f"e{order}-{chance % 9999:04d}-{seq}", "order": f"order-{100_000 + order}", "seq": seq}
        found.append(event | {"type": kind, "at": at, "v": version, "data": details(kind, chance // 32, found)})
    return found


def sent() -> Iterator[tuple[datetime, Event]]:
    """Yield all events with the time at which they were sent, duplicates included."""
    for order in range(ORDERS):
        for event in events_of(order):
            chance = mixed(order * 64 + event["seq"] + 5_000_000)
            if order % 97 == 5 and event["seq"] == 4:
                continue  # this event was never sent
            delay = timedelta(hours=chance % 90) if chance % 40 == 0 else timedelta(seconds=chance % 7)
            yield event["at"] + delay, event
            if chance % 29 == 0:
                yield event["at"] + delay + timedelta(hours=chance % 130), event


def partition(event: Event, at: datetime, customer: str) -> int:
    """Return the partition that the shop chose at the time."""
    key = customer if at < KEYED_BY_ORDER else event["order"]
    return sum(key.encode()) * 31 % 977 % PARTITIONS


def progressed(history: list[tuple[datetime, Event]]) -> list[list[Any]]:
    """Return the snapshots that the faulty program made of the events, in the order of their arrival."""
    rows: dict[str, dict[str, Any]] = {}
    for at, event in history:
        if event["v"] == 2 or any(begins <= at < ends for begins, ends in RESTARTS):
            continue
        row = rows.setdefault(event["order"], {"customer": "", "items": 0, "total": 0.0, "paid": 0.0})
        data, kind = event["data"], event["type"]
        if kind == "placed":
            row["customer"] = data["customer"]
        elif kind == "item_added":
            row["items"] += data["quantity"]
            row["total"] += data["quantity"] * data["price"] / 100
        elif kind == "item_removed" and row["items"]:
            share = data["quantity"] / row["items"]
            row |= {"items": row["items"] - data["quantity"], "total": row["total"] * (1 - share)}
        elif kind == "discounted":
            row["total"] *= 1 - data["percent"] / 100
        elif kind in ("paid", "refunded"):
            row["paid"] += data["amount"] / (100 if kind == "paid" else -100)
        elif kind == "cancelled":
            del rows[event["order"]]
            continue
        row |= {"seq": event["seq"], "at": event["at"]}
    return [
        [
            order, row["customer"], "paid" if row["paid"] >= row["total"] > 0 else "open", row["items"],
            round(row["total"], 2), round(row["paid"], 2), row["seq"], row["at"],
        ]
        for order, row in rows.items()
    ]  # fmt: skip


def seed(services: Any) -> None:
    """Fill the archive, the topic, the snapshots and the progress."""
    complete = sorted(sent(), key=lambda pair: (pair[0], pair[1]["id"]))
    customers = {event["order"]: event["data"]["customer"] for _, event in complete if event["type"] == "placed"}
    history = [pair for pair in complete if pair[0] < NOW]
    archive = [message(event) for at, event in history if at < ARCHIVE_ENDS]
    archive.insert(700, b"{}")
    recent = [(at, event) for at, event in history if at >= TOPIC_BEGINS]
    messages = []
    for number, (at, event) in enumerate(recent):
        chosen = partition(event, at, customers[event["order"]])
        messages.append(Message(message(event), partition=chosen))
        if number % 260 == 0:
            messages.append(Message(UNUSABLE[number // 260 % len(UNUSABLE)], partition=chosen))
    services.kafka.create_topic(TOPIC, PARTITIONS)
    services.kafka.produce(TOPIC, messages)
    ends = [sum(each.partition == number for each in messages) for number in range(PARTITIONS)]
    insert = "insert into app.order_archive select * from unnest(%s::bigint[], %s::text[]) returning 1"
    services.postgres.app.query(insert, [list(range(1, len(archive) + 1)), [text.decode() for text in archive]])
    insert = (
        "insert into app.order_snapshots select * from unnest(%s::text[], %s::text[], %s::text[], %s::integer[], "
        "%s::numeric[], %s::numeric[], %s::integer[], %s::timestamptz[]) returning 1"
    )
    services.postgres.app.query(insert, [list(column) for column in zip(*progressed(history), strict=True)])
    insert = "insert into app.replay_progress select * from unnest(%s::integer[], %s::bigint[]) returning 1"
    services.postgres.app.query(insert, [list(range(PARTITIONS)), [end - end // 40 for end in ends]])
    services.postgres.execute("ANALYZE")
