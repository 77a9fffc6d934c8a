"""Robustness checks: killed or overlapping runs, unreachable services, concurrent writes and new columns."""

from __future__ import annotations

from _posts import Event, describe_end
from _scenarios import disturbed, outages, site, written_meanwhile

from headwater.grading import Graded, Result, expect, robust

_FINE = "all posts are right"


@robust(demand="docs/oncall.md#runs get killed")
def a_killed_run_loses_nothing(graded: Graded) -> Result:
    """After runs are killed at different points, the next run sends every change, and positions are unchanged."""
    completed, found, fault = disturbed(graded).killed
    losses = _describe_losses(found, "1")
    return expect(
        completed.exit_code == 0 and not fault and not losses,
        f"{describe_end(completed)}; {fault or _FINE}; {losses or 'no change is lost'}",
    )


@robust(demand="docs/oncall.md#even if the last run has not ended")
def overlapping_runs_lose_nothing(graded: Graded) -> Result:
    """Three concurrent runs send all changes, in order for each post."""
    completed, found, fault = disturbed(graded).overlapping
    losses = _describe_losses(found, "2")
    return expect(
        completed.exit_code == 0 and not fault and not losses,
        f"{describe_end(completed)}; {fault or _FINE}; {losses or 'no change is lost'}",
    )


def _describe_losses(events: list[Event], mark: str) -> str:
    """Count posts that lack one of two changes, and wrong positions; return an empty string if there are none."""
    authors: dict[str, set[object]] = {}
    bodies: dict[tuple[str, int], set[str]] = {}
    positions: dict[tuple[str, str, str], set[int]] = {}
    for event in events:
        if isinstance(event.post, dict):
            authors.setdefault(event.key, set()).add(event.post.get("author"))
        bodies.setdefault((event.key, event.position), set()).add(str(event.body))
        positions.setdefault((event.key, str(event.op), str(event.post)), set()).add(event.position)
    incomplete = [key for key, names in authors.items() if not {f"m{mark}-1", f"m{mark}-2"} <= names]
    other = [place for place, contents in bodies.items() if len(contents) > 1]
    moved = [event for event, places in positions.items() if len(places) > 1]
    if len(authors) < 2_000:
        return f"only {len(authors)} posts have events"
    if not (incomplete or other or moved):
        return ""
    return (
        f"{len(incomplete)} posts lack a change; positions of {len(other)} events and {len(moved)} others are mixed up"
    )


@robust(demand="docs/oncall.md#nothing may be lost by it")
def what_kafka_missed_is_sent_later(graded: Graded) -> Result:
    """Changes made while Kafka is unreachable arrive with the next run."""
    outcome = outages(graded)
    return expect(
        outcome.kafka.exit_code == 1 and outcome.next.exit_code == 0 and not outcome.wrong,
        f"without Kafka {describe_end(outcome.kafka)}, then {describe_end(outcome.next)}; {outcome.wrong or _FINE}",
    )


@robust(demand="docs/oncall.md#no change may be missed between")
def the_first_run_misses_nothing(graded: Graded) -> Result:
    """At a new site, all posts are right although the website writes during the first runs."""
    outcome = site(graded)
    completed, fault = outcome.last
    return expect(
        outcome.first.get("codes") == [0, 0]
        and not outcome.first.get("failed")
        and completed.exit_code == 0
        and not fault,
        f"{str(outcome.first)[:200]}; {describe_end(completed)}; {fault or _FINE}",
    )


@robust(demand="docs/events.md#the website adds columns")
def a_new_column_arrives(graded: Graded) -> Result:
    """The events for later changes contain a column that the website has added."""
    completed, found = site(graded).column
    moods = [event.post.get("mood") for event in found if isinstance(event.post, dict) and event.key.endswith("/77")]
    return expect(
        completed.exit_code == 0 and moods == ["glad"],
        f"{describe_end(completed)}; the new column has the values {moods}",
    )


@robust(demand="docs/oncall.md#never wait for more than a second")
def the_website_never_waits(graded: Graded) -> Result:
    """While runs send many events, none of the website's statements waits for more than a second."""
    report = written_meanwhile(graded)
    longest, lag = float(report.get("longest", 99)), float(report.get("lag", 0))
    return expect(
        report.get("codes") == [0, 0] and not report.get("failed") and longest <= 1 + 3 * lag,
        f"the longest statement took {longest:.1f} s, on a machine with a lag of {lag:.1f} s; {str(report)[:160]}",
    )
