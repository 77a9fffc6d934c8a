"""Functional checks: the topic contains all existing posts and later changes to them."""

from __future__ import annotations

from _posts import Event, describe_end, difference, events, first_of_each, followed, last_line, starting_columns, truth
from _scenarios import runs_after_changes

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
    outcome = runs_after_changes(graded)
    found = [event for event in outcome.one_events if event.key == key]
    fit = [(event.op, event.post) for event in first_of_each(found)] == [("delete", None)]
    return expect(
        outcome.one.exit_code == 0 and fit, f"{describe_end(outcome.one)}; events of {key}: {_excerpt(found)}"
    )


@functional(demand="docs/events.md#events")
def events_have_their_form(graded: Graded) -> Result:
    """Each event has exactly the four documented fields, and its Kafka message has the same key."""
    found = [*events(graded), *runs_after_changes(graded).one_events]
    fields = {"op", "key", "position", "post"}
    other = [e for e in found if not isinstance(e.body, dict) or set(e.body) != fields or e.body["key"] != e.key]
    return expect(bool(found) and not other, f"{len(other)} of {len(found)} events have another format")


@functional(demand="docs/oncall.md#the number of events sent")
def a_run_says_what_it_sent(graded: Graded) -> Result:
    """The last line of a run's output contains the number of events that it sent."""
    outcome = runs_after_changes(graded)
    return expect(
        last_line(outcome.one) == f"sent={len(outcome.one_events)}" and len(outcome.one_events) >= 3,
        f"the run printed {last_line(outcome.one)!r} and sent {len(outcome.one_events)} events for 3 changes",
    )


def _one(graded: Graded, op: str, key: str, column: str, value: object) -> Result:
    outcome = runs_after_changes(graded)
    found = [event for event in outcome.one_events if event.key == key]
    fit = [(event.op, starting_columns(event.post).get(column)) for event in first_of_each(found)] == [(op, value)]
    return expect(
        outcome.one.exit_code == 0 and fit, f"{describe_end(outcome.one)}; events of {key}: {_excerpt(found)}"
    )


def _excerpt(events: list[Event]) -> str:
    return str([(event.op, str(event.post)[:80]) for event in events[:3]])
