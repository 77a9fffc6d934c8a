"""Correctness checks: each column and figure is exact, in ClickHouse and in the topic, after changes of all kinds."""

from __future__ import annotations

import json
from zlib import crc32

from _busy import busy
from _changes import changes
from _parcels import at_end, days_at_end, days_fault, parcels_fault, parse
from _runs import Run
from _scenarios import repaired
from _topic import known_parcels, topic_left

from headwater.grading import Graded, Message, Result, correct, expect

_TYPES = {
    "parcel_id": ("UInt64",),
    "revision": ("UInt32",),
    "depot": ("String",),
    "state": ("String",),
    "price": ("Decimal(12, 2)",),
    "posted_on": ("Date",),
}


@correct(demand="docs/decisions/0034-what-readers-see.md#one row for each parcel", required=True)
def each_parcel_is_there_once(graded: Graded) -> Result:
    """analytics.parcels has exactly the numbers of app.parcels, once each."""
    return _exact(graded)


@correct(demand="docs/decisions/0034-what-readers-see.md#with the values of the application")
def depots_and_states_are_exact(graded: Graded) -> Result:
    """Each parcel has its depot, state, revision and day."""
    return _exact(graded, "revision", "depot", "state", "posted_on")


@correct(demand="docs/decisions/0034-what-readers-see.md#exact to the cent", required=True)
def prices_are_exact(graded: Graded) -> Result:
    """Each parcel has its price, to the cent."""
    return _exact(graded, "price")


def _exact(graded: Graded, *columns: str) -> Result:
    message = parcels_fault(*at_end(graded), columns)
    return expect(not message, message or "all parcels are right")


@correct(demand="docs/decisions/0034-what-readers-see.md#They keep the types that they have in `schema.sql` today")
def columns_have_their_types(graded: Graded) -> Result:
    """The columns of analytics.parcels have the documented types, and revenue is a Decimal."""
    found = graded.clickhouse.columns("analytics.parcels")
    bare = {name: kind.removeprefix("LowCardinality(").removesuffix(")") for name, kind in found.items()}
    wrong = {
        name: found.get(name)
        for name, kinds in _TYPES.items()
        if found.get(name) not in kinds and bare.get(name) not in kinds
    }
    revenue = graded.clickhouse.columns("analytics.depot_daily").get("revenue", "none")
    return expect(not wrong and revenue.startswith("Decimal"), f"other types: {wrong}, revenue is {revenue}")


@correct(demand="docs/decisions/0029-figures-follow-corrections.md#in its new place and no longer in the old one")
def daily_counts_are_exact(graded: Graded) -> Result:
    """Each day and depot has the right number of parcels and of delivered ones."""
    message = days_fault(*days_at_end(graded), (0, 1))
    return expect(not message, message or "all days are right")


@correct(demand="docs/glossary.md#Only returned parcels count as 0", required=True)
def daily_revenue_is_exact(graded: Graded) -> Result:
    """Each day and depot has the right revenue, to the cent."""
    message = days_fault(*days_at_end(graded), (2,))
    return expect(not message, message or "all days are right")


@correct(demand="docs/topic.md#all of them, with their current values and no others", required=True)
def the_topic_has_all_parcels(graded: Graded) -> Result:
    """A reader of the topic that the agent left knows exactly the numbers of app.parcels."""
    right, known = at_end(graded)[0].keys(), known_parcels(topic_left(graded).newest).keys()
    missing, unknown = len(right - known), len(known - right)
    return expect(
        not missing and not unknown, f"in the topic, {missing} parcels are missing, and {unknown} are unknown"
    )


@correct(demand="docs/topic.md#the one with the largest revision says what the parcel is now")
def the_topic_has_the_last_revisions(graded: Graded) -> Result:
    """The newest message of each parcel in the topic that the agent left has the values of app.parcels."""
    right, known = at_end(graded)[0], known_parcels(topic_left(graded).newest)
    both = right.keys() & known.keys()
    old = [number for number in both if known[number] != (*right[number][:5], right[number][5].isoformat())]
    return expect(not old and bool(both), f"in the topic, {len(old)} of {len(both)} parcels are not up to date")


