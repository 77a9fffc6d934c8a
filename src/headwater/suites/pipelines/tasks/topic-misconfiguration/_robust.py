"""Robustness checks: later traffic, a new broker and another deployment work, and other topics are unchanged."""

from __future__ import annotations

from _photos import (
    LIMIT,
    PARTITIONS,
    TOPIC,
    config,
    delete,
    describe_end,
    describe_errors,
    event,
    starting_events,
    topic_messages,
    write,
)

from headwater.grading import Graded, Result, expect, robust

_PHOTOS, _EVENTS = 40, 120
_LARGEST = LIMIT - 40_000
_AGREED = {"max.message.bytes": str(LIMIT), "retention.ms": "2592000000"}


@robust(demand="docs/topics.md#largest message")
def busy_photos_and_the_largest_previews_get_through(graded: Graded) -> Result:
    """Many changes to a few photos between two runs are applied in order, including one of nearly 4 MiB."""
    first = [event(number, number * 7 % _PHOTOS) for number in range(_EVENTS)]
    then = [event(_EVENTS + number, number * 11 % _PHOTOS) for number in range(_EVENTS)]
    with graded.copy() as copy:
        write(copy, [*first, event(5_000, 910_002, preview=_LARGEST)])
        copy.run()
        write(copy, [(10_000 + number, photo, content) for number, photo, content in then])
        completed = copy.run()
        fault = describe_errors(
            copy, [*starting_events(graded), *first, event(5_000, 910_002, preview=_LARGEST), *then]
        )
    return expect(
        completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or 'every photo is right'}"
    )


@robust(demand="docs/topics.md#makes what is missing")
def a_new_broker_gets_it_right(graded: Graded) -> Result:
    """On a broker without topics, a deployment creates photo-events as documented, and the next run uses it."""
    with graded.copy() as copy:
        delete(copy, list(copy.kafka.topics()))
        completed_tool = copy.run("python3 tools/topics.py")
        partitions, settings = copy.kafka.topics().get(TOPIC, 0), config(copy, TOPIC)
        write(copy, [event(1, 3)])
        completed = copy.run()
    kept_settings = {name: settings.get(name) for name in _AGREED}
    return expect(
        completed_tool.exit_code == 0
        and partitions == PARTITIONS
        and kept_settings == _AGREED
        and completed.exit_code == 0,
        f"the deployment exited with {completed_tool.exit_code} and created {partitions} partitions with "
        f"{kept_settings}; "
        f"{describe_end(completed)}",
    )


@robust(demand="docs/topics.md#removed before, changed, or sent twice")
def another_deployment_changes_nothing(graded: Graded) -> Result:
    """Two more deployments and a run do not change the topic's partitions, settings or messages."""
    with graded.copy() as copy:
        before = (copy.kafka.topics(), config(copy, TOPIC), len(topic_messages(copy)))
        codes = [copy.run("python3 tools/topics.py && sh minute.sh").exit_code for _ in range(2)]
        after = (copy.kafka.topics(), config(copy, TOPIC), len(topic_messages(copy)))
    return expect(
        codes == [0, 0] and before == after,
        f"two deployments exited with {codes}; "
        f"{before[2]} messages in {before[0]} partitions are now {after[2]} in {after[0]}",
    )


@robust(demand="docs/topics.md#what-there-is")
def other_topics_are_left_alone(graded: Graded) -> Result:
    """photo-views keeps its partitions, settings and messages."""
    name = "photo-views"
    found = []
    with graded.copy() as copy, graded.copy(data="starting") as start:
        for state in (start, copy):
            found.append((state.kafka.topics().get(name), config(state, name), state.kafka.messages(name)))
    same = [before == after for before, after in zip(*found, strict=True)]
    return expect(all(same), f"partitions, settings and messages of {name} are unchanged: {same}")
