"""Robustness checks: late commits, killed and overlapping runs, oversized events, outages, repairs during traffic."""

from __future__ import annotations

from _disturbed import Live, killed_relay, killed_repair, killed_service, live_repair, overlapping
from _regions import region
from _scenarios import late, outages, poison
from _service import disorder, firsts

from headwater.grading import Graded, Result, expect, robust

_FINE = "all is right"


@robust(demand="docs/operations.md#everything that was committed before it began", required=True)
def a_late_session_is_not_missed(graded: Graded) -> Result:
    """Changes of a session that commits after later changes were sent arrive with the next run."""
    outcome = late(graded)
    fault = outcome.session.wrong
    return expect(outcome.codes == "0 0 0" and not fault, f"the exit codes are {outcome.codes}; {fault or _FINE}")


@robust(demand="docs/operations.md#everything that was committed before it began")
def a_late_command_is_not_missed(graded: Graded) -> Result:
    """Commands of the service that commit after later ones were sent arrive with the next run."""
    outcome = late(graded)
    lost, fault = outcome.slow - {event.key for event in outcome.paused}, disorder(outcome.paused)
    return expect(
        set(outcome.service) == {0} and not lost and not fault,
        f"exit codes {outcome.service}; {len(lost)} of {len(outcome.slow)} late commands have no event; {fault}",
    )


@robust(demand="tickets/4423-revenue.md#lost", required=True)
def a_killed_service_loses_nothing(graded: Graded) -> Result:
    """After the service is killed at several places, its repeated commands have one event each."""
    outcome = killed_service(graded)
    repeated = len(outcome.events) - len({(event.key, event.version) for event in outcome.events})
    fault = outcome.view.wrong or (f"{repeated} events were sent again" if repeated else "")
    return expect(
        set(outcome.codes) == {0} and outcome.kills >= 3 and not outcome.answers and not fault,
        f"exit codes {sorted(set(outcome.codes))} after {outcome.kills} kills; {fault or _FINE}; "
        f"other answers {outcome.answers[:2]}",
    )


@robust(demand="docs/operations.md#runs get killed", required=True)
def a_killed_relay_loses_nothing(graded: Graded) -> Result:
    """After the relay is killed at several places, the next run sends the rest, in order and under the same ids."""
    outcome = killed_relay(graded)
    ids: dict[tuple[str, int], set[str]] = {}
    for event in outcome.events:
        ids.setdefault((event.key, event.version), set()).add(event.id)
    twice = sum(len(each) > 1 for each in ids.values())
    fault = outcome.view.wrong or disorder(outcome.events) or (f"{twice} changes have several ids" if twice else "")
    return expect(
        set(outcome.codes) == {0} and outcome.kills >= 2 and not fault,
        f"exit codes {sorted(set(outcome.codes))} after {outcome.kills} kills; {fault or _FINE}",
    )


@robust(demand="docs/operations.md#even if the last run has not ended", required=True)
def overlapping_relays_keep_the_order(graded: Graded) -> Result:
    """Relays that overlap with each other and with the service send all events of a subscription in order."""
    outcome = overlapping(graded)
    fault = outcome.view.wrong or disorder(outcome.events)
    return expect(set(outcome.codes) == {0} and not fault, f"exit codes {outcome.codes}; {fault or _FINE}")


@robust(demand="docs/operations.md#it must work when Kafka does not", required=True)
def the_service_works_without_kafka(graded: Graded) -> Result:
    """Without Kafka, the service applies all commands."""
    served = outages(graded).served
    good = sum(" ok sub-" in line for line in served.stdout.splitlines())
    return expect(served.exit_code == 0 and good == 12, f"{served.ending}; {good} of 12 commands were applied")


@robust(demand="docs/topic.md#is closed when the event is sent")
def what_waited_is_sent_for_its_month(graded: Graded) -> Result:
    """What waited for Kafka is sent afterwards, and names the open month because its own was closed meanwhile."""
    outcome = outages(graded)
    months = {str(event.booked_in) for event in outcome.events}
    return expect(
        outcome.next.exit_code == 0
        and len(outcome.events) == 12
        and months == {outcome.month}
        and not outcome.view.wrong,
        f"{outcome.next.ending}; {len(outcome.events)} of 12 events name {sorted(months)}, not {outcome.month}; "
        f"{outcome.view.wrong or _FINE}",
    )


