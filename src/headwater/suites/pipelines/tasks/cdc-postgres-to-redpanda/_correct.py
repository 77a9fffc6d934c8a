"""Correctness checks: each change is one event, in order, with exact and complete values and without private data."""

from __future__ import annotations

import json

from _posts import Event, describe_end, events, first_of_each, starting_columns
from _scenarios import ODD_TAGS, ODD_TEXT, late_commit, runs_after_changes

from headwater.grading import Graded, Result, correct, expect


@correct(demand="docs/events.md#is a string with all its decimals")
def values_are_exact(graded: Graded) -> Result:
    """Unusual texts and lists, large integers, decimals, times, NULLs and empty values arrive unchanged."""
    outcome = runs_after_changes(graded)
    first = next((starting_columns(e.post) for e in outcome.mixed_events if e.key == "attic/60002"), {})
    second = next((starting_columns(e.post) for e in outcome.mixed_events if e.key == "attic/60003"), {})
    right = {"title": "", "body": ODD_TEXT, "tags": ODD_TAGS, "votes": -9007199254740995, "rating": "999.999"}
    right |= {"posted_at": "2026-11-26T21:59:59.000007Z", "is_hidden": False}
    empty = {"title": None, "body": "", "tags": [], "votes": 0, "rating": None}
    other = [name for name, value in right.items() if not _same(first.get(name), value)]
    other += [name for name, value in empty.items() if not _same(second.get(name, "none"), value)]
    return expect(not other, f"fields that differ from Postgres: {other or 'none'}")


def _same(one: object, two: object) -> bool:
    return type(one) is type(two) and one == two


@correct(demand="docs/events.md#each change of a post that was committed")
def each_change_is_an_event(graded: Graded) -> Result:
    """Each of several changes to a post between two runs is an event, in order, even if the post is deleted again."""
    found = [
        e for e in first_of_each(runs_after_changes(graded).mixed_events) if e.key in ("attic/60003", "attic/60004")
    ]
    votes = [(e.op, starting_columns(e.post).get("votes")) for e in found if e.key == "attic/60003"]
    attic_ops = [e.op for e in found if e.key == "attic/60004"]
    right = [("insert", 0), ("update", 1), ("update", 2), ("update", 3)]
    return expect(
        votes == right and attic_ops == ["insert", "delete"],
        f"the events of one post are {votes}, those of a soon deleted one {attic_ops}",
    )


@correct(demand="docs/events.md#large texts are complete")
def large_texts_are_complete(graded: Graded) -> Result:
    """If a change does not touch a large text, the event still contains the complete text."""
    outcome = runs_after_changes(graded)
    found = [e for e in outcome.mixed_events if e.op == "update" and e.key in outcome.rows]
    right = [
        e for e in found if starting_columns(e.post) == outcome.rows[e.key] and len(outcome.rows[e.key]["body"]) > 5000
    ]
    large = {key for key, row in outcome.rows.items() if len(row["body"]) > 5000 and row["number"] < 1000}
    complete = large & {e.key for e in right}
    return expect(
        0 < len(large) == len(complete), f"{len(complete)} of {len(large)} changed posts with large texts are complete"
    )


@correct(demand="docs/events.md#a post moves to another board")
def a_moved_post_is_two_events(graded: Graded) -> Result:
    """A change of the key produces a delete under the old key and an insert of the complete post under the new one."""
    outcome = runs_after_changes(graded)
    ops = [
        [e.op for e in first_of_each(outcome.mixed_events) if e.key == key]
        for key in ("attic/60001", "off-topic/60005")
    ]
    moved = {key: row for key, row in outcome.rows.items() if row["number"] > 61_500}
    complete = [
        e.key
        for e in outcome.mixed_events
        if e.op == "insert" and e.key in moved and starting_columns(e.post) == moved[e.key]
    ]
    return expect(
        ops == [["delete"], ["insert"]] and 0 < len(moved) == len(set(complete)),
        f"the events are {ops[0]} for the old key and {ops[1]} for the new one; "
        f"{len(set(complete))} of {len(moved)} moved long posts are complete",
    )


@correct(demand="docs/events.md#author_ip")
def addresses_do_not_leave_postgres(graded: Graded) -> Result:
    """No event contains the IP address of an author."""
    found = [*events(graded), *runs_after_changes(graded).one_events, *runs_after_changes(graded).mixed_events]
    open_ones = [
        e.key for e in found if any(text in json.dumps(e.body) for text in ("author_ip", "203.0.113.77", "198.51."))
    ]
    return expect(bool(found) and not open_ones, f"{len(open_ones)} of {len(found)} events contain addresses")


@correct(demand="docs/events.md#in one partition")
def events_of_a_post_are_in_order(graded: Graded) -> Result:
    """All events for a post are in the same partition as its first events, with increasing positions."""
    start, outcome = events(graded), runs_after_changes(graded)
    partitions: dict[str, set[int]] = {}
    later: dict[str, list[Event]] = {}
    for event in [*start, *outcome.one_events, *outcome.mixed_events]:
        partitions.setdefault(event.key, set()).add(event.partition)
    for event in [*outcome.one_events, *outcome.mixed_events]:
        later.setdefault(event.key, []).append(event)
    split = [key for key, numbers in partitions.items() if len(numbers) > 1]
    repeated = [key for key, found in later.items() if not _grows(found)]
    spread = len({e.partition for e in start})
    return expect(
        not split and not repeated and spread > 1,
        f"{len(split)} posts are in several partitions, {len(repeated)} have positions that do not increase; "
        f"{spread} partitions are used",
    )


def _grows(events: list[Event]) -> bool:
    positions = [event.position for event in {str(event.body): event for event in events}.values()]
    return all(position >= 0 for position in positions) and positions == sorted(set(positions))


@correct(demand="docs/oncall.md#all changes that were committed")
def a_late_commit_is_not_missed(graded: Graded) -> Result:
    """Rows from a slow transaction arrive even if it commits after the changes of later transactions were sent."""
    codes, found, fault = late_commit(graded)
    keys = [key for key in ("bikes/70001", "bikes/70002") if any(e.key == key for e in found)]
    return expect(
        codes == "0 0" and len(keys) == 2 and not fault, f"the runs exited with {codes}; {fault or 'all is right'}"
    )


@correct(demand="docs/events.md#as `follow.py` does")
def those_who_follow_are_right(graded: Graded) -> Result:
    """After changes of all kinds, readers of the topic have the same posts as Postgres."""
    outcome = runs_after_changes(graded)
    return expect(
        outcome.mixed.exit_code == 0 and not outcome.wrong,
        f"{describe_end(outcome.mixed)}; {outcome.wrong or 'all posts are right'}",
    )
