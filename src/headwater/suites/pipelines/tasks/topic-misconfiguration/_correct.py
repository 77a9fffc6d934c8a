"""Correctness checks: each photo reflects its last event, and the topic has every message once."""

from __future__ import annotations

from collections import Counter, defaultdict

from _photos import GROUP, TOPIC, describe_errors, number_of, starting_events, topic_messages

from headwater.grading import Graded, Result, correct, expect, expect_equal


@correct(demand="prompt")
def the_last_change_of_each_photo_wins(graded: Graded) -> Result:
    """The search shows each photo in the state of its last event."""
    fault = describe_errors(graded, starting_events(graded))
    return expect(not fault, fault or "every photo reflects its last event")


@correct(demand="docs/topics.md#no message is removed")
def every_message_is_there_once(graded: Graded) -> Result:
    """The topic has each event in the outbox once, with the key, value and header that publish.py sends."""
    found = Counter((number_of(each), each.key, each.value) for each in topic_messages(graded))
    right = {(number, photo.encode(), content.encode()) for number, photo, content in starting_events(graded)}
    missing, duplicates = len(right - found.keys()), sum(found.values()) - len(found)
    surplus = len(found.keys() - right)
    return expect(
        not missing and not duplicates and not surplus,
        f"of {len(right)} events, {missing} are missing or changed and {duplicates} are repeated;"
        f" {surplus} others exist",
    )


@correct(demand="docs/topics.md#must be in one partition")
def events_of_a_photo_stay_in_order(graded: Graded) -> Result:
    """After the repair, events for a photo are in one partition, in outbox order."""
    before = max(number_of(each) for each in topic_messages(graded.starting))
    partitions: dict[bytes | None, set[int]] = defaultdict(set)
    last: dict[tuple[bytes | None, int], int] = {}
    disordered = set()
    for message in topic_messages(graded):
        number, place = number_of(message), (message.key, message.partition)
        if number > before:
            partitions[message.key].add(message.partition)
        if number < last.get(place, 0):
            disordered.add(message.key)
        last[place] = number
    split = [key for key, numbers in partitions.items() if len(numbers) > 1]
    return expect(
        partitions and not split and not disordered,
        f"of {len(partitions)} photos with new events, {len(split)} have them in several partitions and "
        f"{len(disordered)} have them out of order",
    )


@correct(demand="index.py")
def nothing_is_left_to_apply(graded: Graded) -> Result:
    """The group has committed the end offset of each partition with messages."""
    ends: dict[int, int] = {}
    for message in topic_messages(graded):
        ends[message.partition] = message.offset + 1
    committed = graded.kafka.committed(GROUP, TOPIC)
    behind = {number: end - committed.get(number, 0) for number, end in ends.items() if committed.get(number, 0) < end}
    return expect_equal(
        (bool(ends), behind), (True, {}), "the tuple of whether messages exist and the lag by partition"
    )
