"""Rounds of chance: readings that collide, and runs that are killed, refused, or read messages again."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random

from _agents import PARTITIONS, add_partitions, delete_group, expire, set_back
from _fleet import Fleet, Reading, Sent
from _readings import GROUP, TOPIC, Identity, Key, Minute, Taken, at_start, minutes
from _runs import Run, measured_run
from _scenarios import merge_trees
from _tables import hashes, left_hashes, rejected, rows

from headwater.grading import Graded, Message, QueryError, State

_MODES = (
    "plain", "killed", "killed", "plain", "back", "killed", "refused", "plain", "more partitions", "killed", "deleted",
    "plain", "back and killed", "refused", "plain", "expired", "plain",
)  # fmt: skip
PLAIN = ("plain", "more partitions", "expired")


@dataclass(frozen=True)
class Round:
    """A round, and what is wrong after the run at its end.

    Attributes:
        name: Its number, and what happened before the last run.
        mode: What happened before the last run.
        run: The last run.
        sent: The messages of this round.
        minutes: What is wrong in the minutes, or an empty string.
        listed: What is wrong in the list of unusable messages, or an empty string.
        offsets: What is wrong with the offsets of the group, or an empty string.
    """

    name: str
    mode: str
    run: Run
    sent: list[Sent]
    minutes: str
    listed: str
    offsets: str


@dataclass
class World:
    """What was sent to a copy."""

    copy: State
    fleet: Fleet
    random: Random
    ends: dict[int, int]
    unusable: dict[tuple[int, int], bytes]
    hosts: dict[str, dict[Identity, Taken]] = field(default_factory=dict)
    log: list[tuple[str, Reading]] = field(default_factory=list)
    requests: int = 8

    def send(self, messages: list[Sent], name: str) -> None:
        """Send messages to partitions by chance."""
        found = []
        for message in messages:
            partition = self.random.choice(sorted(self.ends))
            found.append(Message(message.value, partition=partition))
            if message.is_unusable:
                self.unusable[partition, self.ends[partition]] = message.value or b""
            self.ends[partition] += 1
            for reading in message.readings:
                self.hosts.setdefault(reading.host, {})[reading.identity] = reading.taken
                self.log.append((name, reading))
        self.copy.kafka.produce(TOPIC, found)

    def right(self) -> dict[Key, Minute]:
        """Return the open minutes of the fleet."""
        return {key: minute for host, taken in self.hosts.items() for key, minute in minutes(host, taken).items()}

    def disturb(self, mode: str, name: str) -> None:
        """Do what a mode does before the last run of a round."""
        if "back" in mode:
            set_back(self.copy)
        if mode == "deleted":
            delete_group(self.copy)
        if mode == "expired":
            self.copy.run()
            expire(self.copy)
        if mode == "refused":
            table = self.random.choice(merge_trees(self.copy))
            self.copy.clickhouse.execute(f"alter table {table} add constraint refuse check 1 = 0")
            self.copy.run()
            self.copy.clickhouse.execute(f"alter table {table} drop constraint refuse")
        if "killed" in mode:
            for _ in range(self.random.randrange(1, 3)):
                self.copy.run_killed(after=self.random.randrange(self.requests))
                self.send(self.fleet.messages(), name)


@cache
def chance(graded: Graded) -> list[Round]:
    """Live through all rounds in a copy whose old messages Kafka has deleted."""
    with graded.copy() as copy:
        expire(copy)
        start = at_start(graded)
        world = World(copy, Fleet(7), Random(8), dict(start.ends), dict(start.unusable))
        return [_round(graded, world, place + 1, mode) for place, mode in enumerate(_MODES)]


def _round(graded: Graded, world: World, number: int, mode: str) -> Round:
    name = f"round {number} ({mode})"
    if mode == "more partitions":
        add_partitions(world.copy, PARTITIONS + 2)
        world.ends |= dict.fromkeys(range(PARTITIONS, PARTITIONS + 2), 0)
    sent = world.fleet.messages()
    world.send(sent, name)
    if number == 1:
        whole = world.copy.run_killed(after=None)
        world.requests = max(1, whole.requests)
        more = world.fleet.messages()
        world.send(more, name)
        sent = more
    else:
        world.disturb(mode, name)
    run = measured_run(graded, world.copy, compares=False)
    return Round(name, mode, run, sent, _minutes(graded, world, name), _listed(world, name), _offsets(world, name))


def _minutes(graded: Graded, world: World, name: str) -> str:
    """Describe the first minute of the fleet that is wrong, or another host that changed."""
    try:
        found, before, after = rows(world.copy, world.hosts.keys()), left_hashes(graded), hashes(world.copy)
    except QueryError as error:
        return f"after {name}, ClickHouse refuses: {error}"
    right, shown = world.right(), dict(found)
    for key in sorted(right.keys() | shown.keys()):
        if right.get(key) != shown.get(key):
            return (
                f"after {name}, the minute {key} is {shown.get(key, 'not there')} instead of "
                f"{right.get(key, 'not there')} (values in thousandths); {_history(world, key)}"
            )
    changed = sorted(
        host for host in before.keys() | after.keys() if host not in world.hosts and before.get(host) != after.get(host)
    )
    if len(found) > len(shown):
        return f"after {name}, {len(found) - len(shown)} minutes have a second row"
    return f"after {name}, {changed[0]} changed, of which nothing was sent" if changed else ""


def _history(world: World, key: Key) -> str:
    """Return the readings of the host and metric of a minute, in the order in which they were sent."""
    told = [
        f"{reading.identity[1:]} at {reading.taken[1]} with {reading.taken[2]} in {name}"
        for name, reading in world.log
        if (reading.host, reading.identity[0]) == key[:2]
    ]
    return f"its readings (boot and number, time, value) were {', '.join(told[-15:])}"


def _listed(world: World, name: str) -> str:
    try:
        found = rejected(world.copy)
    except QueryError as error:
        return f"after {name}, ClickHouse refuses: {error}"
    right = sorted((*place, value.hex().upper()) for place, value in world.unusable.items())
    missing, extra = sorted(set(right) - set(found))[:3], sorted(set(found) - set(right))[:3]
    fits = found == right
    return "" if fits else f"after {name}, {len(found)} of {len(right)} are listed; missing {missing}, others {extra}"


def _offsets(world: World, name: str) -> str:
    found = {number: end for number, end in world.copy.kafka.committed(GROUP, TOPIC).items() if end > 0}
    right = {number: end for number, end in world.ends.items() if end > 0}
    return "" if found == right else f"after {name}, the offsets are {found} instead of {right}"
