"""Functional checks: the topic contains all existing posts and later changes to them."""

from __future__ import annotations

from _posts import Event, difference, ending, events, first_of_each, followed, known, last_line, truth
from _scenarios import changed

from headwater.grading import Graded, Result, expect, functional


@functional(demand="docs/oncall.md#sends an event `read` for each post")
def every_post_is_in_the_topic(graded: Graded) -> Result:
    """Readers of the topic have all posts from the starting state."""
    found = events(graded)
    fault = difference(followed(found), truth(graded.starting))
    ops = {str(event.op) for event in found}
    return expect(not fault and ops == {"read"}, f"{fault or 'all posts are right'}; the events are {sorted(ops)}")


@functional(demand="docs/events.md#each change of a post")
def a_new_post_arrives(graded: Graded) -> Result:
    """A run sends a new post."""
    return _one(graded, "insert", "attic/60001", "votes", 1)


@functional(demand="docs/events.md#each change of a post")
def a_changed_post_arrives(graded: Graded) -> Result:
    """A run sends a changed post."""
    key = next(key for key in truth(graded.starting) if key.endswith("/100"))
    return _one(graded, "update", key, "votes", 777)


@functional(demand="docs/events.md#after `delete`")
def a_deleted_post_arrives(graded: Graded) -> Result:
    """A run sends the deletion of a post."""
    key = next(key for key in truth(graded.starting) if key.endswith("/101"))
    there = changed(graded)
    found = [event for event in there.one_events if event.key == key]
    fit = [(event.op, event.post) for event in first_of_each(found)] == [("delete", None)]
    return expect(there.one.exit_code == 0 and fit, f"{ending(there.one)}; events of {key}: {_shown(found)}")


@functional(demand="docs/events.md#events")
def events_have_their_form(graded: Graded) -> Result:
    """Each event has exactly the four documented fields, and its Kafka message has the same key."""
    found = [*events(graded), *changed(graded).one_events]
    fields = {"op", "key", "position", "post"}
    other = [e for e in found if not isinstance(e.body, dict) or set(e.body) != fields or e.body["key"] != e.key]
    return expect(bool(found) and not other, f"{len(other)} of {len(found)} events have another format")


@functional(demand="docs/oncall.md#the number of events sent")
def a_run_says_what_it_sent(graded: Graded) -> Result:
    """The last line of a run's output contains the number of events that it sent."""
    there = changed(graded)
    return expect(
        last_line(there.one) == f"sent={len(there.one_events)}" and len(there.one_events) >= 3,
        f"the run printed {last_line(there.one)!r} and sent {len(there.one_events)} events for 3 changes",
    )


def _one(graded: Graded, op: str, key: str, column: str, value: object) -> Result:
    there = changed(graded)
    found = [event for event in there.one_events if event.key == key]
    fit = [(event.op, known(event.post).get(column)) for event in first_of_each(found)] == [(op, value)]
    return expect(there.one.exit_code == 0 and fit, f"{ending(there.one)}; events of {key}: {_shown(found)}")


def _shown(found: list[Event]) -> str:
    return str([(event.op, str(event.post)[:80]) for event in found[:3]])
