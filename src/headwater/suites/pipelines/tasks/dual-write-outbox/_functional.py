"""Functional checks: changes arrive through the relay, and what was wrong in the topic is right."""

from __future__ import annotations

from _left import left
from _scenarios import changes
from _service import chosen, last_line
from _topic import Event, broken_of, events_of

from headwater.grading import Graded, Result, expect, functional

_ANSWERS = ("ok", "ok", "ok", "ok", "ok", "rejected", "ok", "rejected", "ok")


@functional(demand="docs/topic.md#every committed change of a row")
def an_opened_subscription_arrives(graded: Graded) -> Result:
    """The relay sends the event of a subscription that the service opens."""
    outcome = changes(graded)
    opened = [event for event in events_of(outcome.messages) if event.type == "opened"]
    versions = [event.version for event in opened]
    return expect(versions == [1, 1], f"{outcome.relay.ending}; the versions of opened subscriptions are {versions}")


@functional(demand="docs/topic.md#every committed change of a row")
def a_changed_subscription_arrives(graded: Graded) -> Result:
    """The relay sends the event of a changed subscription."""
    one, two, _ = chosen(graded, 0, 3)
    first, second = (_of(changes(graded).messages, f"sub-{number}") for number in (one, two))
    found = [(event.type, (event.state or {}).get("seats")) for event in first]
    plans = [(event.type, (event.state or {}).get("plan")) for event in second]
    right = [("changed", 49), ("changed", 50)]
    return expect(
        found == right and plans == [("changed", "campus")],
        f"the events of two changed subscriptions are {found} and {plans}",
    )


@functional(demand="docs/topic.md#every committed change of a row")
def a_cancelled_subscription_arrives(graded: Graded) -> Result:
    """The relay sends the event of a cancelled subscription."""
    found = [(e.type, str(e.delta)) for e in _of(changes(graded).messages, f"sub-{chosen(graded, 0, 3)[2]}")]
    fits = len(found) == 1 and found[0][0] == "cancelled" and found[0][1].startswith("-")
    return expect(fits, f"the events of a cancelled subscription are {found}")


@functional(demand="docs/operations.md#servicepy")
def the_service_answers_as_before(graded: Graded) -> Result:
    """The service answers each command in one line, and a repeated request as the first time."""
    served = changes(graded).served
    lines = [line.split(" ", 2) for line in served.stdout.strip().splitlines()]
    answers = tuple(line[1] if len(line) > 1 else "" for line in lines)
    repeated = len(lines) == len(_ANSWERS) and lines[2] == lines[6]
    return expect(served.exit_code == 0 and answers == _ANSWERS and repeated, f"{served.ending}; it answered {answers}")


@functional(demand="docs/operations.md#relaypy")
def the_relay_says_what_it_sent(graded: Graded) -> Result:
    """The last line of the relay has the number of messages that it sent, which are those of the commands."""
    outcome = changes(graded)
    line, number = last_line(outcome.relay), len(outcome.messages)
    return expect(
        line == f"sent={number}" and number == 6, f"it printed {line!r} and sent {number} messages for 6 changes"
    )


@functional(demand="docs/topic.md#schema-3")
def events_have_their_form(graded: Graded) -> Result:
    """All new messages have the documented headers and fields, and the key of their subscription."""
    outcome, found = changes(graded), left(graded)
    events = [*found.sent, *found.voids, *events_of(outcome.messages)]
    broken = [*found.broken, *broken_of(outcome.messages)]
    fields = {"subscription", "version", "type", "occurred_at", "state"}
    other = [
        event
        for event in events
        if set(event.value) != fields | {"voids" if event.type == "voided" else "mrr_delta"}
        or event.schema != "3"
        or not event.key == event.subscription == event.value["subscription"]
        or event.type != event.value["type"]
    ]
    example = broken[0].why if broken else (str(other[0].value)[:160] if other else "")
    return expect(
        bool(events) and not broken and not other,
        f"{len(broken)} messages cannot be read and {len(other)} of {len(events)} events have another form {example}",
    )


@functional(demand="tickets/4423-revenue.md", required=True)
def what_was_lost_is_there(graded: Graded) -> Result:
    """Each change whose event was lost has one in the topic."""
    missing = [change for change in left(graded).faults.missing if not left(graded).events_of(change)]
    number = len(left(graded).faults.missing)
    example = f", such as {missing[0].key} version {missing[0].version}" if missing else ""
    return expect(number > 0 and not missing, f"{len(missing)} of {number} lost events are still missing{example}")


@functional(demand="docs/topic.md#takes back an event", required=True)
def what_never_happened_is_voided(graded: Graded) -> Result:
    """No event is counted of a change that was not committed."""
    before, now = left(graded).faults, left(graded).view.faults
    example = f", such as one of {sorted(now.phantom)[0]}" if now.phantom else ""
    return expect(
        before.phantoms > 0 and not now.phantoms,
        f"{now.phantoms} of {before.phantoms} events that should not have been sent are not voided{example}",
    )


@functional(demand="tickets/4410-access.md")
def access_is_right(graded: Graded) -> Result:
    """The access team has the state of each subscription that Postgres has."""
    wrong = left(graded).view.access
    return expect(not wrong, f"{len(wrong)} subscriptions are wrong for the access team: {wrong[:3]}")


@functional(demand="tickets/4423-revenue.md")
def revenue_is_right(graded: Graded) -> Result:
    """The movements that billing has booked match the revenue of each subscription."""
    wrong = left(graded).view.sums
    return expect(not wrong, f"{len(wrong)} subscriptions have movements that do not match their mrr: {wrong[:3]}")


@functional(demand="prompt", required=True)
def what_was_in_the_topic_is_there(graded: Graded) -> Result:
    """All messages that were in the topic are still there, at their places."""
    altered = left(graded).altered
    return expect(not altered, f"{altered} messages that were in the topic are missing or changed")


def _of(messages: list, key: str) -> list[Event]:
    return [event for event in events_of(messages) if event.key == key]
