"""Send what is in the outbox to the topic `subscriptions`: see docs/operations.md."""

import argparse
import json
import sys

import connections
import psycopg
from events import key_of
from failures import reported
from outlet import Outlet, is_too_large

LOCK = 6_310_775
AT_ONCE = 1_000
LAST = "SELECT coalesce(max(position), 0) FROM outbox.events"
NEXT = """
    SELECT position, event_id::text, subscription, type, occurred_at, body FROM outbox.events
    WHERE position > %s AND position <= %s ORDER BY position LIMIT %s
"""
SENT = "DELETE FROM outbox.events WHERE position = ANY (%s)"
SIZES = """
    SELECT (SELECT count(*) FROM outbox.events),
        ARRAY(SELECT event_id::text FROM outbox.events WHERE octet_length(body) > %s ORDER BY position)
"""
SET_ASIDE = """
    WITH gone AS (DELETE FROM outbox.events WHERE event_id = %s RETURNING event_id, subscription, version)
    INSERT INTO outbox.set_aside SELECT * FROM gone RETURNING event_id
"""


def drain(postgres: psycopg.Connection) -> tuple[int, dict[int, str]]:
    """Send the events that are there now; return their number, and the event that blocks each blocked subscription.

    What commits later has a position of its own, also a smaller one, and is there in the next run.
    """
    outlet = Outlet(postgres)
    blocked: dict[int, str] = {}
    position, sent = 0, 0
    (last,) = postgres.execute(LAST).fetchone()
    while rows := postgres.execute(NEXT, [position, last, AT_ONCE]).fetchall():
        done = []
        for position, event_id, subscription, kind, occurred_at, body in rows:
            if subscription not in blocked and is_too_large(body):
                blocked[subscription] = event_id
            if subscription not in blocked:
                outlet.send(key_of(subscription), event_id, kind, occurred_at, body)
                done.append(position)
        outlet.settle()
        postgres.execute(SENT, [done])
        sent += len(done)
    return sent, blocked


def relay() -> int:
    with connections.postgres() as postgres:
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        sent, blocked = drain(postgres)
    print(f"sent={sent}")
    if blocked:
        names = ", ".join(f"{key_of(subscription)} ({event})" for subscription, event in blocked.items())
        print(f"too large for the topic, and blocking its subscription: {names}"[:2_000], file=sys.stderr)
    return 3 if blocked else 0


def show_status() -> int:
    with connections.postgres() as postgres:
        waiting, large = postgres.execute(SIZES, [Outlet.MOST_BYTES]).fetchone()
    print(json.dumps({"waiting": waiting, "blocked": large}))
    return 0


def set_aside(event: str) -> int:
    with connections.postgres() as postgres:
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        if postgres.execute(SET_ASIDE, [event]).fetchone() is None:
            print(f"no event {event} is waiting", file=sys.stderr)
            return 2
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Send what is waiting to the topic subscriptions.")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--status", action="store_true", help="say what is waiting, and what is too large to be sent")
    choice.add_argument("--set-aside", metavar="EVENT", help="never send this event")
    arguments = parser.parse_args()
    if arguments.status:
        return show_status()
    return set_aside(arguments.set_aside) if arguments.set_aside else relay()


if __name__ == "__main__":
    sys.exit(reported(main))
