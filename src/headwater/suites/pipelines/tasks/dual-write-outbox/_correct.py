"""Correctness checks: each change is sent once, exactly and in order, and the repair sends no more than is needed."""

from __future__ import annotations

from _left import left
from _regions import region
from _scenarios import TERMS, changes
from _service import disorder, firsts, last_line
from _topic import Event, events_of, start_events
from _truth import Change, View

from headwater.grading import Graded, Result, correct, expect


@correct(demand="docs/operations.md#sends nothing that is not needed", required=True)
def lost_events_are_sent_once(graded: Graded) -> Result:
    """The repair sends no lost event repeatedly."""
    counts = [len(left(graded).events_of(change)) for change in left(graded).faults.missing]
    sent, often = sum(n > 0 for n in counts), sum(n > 1 for n in counts)
    return expect(sent > 0 and not often, f"of {sent} lost events that were sent, {often} were sent repeatedly")


@correct(demand="docs/operations.md#sends nothing that is not needed")
def nothing_else_is_sent(graded: Graded) -> Result:
    """The repair sends no event of a change that already had a right one, or that the topic need not have."""
    places = {(change.key, change.version) for change in left(graded).faults.missing}
    other = [event for event in left(graded).sent if (event.key, event.version) not in places]
    example = f", such as {other[0].key} version {other[0].version}" if other else ""
    return expect(
        bool(left(graded).sent) and not other,
        f"{len(other)} of {len(left(graded).sent)} events were not needed{example}",
    )


@correct(demand="consumers/billing.py#self.voided", required=True)
def each_void_is_needed(graded: Graded) -> Result:
    """The repair voids no event twice, none that is right or was voided before, and all but one of several copies."""
    before, found = left(graded).faults, left(graded)
    allowed = set().union(*before.phantom.values())
    good = [event for event in found.voided if event not in allowed]
    number = sum(found.voided.values())
    return expect(
        0 < number <= before.phantoms and not good and max(found.voided.values()) == 1,
        f"{number} voids were sent for {before.phantoms} events; {len(good)} of them for events that were right",
    )


def _good(graded: Graded, schema: str) -> list[Event]:
    """Return the events of the start that are right and, in schema 3, have another id than their change."""
    changes, broken = left(graded).view.changes, left(graded).faults.phantom
    allowed = set().union(*broken.values()) | {str(event.voids) for event in start_events(graded) if event.voids}
    found = []
    for event in start_events(graded):
        change = changes.get((event.key, event.version))
        is_counted = event.schema == schema and event.type not in ("voided", "snapshot") and event.id not in allowed
        if change and is_counted and change.has_content_of(event) and (schema == "2" or change.event_id != event.id):
            found.append(event)
    return found


def _stays(graded: Graded, schema: str) -> Result:
    events = _good(graded, schema)
    touched = [e for e in events if left(graded).voided[e.id] or (e.key, e.version) in left(graded).by_place]
    is_worked_on = bool(left(graded).sent and left(graded).voids)
    return expect(
        bool(events) and is_worked_on and not touched,
        f"{len(touched)} of {len(events)} right events were voided or sent again",
    )


@correct(demand="docs/topic.md#whatever its id and its times are")
def right_events_with_other_ids_stay(graded: Graded) -> Result:
    """Right events whose ids are not in the trail, such as those sent by hand, are neither voided nor sent again."""
    return _stays(graded, "3")


@correct(demand="docs/topic.md#history")
def what_has_no_id_in_the_trail_stays(graded: Graded) -> Result:
    """Events from before 20 April that are right are neither voided nor sent again."""
    return _stays(graded, "2")


@correct(demand="docs/operations.md#what a repair would send")
def another_region_is_repaired(graded: Graded) -> Result:
    """In a region with other faults, the release and its repair leave the consumers right."""
    outcome = region(graded)
    completed = outcome.repair.completed
    return expect(
        completed.exit_code == 0 and not outcome.view.wrong,
        f"{completed.ending} and printed {last_line(completed)!r}; {outcome.view.wrong or 'all is right'}",
    )


@correct(demand="consumers/billing.py#is left for the controller")
def billing_refuses_nothing(graded: Graded) -> Result:
    """Billing can book every event that the repair sent."""
    refused = left(graded).view.refused
    example = f", such as {refused[0].type} of {refused[0].key}" if refused else ""
    return expect(bool(left(graded).sent) and not refused, f"billing refuses {len(refused)} events{example}")


@correct(demand="docs/topic.md#schema-3")
def late_events_name_their_month(graded: Graded) -> Result:
    """Exactly the events of closed months have the first open month in `booked-in`."""
    periods = graded.postgres.query("select month, closed_at is not null from billing.periods order by month")
    closed = {month for month, is_closed in periods if is_closed}
    first = next(month for month, is_closed in periods if not is_closed)
    sent = [*left(graded).sent, *left(graded).voids]
    wrong = [e for e in sent if e.booked_in != (first if e.occurred[:7] in closed else None)]
    late = sum(event.occurred[:7] in closed for event in left(graded).sent)
    example = f", such as {wrong[0].booked_in} for {wrong[0].occurred}" if wrong else ""
    return expect(late > 0 and not wrong, f"{len(wrong)} of {len(sent)} events name another month{example}")


