"""Empty the queue into the topic `subscriptions`, bucket by bucket: see docs/operations.md."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import connections
import psycopg
from events import body_of, key_of, timestamp
from failures import reported
from outlet import Outlet, is_too_large
from psycopg.rows import dict_row

BUCKETS, AT_ONCE, LOCKS = 8, 1_000, 52_300
NEXT = """
    SELECT q.id, q.event_id::text, q.subscription, q.version, q.voids::text, q.state, q.queued_at,
        c.kind, c.account, c.plan, c.seats, c.status, c.trial_ends, c.terms, c.mrr, c.changed_at, coalesce(b.mrr, 0) AS before
    FROM relay.queue q
    LEFT JOIN audit.changes c ON q.voids IS NULL AND c.subscription = q.subscription AND c.version = q.version
    LEFT JOIN audit.changes b ON q.voids IS NULL AND b.subscription = q.subscription AND b.version = q.version - 1
    WHERE q.bucket = %s AND q.id > %s ORDER BY q.id LIMIT %s
"""
DISMISS = """
    WITH gone AS (DELETE FROM relay.queue WHERE event_id = %s RETURNING event_id, subscription, version)
    INSERT INTO relay.dismissed SELECT * FROM gone RETURNING 1
"""
LARGE = """
    SELECT q.event_id::text FROM relay.queue q JOIN audit.changes c USING (subscription, version)
    WHERE q.voids IS NULL AND octet_length(to_json(c.terms)::text) > 998000
"""


@contextmanager
def bucket_of_its_own(postgres: psycopg.Connection, bucket: int, *, waits: bool) -> Iterator[bool]:
    """Lock a bucket, and yield whether this succeeded."""
    function = "pg_advisory_lock" if waits else "pg_try_advisory_lock"
    (locked,) = postgres.execute(f"SELECT {function}(%s)", [LOCKS + bucket]).fetchone()
    is_locked = waits or locked
    yield is_locked
    if is_locked:
        postgres.execute("SELECT pg_advisory_unlock(%s)", [LOCKS + bucket])


def message(row: dict[str, Any]) -> tuple[str, Any, str]:
    """Return the type, the time and the value of a message."""
    if row["voids"] is None:
        return row["kind"], row["changed_at"], body_of(row, row["before"]).decode()
    body = {"subscription": key_of(row["subscription"]), "version": row["version"], "type": "voided"}
    body |= {"occurred_at": timestamp(row["queued_at"]), "voids": row["voids"], "state": row["state"]}
    return "voided", row["queued_at"], json.dumps(body, ensure_ascii=False)


def empty(postgres: psycopg.Connection, outlet: Outlet, bucket: int, blocked: dict[int, str]) -> int:
    """Send the events of a bucket, and return their number."""
    last, sent = 0, 0
    while True:
        with postgres.cursor(row_factory=dict_row) as cursor:
            rows = cursor.execute(NEXT, [bucket, last, AT_ONCE]).fetchall()
        done = []
        for row in rows:
            kind, at, body = message(row)
            if is_too_large(body):
                blocked.setdefault(row["subscription"], row["event_id"])
            if row["subscription"] not in blocked:
                outlet.send(key_of(row["subscription"]), row["event_id"], kind, at, body)
                done.append(row["id"])
        if done:
            outlet.settle()
            postgres.execute("DELETE FROM relay.queue WHERE bucket = %s AND id = ANY (%s)", [bucket, done])
        sent += len(done)
        if len(rows) < AT_ONCE:
            return sent
        last = rows[-1]["id"]


def relay() -> int:
    blocked: dict[int, str] = {}
    sent = 0
    with connections.postgres() as postgres:
        outlet = Outlet(postgres)
        for bucket in range(BUCKETS):
            with bucket_of_its_own(postgres, bucket, waits=False) as is_free:
                sent += empty(postgres, outlet, bucket, blocked) if is_free else 0
    print(f"sent={sent}")
    for subscription, event in blocked.items():
        print(f"the event {event} of {key_of(subscription)} is too large", file=sys.stderr)
    return 3 if blocked else 0


def main(arguments: list[str]) -> int:
    if not arguments:
        return relay()
    with connections.postgres() as postgres:
        if arguments[0] == "--status":
            waiting = postgres.execute("SELECT count(*) FROM relay.queue").fetchone()[0]
            print(json.dumps({"waiting": waiting, "blocked": [event for (event,) in postgres.execute(LARGE)]}))
            return 0
        found = postgres.execute(DISMISS, [arguments[1]]).fetchone()
    return 0 if found else 2


if __name__ == "__main__":
    sys.exit(reported(lambda: main(sys.argv[1:])))