@robust(demand="docs/operations.md#those of all others go on")
def a_large_event_stops_no_others(graded: Graded) -> Result:
    """Events of other subscriptions are sent in the run that meets one that is too large."""
    outcome = poison(graded)
    first = {event.key for event in outcome.first_events}
    return expect(
        outcome.others | {outcome.large} <= first,
        f"the run sent events of {len(outcome.others & first)} of {len(outcome.others)} other subscriptions, "
        f"and {'that' if outcome.large in first else 'not that'} which is just small enough",
    )


@robust(demand="docs/operations.md#those of all others go on")
def what_waits_behind_it_stops_no_others(graded: Graded) -> Result:
    """Events of other subscriptions are sent in later runs, while many wait behind the one that is too large."""
    outcome = poison(graded)
    again = {event.key for event in outcome.again_events}
    return expect(
        outcome.others <= again,
        f"with {len(outcome.versions)} events behind it, the next run sent "
        f"{len(outcome.others & again)} of {len(outcome.others)} others",
    )


@robust(demand="docs/operations.md#wait behind it")
def others_of_its_subscription_wait(graded: Graded) -> Result:
    """Later events of the same subscription wait for the large one, and are sent in order once it is set aside."""
    outcome = poison(graded)
    early = [e for e in (*outcome.first_events, *outcome.again_events) if e.key == outcome.key]
    versions = [event.version for event in firsts(outcome.last_events) if event.key == outcome.key]
    return expect(
        not early and versions == outcome.versions,
        f"{len(early)} were sent early, and {len(versions)} of {len(outcome.versions)} afterwards",
    )


@robust(demand="docs/operations.md#events that wait for the relay are neither")
def what_waits_is_not_missing(graded: Graded) -> Result:
    """A repair does not send what waits for the relay."""
    outcome = region(graded)
    counts = [sum((e.key, e.version) == place for e in outcome.sent) for place in outcome.pending]
    return expect(bool(counts) and set(counts) == {1}, f"events that waited during a repair were sent {counts} times")


@robust(demand="docs/operations.md#events that wait for the relay are neither")
def a_repair_knows_what_the_last_one_sends(graded: Graded) -> Result:
    """A repair directly after another one sends nothing again, whether the relay has run or not."""
    outcome = region(graded)
    number = len(outcome.expected.missing) + outcome.expected.phantoms
    sent = [event for event in outcome.sent if (event.key, event.version) not in outcome.pending or event.voids]
    return expect(
        outcome.again.exit_code == 0 and len(sent) == number,
        f"{outcome.again.ending}; {len(sent)} events were sent and {number} were needed",
    )


def _voids(outcome: Live) -> str:
    voids = [str(event.voids) for event in outcome.events if event.voids]
    lacking, extra = len(outcome.phantoms - set(voids)), len(voids) - len(outcome.phantoms & set(voids))
    return f"{lacking} events are not voided, and {extra} voids were not needed" if lacking or extra else ""


@robust(demand="docs/operations.md#the service is in use and cron goes on")
def a_repair_in_use_leaves_access_right(graded: Graded) -> Result:
    """If subscriptions change while a repair voids events of them, the access team has their last state."""
    outcome = live_repair(graded)
    wrong = outcome.view.access
    return expect(
        set(outcome.codes) == {0} and not wrong,
        f"exit codes {outcome.codes}; {len(wrong)} subscriptions are wrong for the access team: {wrong[:3]}",
    )


@robust(demand="docs/operations.md#the service is in use and cron goes on", required=True)
def a_repair_in_use_sends_what_is_needed(graded: Graded) -> Result:
    """If subscriptions change while a repair works, each event is sent once and in order, and each void is needed."""
    outcome = live_repair(graded)
    events = [event for event in outcome.events if not event.voids]
    missing = len(outcome.view.faults.missing)
    fault = _voids(outcome) or disorder(events) or (f"{missing} changes have no event" if missing else "")
    repeated = len(events) - len({(event.key, event.version) for event in events})
    return expect(
        set(outcome.codes) == {0} and not fault and not repeated,
        f"exit codes {outcome.codes}; {fault or _FINE}; {repeated} events were sent again",
    )


@robust(demand="docs/operations.md#runs get killed")
def a_killed_repair_is_repeated(graded: Graded) -> Result:
    """After a repair is killed at several places, the next one sends what is missing, and nothing twice."""
    outcome = killed_repair(graded)
    fault = _voids(outcome) or outcome.view.wrong
    return expect(
        set(outcome.codes) == {0} and outcome.kills >= 2 and not fault,
        f"exit codes {outcome.codes} after {outcome.kills} kills; {fault or _FINE}",
    )
