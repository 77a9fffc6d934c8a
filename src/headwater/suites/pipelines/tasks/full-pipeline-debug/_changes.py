"""Change parcels in a copy of the agent's state, send messages, and run the program after each step."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from _parcels import TOPIC
from _programs import add_partitions, run_during_transaction
from _runs import Run, measured_run, messages_after, topic_ends
from _topic import topic_fault

from headwater.grading import Graded, Message, QueryError, State

_BULK_REST = 3
_FEW = """
    insert into app.parcels values (900001, 1, 'nice', 'announced', 9999999999.99, '2025-05-02', now()),
        (900002, 1, 'saint-étienne', 'delivered', 0.07, '2025-05-02', now());
    update app.parcels set price = 19.99 where parcel_id = 101001;
    update app.parcels set price = 1.15 where parcel_id = 101002;
    update app.parcels set depot = case depot when 'nice' then 'metz' else 'nice' end where parcel_id = 101003;
    update app.parcels set state = 'returned' where parcel_id = 101004;
    update app.parcels set posted_on = posted_on + 3 where parcel_id = 101005;
    update app.parcels set state = 'on "hold"' where parcel_id = 101006;
    delete from app.parcels where parcel_id in (101007, 101008);
    update app.parcels set state = 'in_transit' where parcel_id in (101009, 101010);
"""
_AGAIN = """
    update app.parcels set state = 'delivered', depot = 'arras' where parcel_id = 101010;
    delete from app.parcels where parcel_id = 101011;
    insert into app.parcels values (101011, 1, 'nice', 'announced', 44.44, '2025-05-03', now());
"""
_RESTORED = """
    insert into app.parcels values (101007, 1, 'nice', 'delivered', 55.55, '2025-05-04', now());
    update app.parcels set depot = 'dijon' where parcel_id between 101020 and 101024;
"""
_BULK = f"update app.parcels set state = 'lost', price = price + 0.29 where parcel_id % 16 = {_BULK_REST}"
_DAY = {"posted_on": "2025-01-01"}
RESENT = 808  # each of 400 revisions and four others twice
_ARRIVED = "select parcel_id from analytics.parcels where parcel_id in (900001, 900002, 101007, 101008)"
_SAMPLE = "select parcel_id, revision from app.parcels where revision > 1 and parcel_id % 97 = 5 order by 1 limit 400"


@dataclass(frozen=True)
class Changes:
    """Runs of pipeline.py, each after different changes.

    Attributes:
        idle: Without changes.
        few: After a few changes of all kinds.
        arrived: Those of the new and deleted parcels that analytics.parcels then shows.
        topic: What is wrong in the topic after these, or an empty string.
        restored: After a deleted parcel was restored, and others moved.
        repeated: After old messages came again, and deletions with old revisions.
        odd: After unusable messages.
        places: The partitions and offsets of these.
        rejected: The partitions and offsets in analytics.rejected_messages that are new.
        partitions: After the topic got more partitions, and parcels changed.
        codes: The exit codes of runs while a transaction was open.
        late: The run after it was committed.
        late_topic: What is wrong in the topic after it, or an empty string.
        bulk: After a transaction that changed more than 12,000 parcels.
        bulk_topic: What is wrong in the topic after it, or an empty string.
        changed: The number of parcels that it changed.
        last: A run without changes after it.
    """

    idle: Run
    few: Run
    arrived: set[int]
    topic: str
    restored: Run
    repeated: Run
    odd: Run
    places: set[tuple[int, int]]
    rejected: set[tuple[int, int]]
    partitions: Run
    codes: list[int]
    late: Run
    late_topic: str
    bulk: Run
    bulk_topic: str
    changed: int
    last: Run


@cache
def changes(graded: Graded) -> Changes:
    """Change parcels in several ways, and run pipeline.py after each."""
    with graded.copy() as copy:
        idle = measured_run(copy)
        for script in (_FEW, _AGAIN):
            copy.postgres.execute(script)
        few, topic = measured_run(copy), topic_fault(graded, copy)
        arrived = {row[0] for row in copy.clickhouse.query(_ARRIVED)}
        copy.postgres.execute(_RESTORED)
        restored = measured_run(copy)
        _send_again(copy)
        repeated = measured_run(copy)
        before, ends, bad = rejected(copy), topic_ends(copy), unusable()
        copy.kafka.produce(TOPIC, [Message(value, b"x", partition=n % 6) for n, value in enumerate(bad)])
        places = {(each.partition, each.offset) for each in messages_after(copy, ends)}
        odd = measured_run(copy)
        new = rejected(copy) - before
        add_partitions(copy)
        copy.postgres.execute("update app.parcels set price = price + 5 where parcel_id between 120000 and 120100")
        partitions = measured_run(copy)
        codes = run_during_transaction(copy)
        late, late_topic = measured_run(copy), topic_fault(graded, copy)
        copy.postgres.execute(_BULK)
        changed = int(copy.postgres.scalar(f"select count(*) from app.parcels where parcel_id % 16 = {_BULK_REST}"))
        bulk, bulk_topic = measured_run(copy), topic_fault(graded, copy)
        last = measured_run(copy)
        return Changes(
            idle, few, arrived, topic, restored, repeated, odd, places, new, partitions, codes, late, late_topic, bulk,
            bulk_topic, changed, last,
        )  # fmt: skip


def rejected(state: State | Graded) -> set[tuple[int, int]]:
    """Return the partitions and offsets in analytics.rejected_messages."""
    try:
        rows = state.clickhouse.query("select partition, offset from analytics.rejected_messages")
    except QueryError:
        return set()
    return {(int(row[0]), int(row[1])) for row in rows}


def _send_again(state: State) -> None:
    """Send old revisions of parcels and old deletions, with keys that spread them over the partitions."""
    old: list[dict[str, object]] = [
        {"parcel": number, "revision": revision - 1, "depot": "lille", "state": "announced", "price": "1.00"} | _DAY
        for number, revision in state.postgres.query(_SAMPLE)
    ]
    old.append({"parcel": 101008, "revision": 1, "depot": "lille", "state": "lost", "price": "1.00"} | _DAY)
    old += [{"parcel": number, "revision": 1, "deleted": True} for number in (101007, 101011)]
    old.append({"parcel": 101007, "revision": 2, "deleted": True})
    values = [json.dumps(content).encode() for content in old]
    state.kafka.produce(TOPIC, [Message(value, b"", partition=n % 6) for n, value in enumerate(values * 2)])


def unusable() -> list[bytes | None]:
    """Return unusable messages of many forms."""
    good = {"parcel": 101050, "revision": 90, "depot": "nice", "state": "lost", "price": "1.00"} | _DAY
    wrong: list[dict[str, object]] = [
        {"price": 1.25}, {"price": "1.5"}, {"price": "NaN"}, {"price": "12345678901.00"}, {"revision": "90"},
        {"revision": True}, {"revision": 0}, {"parcel": 2_000_000_001}, {"parcel": None}, {"depot": ""},
        {"state": None},
        {"posted_on": "2025-02-30"}, {"posted_on": "01.02.2025"}, {"posted_on": 20250101}, {"depot": ["nice"]},
    ]  # fmt: skip
    lists = [b"", b"null", b"17", b"[1, 2]", b"{" * 5_000, b"\xff\xfe", b'{"parcel": 101050, "deleted": true}']
    return [None, *lists, *(json.dumps(good | values).encode() for values in wrong)]
