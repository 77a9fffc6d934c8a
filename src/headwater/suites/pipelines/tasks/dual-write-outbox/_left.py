"""What the agent left in the topic, compared with the start."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache

from _topic import TOPIC, Broken, Event, broken_of, events_of, start_messages
from _truth import Change, Faults, View, start_faults, view

from headwater.grading import Graded, Message


@dataclass(frozen=True)
class Left:
    """What the repair made of the topic.

    Attributes:
        altered: How many messages of the start are not there any more as they were.
        messages: The messages that were not there at the start.
        sent: The events in these that are no voids.
        voids: The voids in these.
        broken: The messages in these that consumers cannot read.
        faults: What was wrong at the start.
        view: What the consumers have.
        by_place: The events that were sent, by subscription and version.
    """

    altered: int
    messages: list[Message]
    sent: list[Event]
    voids: list[Event]
    broken: list[Broken]
    faults: Faults
    view: View
    by_place: dict[tuple[str, int], list[Event]]

    def events_of(self, change: Change) -> list[Event]:
        """Return the events that were sent about a change."""
        return self.by_place.get((change.key, change.version), [])

    @property
    def voided(self) -> Counter[str]:
        """How often each event was voided."""
        return Counter(str(event.voids) for event in self.voids)


@cache
def left(graded: Graded) -> Left:
    """Read the topic that the agent left."""
    first = start_messages(graded)
    now = graded.kafka.messages(TOPIC)
    known = {(message.partition, message.offset): message for message in now}
    kept = [known.get((message.partition, message.offset)) for message in first]
    altered = sum(
        new is None or (new.key, new.value, dict(new.headers)) != (old.key, old.value, dict(old.headers))
        for old, new in zip(first, kept, strict=True)
    )
    places = {(message.partition, message.offset) for message in first}
    messages = [message for message in now if (message.partition, message.offset) not in places]
    events = events_of(messages)
    by_place: defaultdict[tuple[str, int], list[Event]] = defaultdict(list)
    sent = [event for event in events if event.type != "voided"]
    for event in sent:
        by_place[event.key, event.version].append(event)
    return Left(
        altered, messages, sent, [event for event in events if event.type == "voided"], broken_of(messages),
        start_faults(graded), view_of(graded, messages), by_place,
    )  # fmt: skip


def view_of(graded: Graded, messages: list[Message]) -> View:
    """Return what the consumers have."""
    return view(graded, graded, messages)  # type: ignore[arg-type]