@correct(demand="docs/decisions/0038-every-minute.md#the topic and ClickHouse have every change", required=True)
def changes_of_all_kinds_arrive(graded: Graded) -> Result:
    """New, changed, moved, deleted and restored parcels are right in ClickHouse and the topic after a run."""
    results = changes(graded)
    return expect(results.few.is_good and not results.topic, f"{results.few.message}; {results.topic}")


@correct(demand="docs/application.md#A cancellation can be taken back")
def restored_parcels_are_back(graded: Graded) -> Result:
    """A parcel that was deleted before an earlier run and is restored now is right after the next run."""
    return _good(changes(graded).restored)


@correct(demand="docs/application.md#change thousands of parcels in one transaction")
def large_transactions_are_complete(graded: Graded) -> Result:
    """After a transaction that changed 12,000 parcels, ClickHouse and the topic have all of them."""
    results = changes(graded)
    return expect(results.bulk.is_good and not results.bulk_topic, f"{results.bulk.message}; {results.bulk_topic}")


@correct(demand="docs/limits.csv#minutes that a transaction may be open,15", required=True)
def late_transactions_are_complete(graded: Graded) -> Result:
    """Changes and deletions that are committed after later ones were published arrive with the next run."""
    results = changes(graded)
    fit = results.codes == [0, 0, 0] and results.late.is_good and not results.late_topic
    return expect(fit, f"runs exited with {results.codes}; {results.late.message}; {results.late_topic}")


@correct(demand="docs/limits.csv#minutes that a transaction may be open,15")
def transactions_of_fourteen_minutes_are_complete(graded: Graded) -> Result:
    """Changes and a deletion of transactions that began fourteen minutes before their commit arrive."""
    results = busy(graded)
    return expect(results.late.is_good and not results.late_topic, f"{results.late.message}; {results.late_topic}")


@correct(demand="docs/decisions/0027-key-of-messages.md#is the number of its parcel")
def keys_are_numbers_of_parcels(graded: Graded) -> Result:
    """New messages have the number of their parcel as key, and are in the partition of this key."""
    sent = [*changes(graded).few.sent, *changes(graded).restored.sent]
    wrong = [
        message
        for message in sent
        if (message.key or b"") != str((parse(message.value) or {}).get("parcel")).encode()
        or message.partition != crc32(message.key or b"") % 6
    ]
    return expect(
        len(sent) >= 15 and not wrong, f"{len(wrong)} of {len(sent)} messages are wrong, such as {_shown(wrong)}"
    )


@correct(demand="docs/topic.md#a message can arrive more than once")
def old_messages_change_nothing(graded: Graded) -> Result:
    """Old revisions and old deletions that arrive again change no parcel, and revive none."""
    return _good(changes(graded).repeated)


@correct(demand="docs/topic.md#Such a message needs no other fields")
def messages_have_their_form(graded: Graded) -> Result:
    """New messages are usable, and those of deleted parcels have `deleted`."""
    sent = changes(graded).few.sent
    deleted = {
        str(content["parcel"]) for message in sent if (content := parse(message.value)) and content.get("deleted")
    }
    wrong = [message for message in sent if parse(message.value) is None]
    fit = len(sent) >= 10 and not wrong and {"101007", "101008"} <= deleted
    return expect(fit, f"{len(wrong)} of {len(sent)} are unusable, such as {_shown(wrong)}; deleted: {sorted(deleted)}")


def _shown(messages: list[Message]) -> str:
    return json.dumps([str((message.key, message.value)) for message in messages[:1]])[:200]


@correct(demand="docs/decisions/0036-repair-and-compare.md#whatever they contain", required=True)
def a_repair_is_exact(graded: Graded) -> Result:
    """After a restore of Postgres and the loss of all rows in ClickHouse, --repair makes it and the topic right."""
    results = repaired(graded)
    return expect(results.repair.is_good and not results.topic, f"{results.repair.message}; {results.topic}")


def _good(run: Run) -> Result:
    return expect(run.is_good, run.message)
