"""Robustness checks: malformed messages, later versions, other sites, outages, and invalid schemas."""

from __future__ import annotations

from _orders import describe_end, last_line, registered
from _proposals import judged
from _registrations import Registration, accepted_registrations, refused_registrations
from _scenarios import newer, odd_messages_run, other_site_run, outages, recount

from headwater.grading import Graded, Result, expect, robust

_FINE = "all is right"


@robust(demand="docs/orders.md#each message that cannot be read", required=True)
def unreadable_messages_stop_nothing(graded: Graded) -> Result:
    """Unreadable messages are recorded once in stats.rejected, and the messages after them are counted."""
    outcome = odd_messages_run(graded)
    missing = sorted(set(outcome.bad) - set(outcome.rejected))
    surplus = [place for place in outcome.rejected if place not in outcome.bad]
    return expect(
        outcome.run.exit_code == outcome.again.exit_code == 0 and not outcome.fault and outcome.rejected == outcome.bad,
        f"{describe_end(outcome.run)}, then {describe_end(outcome.again)}; {outcome.fault or _FINE}; "
        f"of {len(outcome.bad)} messages "
        f"{len(missing)} are not rejected, {len(surplus)} others are",
    )


@robust(demand="docs/schemas.md#reading")
def versions_that_come_later_are_read(graded: Graded) -> Result:
    """Messages in a version that another program registered, with other fields in another order, are counted."""
    run, fault = newer(graded)
    return expect(run.exit_code == 0 and not fault, f"{describe_end(run)}; {fault or _FINE}")


@robust(demand="docs/schemas.md#they differ from site to site", required=True)
def another_site_has_other_numbers(graded: Graded) -> Result:
    """Deploying and running works at a site with different schema numbers and an empty topic."""
    outcome = other_site_run(graded)
    return expect(
        outcome.deployed.exit_code == outcome.run.exit_code == 0
        and not outcome.fault
        and outcome.numbers == {outcome.number},
        f"deployment: {describe_end(outcome.deployed)}; run: {describe_end(outcome.run)}; {outcome.fault or _FINE}; "
        f"messages have the numbers {sorted(outcome.numbers)}, the newest version has {outcome.number}",
    )


@robust(demand="docs/orders.md#from its start, and the figures are the same")
def figures_that_are_counted_anew_are_the_same(graded: Graded) -> Result:
    """After the schema stats was dropped, a deployment and a run count the whole topic again, with the same results."""
    outcome = recount(graded)
    return expect(
        outcome.deployed.exit_code == outcome.run.exit_code == 0 and not outcome.fault,
        f"deployment: {describe_end(outcome.deployed)}; run: {describe_end(outcome.run)}; {outcome.fault or _FINE}",
    )


@robust(demand="docs/oncall.md#that the broker has not acknowledged", required=True)
def what_kafka_missed_is_sent_later(graded: Graded) -> Result:
    """Checkouts that could not be sent while Kafka was unreachable are sent once by the next run."""
    outcome = outages(graded)
    once = sorted(str(number) for number in outcome.sent) == sorted(str(90_001 + number) for number in range(1, 41))
    return expect(
        outcome.kafka["publish"].exit_code == 1
        and not outcome.moved
        and outcome.next.exit_code == 0
        and once
        and not outcome.fault,
        f"without Kafka {describe_end(outcome.kafka['publish'])} and moved by {outcome.moved}; "
        f"then {describe_end(outcome.next)} "
        f"and sent {len(outcome.sent)} messages for 40 checkouts; {outcome.fault or _FINE}",
    )


@robust(demand="docs/schemas.md#and not with the last one alone")
def no_earlier_version_is_forgotten(graded: Graded) -> Result:
    """A schema that is incompatible with any earlier version is refused, not only with the last one."""
    return _all_refused(refused_registrations(graded)["earlier"] | refused_registrations(graded)["last"])


@robust(demand="docs/schemas.md#fields")
def types_and_defaults_are_enforced(graded: Graded) -> Result:
    """Defaults that do not match the first type, unknown types and duplicate names are refused."""
    return _all_refused(refused_registrations(graded)["types"])


@robust(demand="docs/schemas.md#at the same moment")
def registrations_at_once_are_one(graded: Graded) -> Result:
    """Six simultaneous registrations of a new version add it once, and all print its number."""
    printed, added = accepted_registrations(graded).together
    version = len(registered(graded)) + 1
    right = [f"orders version={version} number={number}" for number, _ in added] * 6
    return expect(
        len(added) == 1 and printed == right,
        f"{len(added)} versions were added; the registrations print {sorted(printed)[:6]}",
    )


@robust(demand="docs/schemas.md#is not registered again")
def what_is_registered_keeps_its_number(graded: Graded) -> Result:
    """Registered schemas keep their numbers even if their documentation changes. A new subject gets version 1."""
    outcome = accepted_registrations(graded)
    printed = [last_line(run) for run, _ in outcome.known]
    changed = [changed for _, changed in outcome.known]
    first = last_line(outcome.first).startswith("tours version=1 number=")
    return expect(
        printed == outcome.expected and not any(changed) and outcome.first.exit_code == 0 and first,
        f"printed is {printed} and not {outcome.expected}; the registry changed: {changed}; "
        f"new subject: {describe_end(outcome.first)}",
    )


@robust(demand="docs/schemas.md#new-versions", required=True)
def chains_of_proposals_are_judged_right(graded: Graded) -> Result:
    """Of many proposals, each near to a version before it, the right ones are registered, and the others refused."""
    outcome = judged(graded)
    done = f"{outcome.accepted} were registered, and {outcome.refused} refused"
    fit = not outcome.faults and outcome.accepted >= 5 and outcome.refused >= 5
    return expect(fit, (outcome.faults or [done])[0], faults=outcome.faults[:9])


def _all_refused(registrations: dict[str, Registration]) -> Result:
    accepted_ones = [name for name, registration in registrations.items() if not registration.is_refused]
    return expect(not accepted_ones, f"not refused, or not without a change: {accepted_ones or 'none'}")
