"""Run scenarios in copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from functools import cache
from typing import Any

from _orders import (
    TOPIC,
    Figures,
    Happening,
    by_day,
    by_region,
    difference,
    encode_message,
    figures,
    hall_of,
    happenings,
    lengths,
    orders_after,
    registered,
    since,
)
from _traffic import FIRST, NOON, checkout, desk, write
from _views import Views, look

from headwater.grading import Completed, Graded, Message, State

NO_KAFKA = {"KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"}
NO_POSTGRES = {"PGPORT": "1", "PGPASSWORD": "hush-8092", "POSTGRES_URL": "postgresql://app:hush-8092@127.0.0.1:1/app"}
_PATIENCE_SEC = 20.0


@dataclass(frozen=True)
class Minute:
    """The effects of one scheduled run after new checkouts and messages.

    Attributes:
        run: The run.
        happened: Everything that happened to orders up to the run.
        before: The figures per region before the run.
        figures: What the halls and the dashboards see after the run.
        sent: The messages that the run sent.
    """

    run: Completed
    happened: list[Happening]
    before: Figures
    figures: Views
    sent: list[Message]


@cache
def minute(graded: Graded) -> Minute:
    """Write checkouts and desk messages, and run once."""
    with graded.copy() as copy:
        before = figures(graded, copy, "regions")
        new = desk(copy, [f"bx-{70_000 + number}" for number in range(6)])
        count = lengths(copy)
        number, order, content = checkout(5, region="east")
        new += write(
            copy,
            [
                checkout(1, region="north", persons=5),
                checkout(2),
                checkout(3, region=None),
                checkout(4, region=""),
                (number, order, content),
                (number + 1, order, content | {"cents": 9_999, "region": "islands"}),
                checkout(7, region="south"),
                (FIRST + 8, "bx-60007", None),
                checkout(9, order="bx-70001", region="west"),
            ],
        )
        run = copy.run()
        return Minute(run, [*happenings(graded), *new], before, look(graded, copy), since(copy, count))


@dataclass(frozen=True)
class Odd:
    """The effects of new messages, some of which cannot be read.

    Attributes:
        run: The run of totals.py.
        messages: How many messages were new.
        bad: The partition and offset of each unreadable message.
        rejected: The partition and offset of each new row in stats.rejected.
        fault: What is wrong in the figures, or an empty string.
        again: The next run.
    """

    run: Completed
    messages: int
    bad: list[tuple[int, int]]
    rejected: list[tuple[int, int]]
    fault: str
    again: Completed


def _unreadable() -> list[bytes]:
    good = ["bx-1", "c-1", 2, 100, NOON, "desk"]
    return [
        b"",
        b"\x00\x00\x00",
        b"\x01" + encode_message(2, good)[1:],
        encode_message(2_000_000_000, good),
        encode_message(4_000_000_000, good),
        encode_message(2, good)[:-4],
        encode_message(2, [])[:5] + b'{"order": "bx-1"}',
        encode_message(2, [])[:5] + b"\xff\xfe",
        encode_message(2, good[:5]),
        encode_message(2, [*good, None]),
        encode_message(2, ["bx-1", "c-1", 2, "100", NOON, "desk"]),
        encode_message(2, ["bx-1", "c-1", 2, True, NOON, "desk"]),
        encode_message(2, ["bx-1", None, 2, 100, NOON, "desk"]),
    ]


@cache
def odd_messages_run(graded: Graded) -> Odd:
    """Send unreadable messages, followed by readable ones, and count them."""
    with graded.copy() as copy:
        before = lengths(copy)
        bad = _unreadable()
        copy.kafka.produce(TOPIC, [Message(each, b"bx-1", {}, number % 3) for number, each in enumerate(bad)])
        after = lengths(copy)
        good = desk(copy, [f"bx-{71_000 + number}" for number in range(9)])
        orders = orders_after([*happenings(graded), *good])
        places = [(number, offset) for number in range(3) for offset in range(before[number], after[number])]
        run = copy.run("python3 totals.py")
        rows = copy.postgres.query('select partition, "offset" from stats.rejected order by 1, 2')
        fault = difference(figures(graded, copy, "days"), by_day(orders), "days")
        return Odd(
            run,
            len(bad) + len(good),
            places,
            [(int(part), int(offset)) for part, offset in rows if int(offset) >= before[int(part)]],
            fault,
            copy.run("python3 totals.py"),
        )


@cache
def newer(graded: Graded) -> tuple[Completed, str]:
    """Send desk messages in a later schema version and in an old one. Return the run and what is wrong after it."""
    fields = [
        {"name": "gift", "type": "bool", "default": False},
        {"name": "region", "type": ["null", "text"], "default": None},
        {"name": "placed_at", "type": "int"},
        {"name": "cents", "type": "int"},
        {"name": "customer", "type": "text"},
        {"name": "order", "type": "text"},
    ]
    with graded.copy() as copy:
        number = max(number for number, _ in registered(copy)) + 12
        text = json.dumps(fields)
        copy.postgres.execute(f"insert into registry.schemas values ({number}, '{TOPIC}', 60, '{text}')")
        new = []
        for place, region in enumerate(["south", None, "west", "north"]):
            order = f"bx-{72_000 + place}"
            value = encode_message(number, [True, region, NOON + place, 800 + place, "c-9", order])
            if region == "north":
                value = encode_message(1, [order, "c-9", 800 + place, NOON + place, "WELCOME"])
            content = {"order": order, "customer": "c-9", "persons": 2, "cents": 800 + place, "placed_at": NOON + place}
            new.append(Happening(order, content | {"region": None if region == "north" else region}, None))
            copy.kafka.produce(TOPIC, [Message(value, order.encode(), {"origin": b"desk"}, hall_of(order))])
        new += write(copy, [checkout(1, region="east"), checkout(2)])
        run = copy.run()
        return run, look(graded, copy).wrong([*happenings(graded), *new])


@dataclass(frozen=True)
class Elsewhere:
    """A deployment and a run at another site.

    Attributes:
        deployed: The deployment.
        run: The first run.
        number: The number of the newest schema version in that site's registry.
        numbers: The schema numbers in the messages.
        fault: What is wrong after the run, or an empty string.
    """

    deployed: Completed
    run: Completed
    number: int
    numbers: set[int]
    fault: str


@cache
def other_site_run(graded: Graded) -> Elsewhere:
    """Deploy and run at a site with an empty topic and different schema numbers."""
    with graded.copy(data="starting") as copy:
        _other_numbers(graded, copy)
        _empty_topic(copy)
        copy.postgres.execute(
            "drop schema stats cascade; update shop.published set up_to = (select max(id) from shop.checkouts)"
        )
        deployed = copy.run("sh deploy.sh")
        new = write(copy, [checkout(1, region="north"), checkout(2, persons=3), checkout(3, region="islands")])
        run = copy.run()
        numbers = {int.from_bytes((message.value or b"")[1:5]) for message in copy.kafka.messages(TOPIC)}
        figures = look(graded, copy)
        return Elsewhere(deployed, run, registered(copy)[-1][0], numbers, figures.wrong(new))


def _other_numbers(graded: Graded, state: State) -> None:
    one = registered(state)[0][1]
    two = original(graded)
    returns = registered(state, "returns")[0][1]
    rows = [(11, "returns", 1, returns), (12, TOPIC, 1, one), (40, TOPIC, 2, two)]
    values = ", ".join(f"({number}, '{name}', {version}, '{json.dumps(f)}')" for number, name, version, f in rows)
    state.postgres.execute(f"delete from registry.schemas; insert into registry.schemas values {values}")


def original(graded: Graded) -> list[dict[str, Any]]:
    """Return schema 2 as it was before it was overwritten on Thursday."""
    found: list[dict[str, Any]] = graded.starting.postgres.scalar("select before -> 'fields' from registry.changes")
    return found


def _empty_topic(state: State) -> None:
    from confluent_kafka.admin import AdminClient

    with state.stack.network:
        admin = AdminClient({"bootstrap.servers": state.stack.variables["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 2})
        admin.delete_topics([TOPIC])[TOPIC].result(10)
    deadline = time.monotonic() + _PATIENCE_SEC
    while TOPIC in state.kafka.topics() and time.monotonic() < deadline:
        time.sleep(0.1)
    state.kafka.create_topic(TOPIC, 3)


@dataclass(frozen=True)
class Anew:
    """A deployment and a run after the figures were dropped.

    A second deployment and run follow.

    Attributes:
        deployed: The deployment.
        run: The run after the deployment.
        fault: What is wrong after the run, or an empty string.
        again: The second deployment and run.
        same: Whether they left the registry and the figures unchanged.
    """

    deployed: Completed
    run: Completed
    fault: str
    again: Completed
    same: bool


@cache
def recount(graded: Graded) -> Anew:
    """Drop the figures, and deploy and run twice."""
    with graded.copy() as copy:
        copy.postgres.execute("drop schema stats cascade")
        schemas = "select number, subject, version, fields from registry.schemas order by number"
        before = copy.postgres.query(schemas)
        deployed = copy.run("sh deploy.sh")
        run = copy.run()
        orders = orders_after(happenings(graded))
        days, regions = (figures(graded, copy, query) for query in ("days", "regions"))
        fault = difference(days, by_day(orders), "days") or difference(regions, by_region(orders), "regions")
        again = copy.run("sh deploy.sh && sh minute.sh")
        same = before == copy.postgres.query(schemas) and days == figures(graded, copy, "days")
        return Anew(deployed, run, fault, again, same)


@dataclass(frozen=True)
class Outages:
    """Runs without Kafka, runs without Postgres, and the next run with both.

    Attributes:
        kafka: The runs without Kafka, keyed by program.
        postgres: The runs without Postgres, keyed by program.
        moved: How far shop.published advanced without Kafka.
        next: The run with both.
        sent: The checkouts whose messages the next run sent.
        fault: What is wrong after the next run, or an empty string.
    """

    kafka: dict[str, Completed]
    postgres: dict[str, Completed]
    moved: int
    next: Completed
    sent: list[int | None]
    fault: str


@cache
def outages(graded: Graded) -> Outages:
    """Make Kafka and then Postgres unreachable while there are messages to send and to read."""
    with graded.copy() as copy:
        new = desk(copy, ["bx-73000", "bx-73001"])
        count = lengths(copy)
        new += write(copy, [checkout(number, region="west") for number in range(1, 41)])
        reached = copy.postgres.scalar("select max(up_to) from shop.published")
        kafka = {name: copy.run(f"python3 {name}.py", env=NO_KAFKA, timeout_sec=60) for name in ("publish", "totals")}
        moved = int(copy.postgres.scalar("select max(up_to) from shop.published") or 0) - int(reached or 0)
        programs = {"publish": "publish.py", "totals": "totals.py", "register": "tools/register.py schemas/orders.json"}
        postgres = {
            name: copy.run(f"python3 {program}", env=NO_POSTGRES, timeout_sec=60) for name, program in programs.items()
        }
        run = copy.run()
        sent = [int(bytes(each.headers.get("checkout") or b"0")) for each in since(copy, count)]
        return Outages(kafka, postgres, moved, run, [*sent], look(graded, copy).wrong([*happenings(graded), *new]))