@correct(demand="docs/topic.md#schema-3")
def lost_events_are_exact(graded: Graded) -> Result:
    """The events that were lost have the id, the time and the values of their changes."""
    voided = frozenset(str(event.voids) for event in start_events(graded) if event.voids)
    pairs = [(change, event) for change in left(graded).faults.missing for event in left(graded).events_of(change)]
    wrong = [fault for pair in pairs if (fault := _difference(*pair, voided))]
    return expect(bool(pairs) and not wrong, f"{len(wrong)} of {len(pairs)} events differ: {(wrong or ['none'])[0]}")


def _id_of(change: Change, event: Event, voided: frozenset[str]) -> str:
    """Return the id that an event should have; any that was not voided, if the change has none that can be used."""
    is_usable = change.event_id is not None and change.event_id not in voided
    return change.event_id or "" if is_usable else (event.id if event.id not in voided else "another one")


def _difference(change: Change, event: Event, voided: frozenset[str] = frozenset()) -> str:
    pairs = {
        "state": (event.state, change.state),
        "mrr_delta": (str(event.value.get("mrr_delta")), f"{change.delta:.2f}"),
        "occurred_at": (event.occurred, change.occurred),
        "type": (event.type, change.kind),
        "event-id": (event.id, _id_of(change, event, voided)),
    }
    name = next((name for name, (found, right) in pairs.items() if found != right), "")
    return f"{name} of {change.key} is {str(pairs[name][0])[:90]} and not {str(pairs[name][1])[:90]}" if name else ""


@correct(demand="consumers/entitlements.py")
def voids_leave_the_present_state(graded: Graded) -> Result:
    """Each `voided` event has the present version and state of its subscription, or no state if there never was one."""
    latest: dict[str, Change] = {}
    for change in left(graded).view.changes.values():
        if change.key not in latest or latest[change.key].version < change.version:
            latest[change.key] = change
    wrong = []
    for event in left(graded).voids:
        change = latest.get(event.key)
        if (event.version, event.state) != ((change.version, change.state) if change else (0, None)):
            wrong.append(event.key)
    number = len(left(graded).voids)
    return expect(number > 0 and not wrong, f"{len(wrong)} of {number} voids have another state: {wrong[:3]}")


@correct(demand="jobs/expire_trials.sql", required=True)
def expired_trials_arrive(graded: Graded) -> Result:
    """The nightly job of billing operations sends an event for each trial."""
    outcome = changes(graded)
    found = {event.key for event in outcome.job_events if event.type == "expired"}
    return expect(
        bool(outcome.expired) and found == outcome.expired,
        f"{len(found)} of {len(outcome.expired)} expired trials were sent",
    )


@correct(demand="jobs/move_account.sql")
def moved_accounts_arrive(graded: Graded) -> Result:
    """A plain update by support sends an event for each subscription of the account."""
    outcome = changes(graded)
    found = {event.key for event in outcome.job_events if event.type == "changed"} - {outcome.twice}
    return expect(
        bool(outcome.moved) and outcome.moved <= found,
        f"{len(outcome.moved & found)} of {len(outcome.moved)} subscriptions were sent",
    )


@correct(demand="docs/topic.md#in the order of their versions", required=True)
def both_changes_of_a_transaction_arrive(graded: Graded) -> Result:
    """Two changes of a subscription in one transaction are two events, in their order."""
    outcome = changes(graded)
    seats = [(e.state or {}).get("seats") for e in firsts(outcome.job_events) if e.key == outcome.twice]
    fault = disorder(outcome.job_events)
    return expect(
        seats == [47, 48] and not fault, f"the seats in its events are {seats}; {fault or 'all are in order'}"
    )


@correct(demand="tickets/4410-access.md#a transaction", required=True)
def what_is_rolled_back_is_not_sent(graded: Graded) -> Result:
    """A command that fails at its commit sends nothing, and every other one sends one event."""
    outcome = changes(graded)
    sent = events_of(outcome.messages)
    extra = [event for event in sent if (event.state or {}).get("seats") == 30 and event.type == "opened"]
    places = {(event.key, event.version) for event in sent}
    return expect(
        not extra and len(places) == len(sent) > 0,
        f"{len(extra)} events are of a failed command; {len(sent)} were sent",
    )


@correct(demand="docs/topic.md#schema-3")
def new_events_are_exact(graded: Graded) -> Result:
    """Events of new changes have the id, the time and the values of their rows, odd texts included."""
    outcome = changes(graded)
    events = [*events_of(outcome.messages), *outcome.job_events]
    wrong = [fault for event in events if (fault := _unlike(outcome.view, event))]
    odd = sum((event.state or {}).get("terms") == TERMS for event in events)
    return expect(odd >= 2 and not wrong, f"{len(wrong)} of {len(events)} events differ: {(wrong or ['none'])[0]}")


def _unlike(view: View, event: Event) -> str:
    change = view.changes.get((event.key, event.version))
    return _difference(change, event) if change else f"{event.key} has no version {event.version}"
