"""Put the topic `subscriptions` right, or only compare it with the audit trail: see docs/operations.md."""

import argparse
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import connections
import psycopg
from confluent_kafka import OFFSET_BEGINNING, KafkaError, KafkaException, TopicPartition
from consumers.reader import Event, read
from events import TOPIC, key_of, state_of
from failures import reported
from psycopg.rows import dict_row
from relay import LOCK

PATIENCE_SEC = 15
CHANGES = "SELECT * FROM audit.changes ORDER BY subscription, version"
WAITING = """
    SELECT subscription, version, NULL AS voids FROM audit.changes
    WHERE change > (SELECT sent_until FROM trail.progress) AND change NOT IN (SELECT change FROM trail.sent)
    UNION ALL SELECT subscription, version, voids::text FROM trail.repairs
    UNION ALL SELECT subscription, version, NULL FROM trail.set_aside
"""
NUMBER = "nextval(pg_get_serial_sequence('audit.changes', 'change'))"
PUT = f"""
    INSERT INTO trail.repairs (number, event_id, subscription, version)
    SELECT {NUMBER}, CASE WHEN c.event_id IS NOT NULL AND c.event_id <> ALL (%s::uuid[]) THEN c.event_id ELSE gen_random_uuid() END, subscription, version
    FROM unnest(%s::bigint[], %s::integer[]) AS n (subscription, version) JOIN audit.changes c USING (subscription, version)
"""
VOID = f"""
    INSERT INTO trail.repairs (number, event_id, subscription, version, voids, state)
    SELECT {NUMBER}, gen_random_uuid(), n.subscription, coalesce(s.version, 0), n.voids, CASE WHEN s.id IS NOT NULL THEN
        jsonb_build_object('account', account, 'plan', plan, 'seats', seats, 'status', status, 'trial_ends', trial_ends,
            'terms', terms, 'mrr', mrr::text)
    END
    FROM unnest(%s::bigint[], %s::uuid[]) AS n (subscription, voids) LEFT JOIN app.subscriptions s ON s.id = n.subscription
"""
LOCK_ROWS = "SELECT FROM app.subscriptions WHERE id = ANY (%s) ORDER BY id FOR UPDATE"


@dataclass(frozen=True)
class Faults:
    """Changes whose event is missing, as (subscription, version), and events to void, as (subscription, id).

    `spent` has the ids of voided events.
    """

    missing: list[tuple[int, int]]
    void: list[tuple[int, str]]
    spent: list[str]


def topic() -> list[Event]:
    """Return the events in the topic; each partition is in order."""
    settings = {"group.id": "subscriptions-repair", "enable.auto.commit": False, "enable.partition.eof": True}
    consumer = connections.consumer(**settings)
    try:
        partitions = consumer.list_topics(TOPIC, timeout=PATIENCE_SEC / 3).topics[TOPIC].partitions
        consumer.assign([TopicPartition(TOPIC, number, OFFSET_BEGINNING) for number in partitions])
        events, left, deadline = [], set(partitions), time.monotonic() + PATIENCE_SEC
        while left:
            batch = consumer.consume(1_000, timeout=0.2)
            if batch:
                deadline = time.monotonic() + PATIENCE_SEC
            elif time.monotonic() > deadline:
                raise KafkaException(KafkaError(KafkaError._TIMED_OUT))
            for message in batch:
                if message.error() is None:
                    events.append(read(message))
                elif message.error().code() == KafkaError._PARTITION_EOF:
                    left.discard(message.partition())
                else:
                    raise KafkaException(message.error())
    finally:
        consumer.close()
    return [event for event in events if event is not None]


class Comparison:
    """What the topic has: events by subscription and version, the version of each snapshot, and the voided ids."""

    def __init__(self, events: list[Event], waiting: list[tuple[int, int, str | None]]) -> None:
        self.voided = {event.voids for event in events if event.voids} | {voids for *_, voids in waiting if voids}
        self.waiting = {(key_of(subscription), version) for subscription, version, voids in waiting if not voids}
        self.snapshots: dict[str, int] = {}
        self.sent: defaultdict[tuple[str, int], dict[str, Event]] = defaultdict(dict)
        for event in events:
            if event.type == "snapshot":
                self.snapshots[event.subscription] = event.version
            elif event.type != "voided" and event.id not in self.voided:
                self.sent[event.subscription, event.version].setdefault(event.id, event)

    def faults(self, changes: list[dict[str, Any]]) -> Faults:
        """Compare with the changes, which are sorted by subscription and version."""
        missing, previous = [], None
        for change in changes:
            is_next = previous is not None and previous["subscription"] == change["subscription"]
            delta = change["mrr"] - (previous["mrr"] if is_next else 0)
            previous, place = change, (key_of(change["subscription"]), change["version"])
            if change["version"] <= self.snapshots.get(place[0], 0):
                continue
            candidates = self.sent.get(place, {})
            right = [each.id for each in candidates.values() if each.state == state_of(change) and each.delta == delta]
            if right:
                own = str(change["event_id"])
                candidates.pop(own if own in right else right[0])
            elif place not in self.waiting:
                missing.append((change["subscription"], change["version"]))
        left = (event for candidates in self.sent.values() for event in candidates.values())
        void = [(int(event.subscription.removeprefix("sub-")), event.id) for event in left]
        return Faults(missing, void, sorted(self.voided))


def find(postgres: psycopg.Connection) -> Faults:
    """Compare. Nothing may be sent meanwhile, so that what is not in the topic waits in the outbox or is missing."""
    events = topic()
    with postgres.transaction(), postgres.cursor(row_factory=dict_row) as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        waiting = [tuple(row.values()) for row in cursor.execute(WAITING).fetchall()]
        changes = cursor.execute(CHANGES).fetchall()
    return Comparison(events, waiting).faults(changes)


def repair(postgres: psycopg.Connection, faults: Faults) -> None:
    """Let the relay send what is missing and what voids events, all or nothing."""
    with postgres.transaction():
        # A void has the state of its subscription, so that no change of it may come in between.
        postgres.execute(LOCK_ROWS, [[subscription for subscription, _ in faults.void]])
        postgres.execute(PUT, [faults.spent, *columns(faults.missing)])
        postgres.execute(VOID, columns(faults.void))


def columns(rows: list[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[], []]


def main() -> int:
    parser = argparse.ArgumentParser(description="Put the topic subscriptions right.")
    parser.add_argument("--check", action="store_true", help="only say what is wrong")
    is_check = parser.parse_args().check
    with connections.postgres() as postgres:
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        faults = find(postgres)
        if not is_check and (faults.missing or faults.void):
            repair(postgres, faults)
    print(f"missing={len(faults.missing)} void={len(faults.void)}")
    return 2 if is_check and (faults.missing or faults.void) else 0


if __name__ == "__main__":
    sys.exit(reported(main))
