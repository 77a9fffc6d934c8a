"""Robustness checks: malformed messages, later versions, other sites, outages, and invalid schemas."""

from __future__ import annotations

from _orders import ending, last_line, registered
from _registrations import Registration, accepted, refused
from _scenarios import anew, away, elsewhere, newer, odd

from headwater.grading import Graded, Result, expect, robust

_FINE = "all is right"


@robust(demand="docs/orders.md#each message that cannot be read")
def unreadable_messages_stop_nothing(graded: Graded) -> Result:
    """Unreadable messages are recorded once in stats.rejected, and the messages after them are counted."""
    there = odd(graded)
    lacking = sorted(set(there.bad) - set(there.rejected))
    surplus = [place for place in there.rejected if place not in there.bad]
    return expect(
        there.run.exit_code == there.again.exit_code == 0 and not there.fault and there.rejected == there.bad,
        f"{ending(there.run)}, then {ending(there.again)}; {there.fault or _FINE}; of {len(there.bad)} messages "
        f"{len(lacking)} are not rejected, {len(surplus)} others are",
    )


@robust(demand="docs/schemas.md#reading")
def versions_that_come_later_are_read(graded: Graded) -> Result:
    """Messages in a version that another program registered, with other fields in another order, are counted."""
    run, fault = newer(graded)
    return expect(run.exit_code == 0 and not fault, f"{ending(run)}; {fault or _FINE}")


@robust(demand="docs/schemas.md#they differ from site to site")
def another_site_has_other_numbers(graded: Graded) -> Result:
    """Deploying and running works at a site with different schema numbers and an empty topic."""
    there = elsewhere(graded)
    return expect(
        there.deployed.exit_code == there.run.exit_code == 0 and not there.fault and there.numbers == {there.number},
        f"deployment: {ending(there.deployed)}; run: {ending(there.run)}; {there.fault or _FINE}; "
        f"messages have the numbers {sorted(there.numbers)}, the newest version has {there.number}",
    )


@robust(demand="docs/orders.md#from its start, and the figures are the same")
def figures_that_are_counted_anew_are_the_same(graded: Graded) -> Result:
    """After the schema stats was dropped, a deployment and a run count the whole topic again, with the same results."""
    there = anew(graded)
    return expect(
        there.deployed.exit_code == there.run.exit_code == 0 and not there.fault,
        f"deployment: {ending(there.deployed)}; run: {ending(there.run)}; {there.fault or _FINE}",
    )


@robust(demand="docs/oncall.md#that the broker has not acknowledged")
def what_kafka_missed_is_sent_later(graded: Graded) -> Result:
    """Checkouts that could not be sent while Kafka was unreachable are sent once by the next run."""
    there = away(graded)
    once = sorted(str(number) for number in there.sent) == sorted(str(90_001 + number) for number in range(1, 41))
    return expect(
        there.kafka["publish"].exit_code == 1
        and not there.moved
        and there.next.exit_code == 0
        and once
        and not there.fault,
        f"without Kafka {ending(there.kafka['publish'])} and moved by {there.moved}; then {ending(there.next)} "
        f"and sent {len(there.sent)} messages for 40 checkouts; {there.fault or _FINE}",
    )


@robust(demand="docs/schemas.md#and not with the last one alone")
def no_earlier_version_is_forgotten(graded: Graded) -> Result:
    """A schema that is incompatible with any earlier version is refused, not only with the last one."""
    return _all_refused(refused(graded)["earlier"] | refused(graded)["last"])


@robust(demand="docs/schemas.md#fields")
def types_and_defaults_are_enforced(graded: Graded) -> Result:
    """Defaults that do not match the first type, unknown types and duplicate names are refused."""
    return _all_refused(refused(graded)["types"])


@robust(demand="docs/schemas.md#at the same moment")
def registrations_at_once_are_one(graded: Graded) -> Result:
    """Six simultaneous registrations of a new version add it once, and all print its number."""
    printed, added = accepted(graded).together
    version = len(registered(graded)) + 1
    right = [f"orders version={version} number={number}" for number, _ in added] * 6
    return expect(
        len(added) == 1 and printed == right,
        f"{len(added)} versions were added; the registrations print {sorted(printed)[:6]}",
    )


@robust(demand="docs/schemas.md#is not registered again")
def what_is_registered_keeps_its_number(graded: Graded) -> Result:
    """Registered schemas keep their numbers even if their documentation changes. A new subject gets version 1."""
    there = accepted(graded)
    printed = [last_line(run) for run, _ in there.known]
    changed = [changed for _, changed in there.known]
    first = last_line(there.first).startswith("tours version=1 number=")
    return expect(
        printed == there.wanted and not any(changed) and there.first.exit_code == 0 and first,
        f"printed is {printed} and not {there.wanted}; the registry changed: {changed}; "
        f"new subject: {ending(there.first)}",
    )


def _all_refused(found: dict[str, Registration]) -> Result:
    accepted_ones = [name for name, registration in found.items() if not registration.is_refused]
    return expect(not accepted_ones, f"not refused, or not without a change: {accepted_ones or 'none'}")
