"""Rounds of chance: few orders of the website and the desk that change, and runs that are killed or lack a service."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from _orders import (
    TOPIC,
    Fields,
    Happening,
    checkout_of,
    describe_end,
    encode_message,
    hall_of,
    happenings,
    lengths,
    registered,
    since,
)
from _scenarios import NO_KAFKA, original
from _traffic import FIRST, NOON, write
from _views import look

from headwater.grading import Completed, Graded, Message, State

_MODES = (
    "plain", "killed", "without Kafka", "killed", "dropped", "plain", "killed", "dropped and killed", "plain", "killed",
)  # fmt: skip
_ORDERS = tuple(f"bx-{80_000 + number}" for number in range(9))
_DAY = NOON // 86_400 * 86_400
_SECONDS = (0, _DAY - 1, _DAY, _DAY + 86_399, _DAY + 86_400, 1_709_164_800, 4_102_444_799)
_CENTS = (0, 1, 2_999, 2**31 + 5)
_CUSTOMERS = ("c-1", "c-é ☁", 'c "2" \\', "")
_REGIONS = ("north", "islands", "", None)


@dataclass(frozen=True)
class Round:
    """A round, how its last run ended, and what is wrong after it."""

    name: str
    run: Completed
    orders: str
    rejected: str
    sent: str


@dataclass
class World:
    """What happened in a copy."""

    copy: State
    random: Random
    newest: tuple[int, Fields]
    second: Fields
    happened: list[Happening]
    bad: list[tuple[int, int]]
    ends: Counter[int]
    checkout: int = FIRST
    requests: int = 20
    told: list[tuple[str, str]] = field(default_factory=list)
    new: list[int] = field(default_factory=list)

    def content(self, order: str) -> dict[str, Any]:
        """Return values of an order."""
        pick = self.random.choice
        values = {"order": order, "customer": pick(_CUSTOMERS), "persons": pick((1, 2, 5))}
        return values | {"cents": pick(_CENTS), "placed_at": pick(_SECONDS), "region": None}

    def desk(self, name: str) -> None:
        """Send a message as the desk does: in some version, without a value, or an unreadable one."""
        order = self.random.choice(_ORDERS)
        kind = self.random.choice(("old", "second", "second", "newest", "cancelled", "unreadable"))
        content = self.content(order)
        value: bytes | None = None
        if kind == "old":
            content["persons"] = 2
            value = encode_message(1, [content[each] for each in ("order", "customer", "cents", "placed_at")] + ["X"])
        elif kind == "second":
            value = encode_message(2, [(content | {"channel": "desk"})[each["name"]] for each in self.second])
        elif kind == "newest":
            content["region"] = self.random.choice(("south", None))
            values = content | {"channel": "desk"}
            value = encode_message(
                self.newest[0], [values.get(each["name"], each.get("default")) for each in self.newest[1]]
            )
        elif kind == "unreadable":
            value = self.random.choice((b"", b"\x00\x00", encode_message(2, [order, "c", "2", 1, NOON, "desk"])))
        hall = hall_of(order)
        self.copy.kafka.produce(TOPIC, [Message(value, order.encode(), {"origin": b"desk"}, hall)])
        if kind == "unreadable":
            self.bad.append((hall, self.ends[hall]))
        else:
            self.happened.append(Happening(order, None if value is None else content, None))
        self.ends[hall] += 1
        self.told.append((order, f"{kind} from the desk in {name}: {value!r}"))

    def website(self, name: str) -> None:
        """Write checkouts as the website does."""
        rows: list[tuple[int, str, dict[str, Any] | None]] = []
        for _ in range(self.random.randrange(4)):
            self.checkout += self.random.choice((1, 1, 3))
            order = self.random.choice(_ORDERS)
            values = self.content(order)
            content: dict[str, Any] | None = {name: values[name] for name in ("order", "customer", "cents")}
            assert content is not None
            content["placedAt"] = values["placed_at"] * 1000 + self.random.choice((0, 7, 999))
            content |= self.random.choice(({}, {"persons": values["persons"]}))
            content |= self.random.choice(({}, {"region": self.random.choice(_REGIONS)}))
            rows.append((self.checkout, order, content if self.random.random() < 0.8 else None))
            self.told.append((order, f"checkout {self.checkout} in {name}: {rows[-1][2]}"))
        self.happened += write(self.copy, rows)
        self.new = [row[0] for row in rows]
        for _, order, _ in rows:
            self.ends[hall_of(order)] += 1

    def disturb(self, mode: str) -> None:
        """Do what a mode does before the last run of a round."""
        if mode == "without Kafka":
            self.copy.run(env=NO_KAFKA, timeout_sec=90)
        if "dropped" in mode:
            self.copy.postgres.execute("drop schema stats cascade")
            self.copy.run("sh deploy.sh")
        if "killed" in mode:
            self.copy.run("python3 publish.py")
            for _ in range(self.random.randrange(1, 3)):
                self.copy.run_killed("python3 totals.py", after=self.random.randrange(self.requests))


@cache
def chance(graded: Graded) -> list[Round]:
    """Live through all rounds."""
    with graded.copy() as copy:
        before = lengths(copy)
        rejected = copy.postgres.query('select partition, "offset" from stats.rejected')
        bad = [(int(part), int(offset)) for part, offset in rejected]
        newest = registered(copy)[-1]
        world = World(
            copy, Random(5), newest, original(graded), list(happenings(graded)), bad, Counter(before)
        )  # fmt: skip
        return [_round(graded, world, f"round {place} ({mode})", mode) for place, mode in enumerate(_MODES, 1)]


def _round(graded: Graded, world: World, name: str, mode: str) -> Round:
    count = lengths(world.copy)
    for _ in range(world.random.randrange(2, 7)):
        world.desk(name)
    world.website(name)
    if not world.new or name.startswith("round 1 "):
        world.copy.run("python3 publish.py")
        world.requests = max(4, world.copy.run_killed("python3 totals.py", after=None).requests)
    world.disturb(mode)
    run = world.copy.run()
    found = look(graded, world.copy)
    wrong = f"after {name}, {describe_end(run)}" if run.exit_code else found.wrong(world.happened)
    return Round(name, run, _told(world, wrong, name), _rejected(world, name), _sent(world, count, name))


def _told(world: World, wrong: str, name: str) -> str:
    """Return what is wrong, with the last messages and checkouts of the order that it names."""
    if not wrong:
        return ""
    told = [text for order, text in world.told if order in wrong][-6:] or [text for _, text in world.told][-9:]
    return f"after {name}: {wrong}; before that: {'; '.join(told)}"


def _rejected(world: World, name: str) -> str:
    rows = world.copy.postgres.query('select partition, "offset" from stats.rejected order by 1, 2')
    found, right = [(int(part), int(offset)) for part, offset in rows], sorted(world.bad)
    missing, extra = sorted(set(right) - set(found))[:3], sorted(set(found) - set(right))[:3]
    return "" if found == right else f"after {name}, {missing} are not rejected, and {extra} are"


def _sent(world: World, count: Counter[int], name: str) -> str:
    """Describe the checkouts of a round that were not sent once."""
    numbers = [checkout_of(message) for message in since(world.copy, count)]
    found = sorted(number for number in numbers if number is not None)
    return "" if found == world.new else f"after {name}, the checkouts {found} were sent instead of {world.new}"
