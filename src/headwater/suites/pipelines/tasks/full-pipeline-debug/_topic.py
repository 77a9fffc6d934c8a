"""What the topic says of the parcels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from _parcels import TOPIC, Row, parse, right_rows
from _runs import messages_after

from headwater.grading import Graded, Message, State

Contents = dict[int, dict[str, Any]]
_CHANGED = """
    select parcel_id from app.parcels where updated_at > '2025-06-01'
    union select parcel_id from app.deleted_parcels where deleted_at > '2025-06-01'
"""  # after the end of the history


@dataclass(frozen=True)
class Topic:
    """The topic that the agent left.

    Attributes:
        newest: The newest content of each parcel.
        unusable: The partitions and offsets of unusable messages.
        ends: The number of messages by partition.
    """

    newest: Contents
    unusable: set[tuple[int, int]]
    ends: dict[int, int]


@cache
def topic_left(graded: Graded) -> Topic:
    """Read the topic that the agent left."""
    topic = Topic({}, set(), {})
    for message in graded.kafka.messages(TOPIC):
        topic.ends[message.partition] = max(topic.ends.get(message.partition, 0), message.offset + 1)
        content = parse(message.value)
        if content is None:
            topic.unusable.add((message.partition, message.offset))
        else:
            _keep(topic.newest, content)
    return topic


def _keep(newest: Contents, content: dict[str, Any]) -> None:
    known = newest.get(content["parcel"])
    if known is None or content["revision"] > known["revision"]:
        newest[content["parcel"]] = content


def _follow(newest: Contents, messages: Iterable[Message]) -> None:
    for content in filter(None, (parse(message.value) for message in messages)):
        _keep(newest, content)


def known_parcels(newest: Contents) -> dict[int, Row]:
    """Return the rows that a reader of the topic knows."""
    return {
        number: (number, each["revision"], each["depot"], each["state"], Decimal(each["price"]), each["posted_on"])
        for number, each in newest.items()
        if not each.get("deleted")
    }


def topic_fault(graded: Graded, state: State, others: Iterable[int] = ()) -> str:
    """Describe how a reader of a copy's topic is wrong. Return an empty string if it is not.

    Args:
        graded: The state that the agent left, whose topic has been read.
        state: The copy.
        others: The numbers of parcels to compare, in addition to those that changed according to their times.
    """
    left, new = topic_left(graded), messages_after(state, topic_left(graded).ends)
    numbers = {content["parcel"] for content in filter(None, (parse(message.value) for message in new))}
    numbers |= {row[0] for row in state.postgres.query(_CHANGED)} | {*others}
    newest = {number: left.newest[number] for number in numbers if number in left.newest}
    _follow(newest, new)
    return _fault(newest, right_rows(state, numbers))


def fault_of(messages: Iterable[Message], right: dict[int, Row]) -> str:
    """Describe how a reader of these messages is wrong. Return an empty string if it is not."""
    newest: Contents = {}
    _follow(newest, messages)
    return _fault(newest, right)


def _fault(newest: Contents, right: dict[int, Row]) -> str:
    known = known_parcels(newest)
    expected = {number: (*row[:5], row[5].isoformat()) for number, row in right.items()}
    missing, unknown = expected.keys() - known.keys(), known.keys() - expected.keys()
    wrong = [number for number in expected.keys() & known.keys() if expected[number] != known[number]]
    if not (missing or unknown or wrong):
        return ""
    example = f", such as {known[min(wrong)]} instead of {expected[min(wrong)]}" if wrong else ""
    return f"in the topic, {len(missing)} parcels are missing, {len(unknown)} unknown, and {len(wrong)} wrong{example}"
