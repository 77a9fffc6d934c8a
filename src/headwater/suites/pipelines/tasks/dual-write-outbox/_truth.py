"""What the consumers of the topic should have, computed from the audit trail, and what they have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from _topic import Event, events_of, start_events

from headwater.grading import Graded, Message, State

_COLUMNS = (
    "change, subscription, version, kind, account, plan, seats, status, trial_ends::text, terms, mrr::text, "
    "event_id::text, to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
)
_CHANGES = f"select {_COLUMNS} from audit.changes where change > %s order by change"
_ROWS = """
    select id, account, plan, seats, status, trial_ends::text, terms, mrr::text, version from app.subscriptions
"""
_LAST_OF_START = 200_000
_NAMES = ("account", "plan", "seats", "status", "trial_ends", "terms", "mrr")


@dataclass(frozen=True)
class Change:
    """A row of the audit trail. ``before`` is the monthly revenue in the version before it."""

    number: int
    key: str
    version: int
    kind: str
    state: dict[str, Any]
    event_id: str | None
    occurred: str
    before: Decimal

    @property
    def delta(self) -> Decimal:
        return Decimal(self.state["mrr"]) - self.before

    def has_content_of(self, event: Event) -> bool:
        """Whether an event has the content of this change."""
        return event.state == self.state and event.delta == self.delta


Trail = dict[tuple[str, int], Change]


def _added(trail: Trail, rows: Iterable[tuple[Any, ...]]) -> Trail:
    for row in rows:
        key, version = f"sub-{row[1]}", int(row[2])
        before = trail.get((key, version - 1))
        mrr = Decimal(before.state["mrr"]) if before else Decimal(0)
        state = dict(zip(_NAMES, row[4:11], strict=True))
        trail[key, version] = Change(row[0], key, version, row[3], state, row[11], row[12], mrr)
    return trail


@cache
def _start_trail(graded: Graded) -> Trail:
    return _added({}, graded.starting.postgres.query(_CHANGES, [0]))


def trail(graded: Graded, state: State | Graded) -> Trail:
    """Return the audit trail of a state, whose first rows are those of the start."""
    return _added(dict(_start_trail(graded)), state.postgres.query(_CHANGES, [_LAST_OF_START]))


@cache
def snapshots(graded: Graded) -> dict[str, int]:
    """Return the version of each snapshot."""
    return {event.key: event.version for event in start_events(graded) if event.type == "snapshot"}


@dataclass
class Faults:
    """What is wrong in the topic.

    Attributes:
        missing: Changes without an event.
        phantom: Ids of events that are still counted and should be voided, by key; all but one of a group of copies.
        phantoms: How many these are.
        copies: How many of them are copies of right events.
    """

    missing: list[Change] = field(default_factory=list)
    phantom: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    phantoms: int = 0
    copies: int = 0

    @property
    def keys(self) -> set[str]:
        """The subscriptions that have a fault."""
        return {change.key for change in self.missing} | self.phantom.keys()


def faults(graded: Graded, events: Iterable[Event], changes: Trail) -> Faults:
    """Compare the events of the topic with the audit trail."""
    found, floors = Faults(), snapshots(graded)
    every = list(events)
    voided = {event.voids for event in every if event.voids}
    groups: defaultdict[tuple[str, int], dict[str, Event]] = defaultdict(dict)
    for event in every:
        if event.type not in ("snapshot", "voided") and event.id not in voided:
            groups[event.key, event.version].setdefault(event.id, event)
    for place, change in changes.items():
        right = (
            [event.id for event in groups[place].values() if change.has_content_of(event)] if place in groups else []
        )
        if not right and change.version > floors.get(change.key, 0):
            found.missing.append(change)
    for place, group in groups.items():
        change = changes.get(place)
        right = {event.id for event in group.values() if change and change.has_content_of(event)}
        wrong = group.keys() - right
        if len(right) > 1 or wrong:
            found.phantom[place[0]] |= wrong | (right if len(right) > 1 else set())
        found.copies += max(0, len(right) - 1)
        found.phantoms += len(wrong) + max(0, len(right) - 1)
    return found


@cache
def start_faults(graded: Graded) -> Faults:
    """Return what is wrong at the start."""
    return faults(graded, start_events(graded), _start_trail(graded))


class Consumers:
    """What the access team and the billing team have after reading events in the order of the topic."""

    def __init__(self, closed: Mapping[str, datetime | None]) -> None:
        self.states: dict[str, dict[str, Any]] = {}
        self.versions: dict[str, int] = {}
        self.booked: dict[str, Decimal] = {}
        self.sums: defaultdict[str, Decimal] = defaultdict(Decimal)
        self.voided: set[str] = set()
        self.refused: list[Event] = []
        self._closed = closed

    def copy(self, closed: Mapping[str, datetime | None]) -> Consumers:
        """Return a copy that has other closed months from now on."""
        other = Consumers(closed)
        other.states, other.versions, other.booked = dict(self.states), dict(self.versions), dict(self.booked)
        other.sums, other.voided = self.sums.copy(), set(self.voided)
        return other

    def apply(self, event: Event) -> None:
        """Process an event as the consumers do: grant what it says, and book its revenue once."""
        self._grant(event)
        if event.id not in self.booked and event.type != "snapshot":
            self._book(event)

    def _grant(self, event: Event) -> None:
        if event.type != "voided" and event.version <= self.versions.get(event.key, 0):
            return
        self.versions[event.key] = event.version
        if event.state is None:
            self.states.pop(event.key, None)
        else:
            self.states[event.key] = event.state

    def _book(self, event: Event) -> None:
        month = event.booked_in or (event.occurred[:7] if event.occurred else f"{event.sent_at:%Y-%m}")
        closed_at = self._closed.get(month)
        delta = event.delta or Decimal(0)
        if event.voids:
            delta = -self.booked.get(event.voids, Decimal(0))
        is_void_refused = event.voids and (event.voids not in self.booked or event.voids in self.voided)
        if is_void_refused or (closed_at is not None and event.sent_at >= closed_at):
            self.refused.append(event)
            return
        if event.voids:
            self.voided.add(event.voids)
        self.booked[event.id] = delta
        self.sums[event.key] += delta


@dataclass(frozen=True)
class View:
    """What a state has in its topic and tables.

    Attributes:
        messages: The messages that were not there at the start.
        events: The events in these.
        faults: What is wrong in the topic.
        access: The keys of subscriptions that have another state at the access team.
        sums: The keys of subscriptions with other sums at the billing team.
        refused: The new events that billing refused.
        changes: The audit trail.
    """

    messages: list[Message]
    events: list[Event]
    faults: Faults
    access: list[str]
    sums: list[str]
    refused: list[Event]
    changes: Trail

    @property
    def wrong(self) -> str:
        """A description of all that is wrong, or an empty string."""
        parts = {
            "changes have no event": [change.key for change in self.faults.missing],
            "subscriptions have events to void": sorted(self.faults.phantom),
            "subscriptions are wrong for the access team": self.access,
            "have wrong sums in billing": self.sums,
            "events are refused by billing": [event.key for event in self.refused],
        }
        return "; ".join(f"{len(keys)} {what}, such as {keys[0]}" for what, keys in parts.items() if keys)


def view(graded: Graded, state: State, messages: list[Message]) -> View:
    """Return what the consumers of a state see; `messages` are those of the topic after the start."""
    new = events_of(messages)
    closed = dict(state.postgres.query("select month, closed_at from billing.periods"))
    consumers = _consumers_at_start(graded).copy(closed)
    for event in new:
        consumers.apply(event)
    changes = trail(graded, state)
    rows = {f"sub-{row[0]}": dict(zip(_NAMES, row[1:8], strict=True)) for row in state.postgres.query(_ROWS)}
    states = consumers.states
    access = [key for key in sorted(rows.keys() | states.keys()) if rows.get(key) != states.get(key)]
    first = {key: Decimal(changes[key, version].state["mrr"]) for key, version in snapshots(graded).items()}
    right = {key: Decimal(row["mrr"]) - first.get(key, 0) for key, row in rows.items()}
    sums = [
        key for key in sorted(right.keys() | consumers.sums.keys()) if right.get(key, 0) != consumers.sums.get(key, 0)
    ]
    found = faults(graded, [*start_events(graded), *new], changes)
    return View(messages, new, found, access, sums, consumers.refused, changes)


@cache
def _consumers_at_start(graded: Graded) -> Consumers:
    closed = dict(graded.starting.postgres.query("select month, closed_at from billing.periods"))
    consumers = Consumers(closed)
    for event in start_events(graded):
        consumers.apply(event)
    return consumers
