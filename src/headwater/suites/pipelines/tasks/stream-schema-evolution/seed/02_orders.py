"""Fill the checkouts, the topic and the figures as they were when the scheduler was stopped on Thursday."""

import json
import struct
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from headwater.services import Message

TOPIC, PARTITIONS = "orders", 3
FIRST_CHECKOUT = 40_001
BEFORE, MISLABELLED, WAITING = 1_200, 320, 170
MONTH_AGO = 1_761_000_000
THURSDAY = 1_763_539_200
REGIONS = ("north", "south", "east", "west", "islands")


@dataclass
class Happening:
    """An event of an order, with the content as the website would write it, or None if the order is cancelled."""

    order: str
    content: dict[str, Any] | None
    at: int
    is_desk: bool = False


def mixed(number: int) -> int:
    """Return a deterministic pseudo-random number below 2**31 (splitmix)."""
    value = (number + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    value = (value ^ value >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return (value ^ value >> 31) & 0x7FFFFFFF


def murmur2(key: bytes) -> int:
    """Return the hash with which the Java client chooses a partition."""
    m, mask = 0x5BD1E995, 0xFFFFFFFF
    h = 0x9747B28C ^ len(key)
    whole = len(key) & ~3
    for at in range(0, whole, 4):
        k = int.from_bytes(key[at : at + 4], "little") * m & mask
        h = (h * m & mask) ^ ((k ^ k >> 24) * m & mask)
    if len(key) > whole:
        h = (h ^ int.from_bytes(key[whole:], "little")) * m & mask
    h = (h ^ h >> 13) * m & mask
    return h ^ h >> 15


def partition_of(order: str) -> int:
    """Return an order's partition."""
    return (murmur2(order.encode()) & 0x7FFFFFFF) % PARTITIONS


def content_of(order: str, at: int, number: int) -> dict[str, Any]:
    """Return the content that the website writes for an order."""
    content: dict[str, Any] = {"order": order, "customer": f"c-{mixed(number) % 90_000:05d}"}
    content["cents"] = 2_490 + mixed(number + 3) % 70 * 100
    content["placedAt"] = at * 1000 + mixed(number + 5) % 1000
    if mixed(number + 1) % 4:
        content["persons"] = 1 + mixed(number + 2) % 6
    return content


def earlier() -> list[Happening]:
    """Return the events before Thursday: new orders, some of which are later changed or cancelled."""
    found = []
    for number in range(1, BEFORE + 1):
        at = MONTH_AGO + number * 2_000
        chosen = mixed(number + 11) % 12
        earlier_one = f"bx-{max(number - 1 - mixed(number) % 90, 1):05d}"
        desk = mixed(number + 12) % 5 == 0
        if chosen == 0 and number > 100:
            found.append(Happening(earlier_one, None, at, desk))
        elif chosen == 1 and number > 100:
            found.append(Happening(earlier_one, content_of(earlier_one, at, number), at, desk))
        found.append(Happening(f"bx-{number:05d}", content_of(f"bx-{number:05d}", at, number), at, desk))
    return found


def on_thursday() -> list[Happening]:
    """Return the events that were sent on Thursday. Only those from the website have a region."""
    found = []
    for number in range(1, MISLABELLED + 1):
        order, at = f"bx-{BEFORE + number:05d}", THURSDAY + number * 15
        if number % 13 == 5:  # a change to an order, usually one placed this morning
            order = f"bx-{BEFORE + number - 4 - mixed(number) % 700 * (number % 3 == 2):05d}"
        content = content_of(order, at, 5_000 + number) | {"region": REGIONS[mixed(number) % 5] if number % 37 else ""}
        found.append(Happening(order, content, at))
        if number % 29 == 9:
            found.append(Happening(f"bx-{BEFORE + number - 6:05d}", None, at + 2))
        desk = f"bx-{8_000 + number:05d}"
        if number % 3 == 1:
            found.append(Happening(desk, content_of(desk, at + 3, 7_000 + number), at + 3, is_desk=True))
        if number % 17 == 3 and number > 20:
            other = f"bx-{BEFORE + number - 11:05d}"
            found.append(Happening(other, content_of(other, at + 4, 7_500 + number), at + 4, is_desk=True))
        if number % 19 == 4 and number > 20:
            found.append(Happening(f"bx-{BEFORE + number - 15:05d}", None, at + 5, is_desk=True))
    return found


def waiting() -> list[Happening]:
    """Return the events that the website wrote after publish.py had failed, starting with an order without a region."""
    found = []
    for number in range(WAITING):
        order, at = f"bx-{2_000 + number:05d}", THURSDAY + 6_000 + number * 20
        if number % 11 == 4:
            order = f"bx-{BEFORE + 20 + number:05d}"
        content = content_of(order, at, 9_000 + number)
        match number % 4 if number else 3:
            case 0 | 2:
                content["region"] = REGIONS[mixed(number) % 5]
            case 1:
                content["region"] = "" if number % 8 == 1 else None
        found.append(Happening(order, None if number % 22 == 15 else content, at))
        if number % 16 == 9:
            found.append(Happening(f"bx-{BEFORE + 60 + number:05d}", None, at + 1))
    return found


def layout_1(content: dict[str, Any]) -> bytes:
    coupon = "WELCOME" if content["cents"] % 700 == 90 else None
    return packed(1, [content["order"], content["customer"], content["cents"], content["placedAt"] // 1000, coupon])


def layout_2(content: dict[str, Any], channel: str) -> bytes:
    values = [content["order"], content["customer"], content.get("persons", 2), content["cents"]]
    return packed(2, [*values, content["placedAt"] // 1000, channel])


def mislabelled(content: dict[str, Any]) -> bytes:
    values = [content["order"], content["customer"], content["region"], content.get("persons", 2), content["cents"]]
    return packed(2, [*values, content["placedAt"], "web"])


def packed(number: int, values: list[Any]) -> bytes:
    return struct.pack(">bI", 0, number) + json.dumps(values, separators=(",", ":")).encode()


class Site:
    """Collects the website's checkouts, all messages, and the figures."""

    def __init__(self) -> None:
        self.checkouts: list[tuple[int, Happening]] = []
        self.messages: list[Message] = []
        self.ends = [0] * PARTITIONS
        self.figures: dict[str, tuple[str, int]] = {}
        self.offsets: dict[int, int] = {}

    def send(self, happening: Happening, value: bytes | None) -> None:
        """Add a message from the desk or the website. One from the website also has a checkout."""
        headers = {"origin": b"desk" if happening.is_desk else b"shop"}
        if not happening.is_desk:
            headers["checkout"] = str(self.write(happening)).encode()
        partition = partition_of(happening.order)
        self.messages.append(Message(value, happening.order.encode(), headers, partition))
        self.ends[partition] += 1

    def write(self, happening: Happening) -> int:
        self.checkouts.append((FIRST_CHECKOUT + len(self.checkouts), happening))
        return self.checkouts[-1][0]

    def count(self, happening: Happening, is_late: bool) -> None:
        """Count an event as totals.py did. In each partition, it failed at the first website order from Thursday."""
        partition = partition_of(happening.order)
        if is_late and happening.content:
            self.offsets.setdefault(partition, self.ends[partition])
        if partition in self.offsets:
            return
        if happening.content is None:
            self.figures.pop(happening.order, None)
        else:
            day = datetime.fromtimestamp(happening.content["placedAt"] // 1000, UTC).date()
            self.figures[happening.order] = (str(day), happening.content["cents"])


def site() -> Site:
    """Simulate all events up to Thursday."""
    found = Site()
    for number, happening in enumerate(earlier()):
        found.count(happening, is_late=False)
        content, channel = happening.content, "desk" if happening.is_desk else "web"
        written = layout_1 if number < BEFORE // 3 else lambda each, channel=channel: layout_2(each, channel)
        found.send(happening, None if content is None else written(content))
    for happening in on_thursday():
        found.count(happening, is_late=True)
        content = happening.content
        written = mislabelled if not happening.is_desk else lambda each: layout_2(each, "desk")
        found.send(happening, None if content is None else written(content))
    return found


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Fill the tables and the topic."""
    found = site()
    services.kafka.create_topic(TOPIC, PARTITIONS)
    services.kafka.produce(TOPIC, found.messages)
    published = found.checkouts[-1][0]
    for happening in waiting():
        found.write(happening)
    rows = [
        (number, each.order, None if each.content is None else json.dumps(each.content), each.at)
        for number, each in found.checkouts
    ]
    insert = "insert into shop.checkouts select (r->>0)::bigint, r->>1, (r->>2)::jsonb, to_timestamp((r->>3)::bigint)"
    services.postgres.app.execute(f"{insert} from jsonb_array_elements({quoted(rows)}::jsonb) r")
    services.postgres.app.execute(f"insert into shop.published values ({published})")
    days = [(order, *figures) for order, figures in sorted(found.figures.items())]
    insert = "insert into stats.orders select r->>0, (r->>1)::date, (r->>2)::bigint"
    services.postgres.app.execute(f"{insert} from jsonb_array_elements({quoted(days)}::jsonb) r")
    for partition, offset in sorted(found.offsets.items()):
        services.postgres.app.execute(f"insert into stats.offsets values ({partition}, {offset})")
    services.postgres.app.execute("analyze")


def quoted(rows: list[Any]) -> str:
    return "'" + json.dumps(rows).replace("'", "''") + "'"
