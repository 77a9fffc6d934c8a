"""Functional checks: changes, including large ones, reach the search table, and the topic is configured suitably."""

from __future__ import annotations

from _photos import (
    LIMIT,
    MONTH_MS,
    TOPIC,
    config,
    describe_end,
    event,
    expected_table,
    search_rows,
    starting_events,
    write,
)

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="prompt")
def changes_since_sunday_show(graded: Graded) -> Result:
    """The search includes the photos whose previews were too large for the topic."""
    right = expected_table(starting_events(graded))
    large = {photo: row[-1] for photo, row in right.items() if int(str(row[-1])) > 1 << 20}
    found = search_rows(graded)
    count = sum(found.get(photo, (0,))[-1] == size for photo, size in large.items())
    return expect(count == len(large) > 0, f"the search has {count} of {len(large)} photos with a large preview")


@functional(demand="docs/topics.md#photo-events")
def the_topic_has_room(graded: Graded) -> Result:
    """The topic has several partitions, accepts messages of 2 MiB, and keeps them for at least thirty days."""
    with graded.copy() as copy:
        partitions, settings = copy.kafka.topics().get(TOPIC, 0), config(copy, TOPIC)
    largest, retention_ms = int(settings.get("max.message.bytes", 0)), int(settings.get("retention.ms", 0))
    return expect(
        partitions > 1 and largest >= 2 << 20 and retention_ms >= MONTH_MS,
        f"{TOPIC} has {partitions} partitions, accepts messages of {largest} bytes ({LIMIT} are documented), "
        f"and keeps them for {retention_ms} ms",
    )


@functional(demand="prompt")
def a_new_change_shows_in_the_next_minute(graded: Graded) -> Result:
    """After one run, the search includes new changes, even a photo with a large preview."""
    events = [event(1, 5), event(2, 910_001, preview=1_300_000), event(3, 5)]
    with graded.copy() as copy:
        write(copy, events)
        completed = copy.run()
        found, right = search_rows(copy), expected_table(events)
    are_right = {photo: found.get(photo) == row for photo, row in right.items()}
    return expect_equal(
        (completed.exit_code, are_right),
        (0, dict.fromkeys(right, True)),
        f"{describe_end(completed)}; the tuple of exit code and whether each photo is right",
    )
