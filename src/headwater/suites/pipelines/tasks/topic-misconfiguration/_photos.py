"""Compute the expected search table from the starting topic and the outbox, and read the actual table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache

from headwater.grading import Completed, Graded, Message, QueryError, State

TOPIC, GROUP, MISSPELT = "photo-events", "photo-search", "photo_events"
PARTITIONS, WORKERS = 6, 3
LIMIT, MONTH_MS = 4 << 20, 30 * 86_400_000
FIRST = 1_000_000
"""The lowest outbox number of the checks' own events."""

_SEARCH = """
    select photo, title, tags, toUInt8(visible), toUInt32(preview_bytes) from photos.search final order by photo
"""

Row = tuple[object, ...]
Event = tuple[int, str, str]
"""Number in the outbox, photo, content."""


def row_of(event: Event) -> Row:
    """Return a photo's search-table row as it should be after an event."""
    content = json.loads(event[2])
    return (
        event[1],
        content["title"],
        tuple(content["tags"]),
        int(content["visible"]),
        len(content["preview"]),
    )


def outbox(state: State | Graded) -> list[Event]:
    """Return all events in order."""
    return [tuple(row) for row in state.clickhouse.query("select id, photo, event from photos.outbox order by id")]  # type: ignore[misc]


@cache
def starting_events(graded: Graded) -> list[Event]:
    """Return the events in the starting state."""
    return outbox(graded.starting)


def expected_table(events: Iterable[Event]) -> dict[object, Row]:
    """Compute the expected rows in the search table, keyed by photo, from each photo's last event."""
    last = {event[1]: event for event in events}
    return {photo: row_of(event) for photo, event in last.items()}


def search_rows(state: State | Graded) -> dict[object, Row]:
    """Return the rows in the search table, keyed by photo."""
    return {row[0]: (*row[:2], tuple(row[2]), *row[3:]) for row in state.clickhouse.query(_SEARCH)}


def describe_errors(state: State | Graded, events: Iterable[Event]) -> str:
    """Compare the search table with each photo's last event; return an empty string if they agree."""
    try:
        found = search_rows(state)
    except QueryError as error:
        return f"ClickHouse refuses: {error}"
    right = expected_table(events)
    other = sorted(str(photo) for photo in found.keys() | right.keys() if found.get(photo) != right.get(photo))
    return (
        f"{len(other)} of {len(right)} photos are missing or not as their last event says, as {other[:3]}"
        if other
        else ""
    )


def event(number: int, photo: int, preview: int = 0) -> Event:
    """Return a new event."""
    name = f"ph-{photo:06}"
    content = {
        "photo": name,
        "event": "changed",
        "title": f"Late {number}",
        "tags": ["fog"] if number % 2 else [],
        "visible": number % 5 != 0,
        "preview": "x" * preview,
    }
    return FIRST + number, name, json.dumps(content)


def write(state: State, events: Sequence[Event]) -> None:
    """Insert events into the outbox, as the app does."""
    for first in range(0, len(events), 500):
        rows = [(*row, 1_780_000_000) for row in events[first : first + 500]]
        state.clickhouse.insert("photos.outbox", rows, ["id", "photo", "event", "at"])


def topic_messages(state: State | Graded) -> list[Message]:
    """Return all messages in the topic, sorted by partition and offset."""
    return state.kafka.messages(TOPIC)


def number_of(message: Message) -> int:
    """Return an event's number in the outbox."""
    return int(message.headers.get("outbox-id") or -1)


def config(state: State, topic: str) -> dict[str, str]:
    """Return a topic's settings, or an empty dict if there is no such topic."""
    from confluent_kafka.admin import AdminClient, ConfigResource

    if topic not in state.kafka.topics():
        return {}
    resource = ConfigResource(ConfigResource.Type.TOPIC, topic)
    with state.stack.network:
        admin = AdminClient({"bootstrap.servers": state.stack.variables["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 2})
        found = admin.describe_configs([resource])[resource].result(10)
    return {name: str(entry.value) for name, entry in found.items()}


def delete(state: State, topics: Sequence[str]) -> None:
    """Delete topics."""
    from confluent_kafka.admin import AdminClient

    with state.stack.network:
        admin = AdminClient({"bootstrap.servers": state.stack.variables["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 2})
        for deleted in admin.delete_topics(list(topics)).values():
            deleted.result(10)


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"the run exited with {completed.exit_code}" + (f" ({completed.tail})" if completed.exit_code else "")
