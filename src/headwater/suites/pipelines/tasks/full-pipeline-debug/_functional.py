"""Functional checks: ClickHouse and the topic have roughly the right parcels, and all three commands work."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

from _changes import changes
from _parcels import at_end, days_at_end, describe_end, last_line
from _scenarios import repaired
from _topic import known_parcels, topic_left

from headwater.grading import Graded, Result, expect, functional


@functional(demand="docs/decisions/0034-what-readers-see.md#one row for each parcel")
def most_parcels_are_there(graded: Graded) -> Result:
    """At least 99.5 % of the parcels are in analytics.parcels, which has at most 0.5 % more rows."""
    right, shown = at_end(graded)
    found = {row[0] for row in shown} & right.keys()
    fit = len(found) >= 0.995 * len(right) and len(shown) <= 1.005 * len(right)
    return expect(fit, f"{len(found)} of {len(right)} parcels are there, and {len(shown)} rows")


@functional(demand="docs/decisions/0034-what-readers-see.md#and none for any other")
def deleted_parcels_are_gone(graded: Graded) -> Result:
    """At least 99 % of the deleted parcels are not in analytics.parcels."""
    right, shown = at_end(graded)
    deleted = {row[0] for row in graded.postgres.query("select parcel_id from app.deleted_parcels")} - right.keys()
    left = deleted & {row[0] for row in shown}
    return expect(
        len(left) <= len(deleted) / 100 and bool(shown), f"{len(left)} of {len(deleted)} deleted parcels are there"
    )


@functional(demand="docs/application.md#the depot that has the parcel now")
def depots_have_their_parcels(graded: Graded) -> Result:
    """The number of parcels of each depot is right, within 1 %."""
    return _close(graded, 2)


@functional(demand="docs/application.md#whatever else the depots invent")
def states_have_their_parcels(graded: Graded) -> Result:
    """The number of parcels in each state is right, within 1 %."""
    return _close(graded, 3)


def _close(graded: Graded, place: int) -> Result:
    right, shown = at_end(graded)
    expected, found = Counter(row[place] for row in right.values()), Counter(row[place] for row in shown)
    far = [name for name in {*expected, *found} if abs(expected[name] - found[name]) > expected[name] / 100]
    return expect(not far, f"{sorted(far)[:3]} are off: {dict(found)}, not {dict(expected)}"[:400])


@functional(demand="docs/glossary.md#The sum of the prices of the parcels")
def the_revenue_is_close(graded: Graded) -> Result:
    """The sum of all revenue is right, within 1 %."""
    expected, found = (sum(Decimal(str(row[2])) for row in days.values()) for days in days_at_end(graded))
    return expect(abs(found - expected) <= expected / 100, f"the revenue is {found}, and should be {expected}")


@functional(demand="docs/glossary.md#The number of all parcels of a day and depot")
def most_days_have_their_parcels(graded: Graded) -> Result:
    """The number of parcels is right for at least 90 % of days and depots."""
    right, shown = days_at_end(graded)
    wrong = [key for key, figures in right.items() if shown.get(key, (None,))[0] != figures[0]]
    return expect(len(wrong) <= len(right) / 10, f"{len(wrong)} of {len(right)} days and depots are wrong")


@functional(demand="docs/topic.md#A consumer that reads the topic from its beginning", required=True)
def followers_know_most_parcels(graded: Graded) -> Result:
    """A reader of the topic knows at least 99.5 % of the parcels."""
    right, known = at_end(graded)[0].keys(), known_parcels(topic_left(graded).newest).keys()
    missing = len(right - known)
    return expect(missing <= len(right) / 200, f"{missing} of {len(right)} parcels are missing in the topic")


@functional(demand="docs/topic.md#Deletions are messages of this topic like all others")
def followers_forget_deleted_parcels(graded: Graded) -> Result:
    """A reader of the topic knows at most a tenth of the deleted parcels, because the topic has their deletion."""
    right, known = at_end(graded)[0].keys(), known_parcels(topic_left(graded).newest).keys()
    deleted = {row[0] for row in graded.postgres.query("select parcel_id from app.deleted_parcels")} - right
    left = len(deleted & known)
    return expect(left <= len(deleted) / 10, f"the topic has no deletion of {left} of {len(deleted)} parcels")


@functional(demand="docs/decisions/0038-every-minute.md#every change that was committed before it began", required=True)
def new_changes_arrive(graded: Graded) -> Result:
    """After a run, analytics.parcels shows two new parcels, and not those that were deleted."""
    results = changes(graded)
    return expect(
        results.few.completed.exit_code == 0 and results.arrived == {900001, 900002},
        f"{describe_end(results.few.completed)}; of the new and deleted parcels it shows {sorted(results.arrived)}",
    )


@functional(demand="docs/decisions/0031-how-programs-report.md#sent=<n> read=<n>")
def a_run_prints_what_it_did(graded: Graded) -> Result:
    """The last lines of runs without and with changes give the numbers of messages."""
    runs = [changes(graded).idle, changes(graded).restored]
    wanted = [f"sent={len(run.sent)} read={len(run.sent)}" for run in runs]
    lines = [run.last_line for run in runs]
    return expect(lines == wanted, f"the last lines are {lines}, not {wanted}")


@functional(demand="prompt#--compare")
def the_comparison_finds_nothing(graded: Graded) -> Result:
    """In the final state, --compare exits with 0 and prints that there are no differences."""
    run = repaired(graded).equal
    fit = run.exit_code == 0 and last_line(run) == "differences=0"
    return expect(fit, f"{describe_end(run)}, the last line is {last_line(run)[:80]!r}")


@functional(demand="docs/decisions/0036-repair-and-compare.md#sends what is missing")
def a_repair_works(graded: Graded) -> Result:
    """--repair after a restore ends with 0, and sends at least the parcels that differ."""
    run, sent = repaired(graded).repair, len(repaired(graded).sent)
    return expect(run.completed.exit_code == 0 and sent >= 150, f"{sent} were sent; {run.message}")
