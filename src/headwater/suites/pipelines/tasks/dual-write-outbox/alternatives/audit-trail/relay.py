"""Send rows of the audit trail and what repairs send to the topic `subscriptions`: see docs/operations.md.

Rows become visible in another order than that of their numbers. So a number is behind us only when every transaction has
ended that can have a row up to it; until then, the rows that were sent are listed.
"""

import argparse
import heapq
import json
import sys
from collections.abc import Iterable
from typing import Any

import connections
import psycopg
from events import body_of, key_of, timestamp
from failures import reported
from outlet import Outlet, is_too_large
from psycopg.rows import dict_row

LOCK, AT_ONCE = 883_000, 1_000
LAST = "SELECT last_value FROM pg_sequences WHERE schemaname = 'audit' AND sequencename = 'changes_change_seq'"
IS_QUIET = "SELECT pg_snapshot_xmin(pg_current_snapshot()) >= %s::xid8"
CHANGES = """
    SELECT c.*, c.change AS number, coalesce(b.mrr, 0) AS before FROM audit.changes c
    LEFT JOIN audit.changes b ON b.subscription = c.subscription AND b.version = c.version - 1
    WHERE c.change > %s ORDER BY c.change LIMIT %s
"""
REPAIRS = """
    SELECT r.number, r.event_id AS own_id, r.voids, r.state, r.made_at, r.subscription AS sub, r.version AS own_version,
        c.*, coalesce(b.mrr, 0) AS before
    FROM trail.repairs r
    LEFT JOIN audit.changes c ON r.voids IS NULL AND c.subscription = r.subscription AND c.version = r.version
    LEFT JOIN audit.changes b ON r.voids IS NULL AND b.subscription = r.subscription AND b.version = r.version - 1
    ORDER BY r.number
"""
WAITING = """
    SELECT (SELECT count(*) FROM audit.changes WHERE change > (SELECT sent_until FROM trail.progress))
        - (SELECT count(*) FROM trail.sent) + (SELECT count(*) FROM trail.repairs)
"""
LARGE = """
    SELECT event_id::text FROM audit.changes WHERE change > (SELECT sent_until FROM trail.progress)
        AND change NOT IN (SELECT change FROM trail.sent) AND octet_length(to_json(terms)::text) > 998000
"""
SET_ASIDE = """
    WITH found AS (
        SELECT change, event_id, subscription, version FROM audit.changes
        WHERE change > (SELECT sent_until FROM trail.progress) AND event_id = %s
    ), noted AS (INSERT INTO trail.sent SELECT change FROM found ON CONFLICT DO NOTHING)
    INSERT INTO trail.set_aside SELECT event_id, subscription, version FROM found RETURNING 1
"""
Row = dict[str, Any]


def message(row: Row) -> tuple[str, str, Any, str]:
    """Return the id, the type, the time and the value of a message."""
    if row.get("voids") is None:
        return str(row.get("own_id") or row["event_id"]), row["kind"], row["changed_at"], body_of(row, row["before"]).decode()
    body = {"subscription": key_of(row["sub"]), "version": row["own_version"], "type": "voided"}
    body |= {"occurred_at": timestamp(row["made_at"]), "voids": str(row["voids"]), "state": row["state"]}
    return str(row["own_id"]), "voided", row["made_at"], json.dumps(body, ensure_ascii=False)


class Relay:
    """One run. It knows what was sent of the window, and which subscriptions are blocked by which event."""

    def __init__(self, postgres: psycopg.Connection) -> None:
        self.postgres = postgres
        self.outlet = Outlet(postgres)
        (self.sent_until,) = postgres.execute("SELECT sent_until FROM trail.progress").fetchone()
        self.known = {number for (number,) in postgres.execute("SELECT change FROM trail.sent")}
        self.blocked: dict[int, str] = {}
        self.first_blocked: int | None = None
        self.sent = 0

    def rows(self, sql: str, parameters: list[int]) -> list[Row]:
        with self.postgres.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(sql, parameters).fetchall()

    def send(self, rows: Iterable[Row]) -> None:
        """Send rows in the order of their numbers, and note which ones were sent."""
        changes, repairs = [], []
        for row in rows:
            if row["number"] in self.known:
                continue
            subscription = row.get("sub") or row["subscription"]
            event, kind, at, body = message(row)
            if is_too_large(body):
                self.blocked.setdefault(subscription, event)
            if subscription in self.blocked:
                self.first_blocked = min(self.first_blocked or row["number"], row["number"])
                continue
            self.outlet.send(key_of(subscription), event, kind, at, body)
            (repairs if "own_id" in row else changes).append(row["number"])
        if changes or repairs:
            self.outlet.settle()
            with self.postgres.transaction():
                self.postgres.execute("INSERT INTO trail.sent SELECT unnest(%s::bigint[])", [changes])
                self.postgres.execute("DELETE FROM trail.repairs WHERE number = ANY (%s)", [repairs])
        self.known |= {*changes, *repairs}
        self.sent += len(changes) + len(repairs)

    def send_all(self) -> None:
        """Send everything that is visible."""
        place, repairs = self.sent_until, self.rows(REPAIRS, [])
        while True:
            changes = self.rows(CHANGES, [place, AT_ONCE])
            place = changes[-1]["number"] if changes else place
            is_last = len(changes) < AT_ONCE
            now = [row for row in repairs if is_last or row["number"] <= place]
            repairs = repairs[len(now) :]
            self.send(heapq.merge(changes, now, key=lambda row: row["number"]))
            if is_last:
                return

    def send_late(self) -> None:
        """Send what became visible meanwhile."""
        numbers = self.postgres.execute("SELECT change FROM audit.changes WHERE change > %s", [self.sent_until])
        late = sorted({number for (number,) in numbers} - self.known)
        if late and (self.first_blocked is None or late[0] < self.first_blocked):
            self.send_all()

    def move(self, until: int) -> None:
        """Forget the window up to a number."""
        until = min(until, (self.first_blocked or until + 1) - 1)
        if until > self.sent_until:
            with self.postgres.transaction():
                self.postgres.execute("UPDATE trail.progress SET sent_until = %s", [until])
                self.postgres.execute("DELETE FROM trail.sent WHERE change <= %s", [until])


def relay() -> int:
    with connections.postgres() as postgres:
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        (last,) = postgres.execute(LAST).fetchone()
        (own,) = postgres.execute("SELECT pg_current_xact_id()::text").fetchone()
        run = Relay(postgres)
        run.send_all()
        if last > run.sent_until and postgres.execute(IS_QUIET, [own]).fetchone()[0]:
            run.send_late()
            run.move(last)
    print(f"sent={run.sent}")
    for subscription, event in run.blocked.items():
        print(f"the event {event} of {key_of(subscription)} is too large", file=sys.stderr)
    return 3 if run.blocked else 0


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--status", action="store_true")
    parser.add_argument("--set-aside", metavar="EVENT")
    arguments = parser.parse_args()
    if not (arguments.status or arguments.set_aside):
        return relay()
    with connections.postgres() as postgres:
        if arguments.set_aside:
            return 0 if postgres.execute(SET_ASIDE, [arguments.set_aside]).fetchone() else 2
        waiting = postgres.execute(WAITING).fetchone()[0]
        print(json.dumps({"waiting": waiting, "blocked": [event for (event,) in postgres.execute(LARGE)]}))
    return 0


if __name__ == "__main__":
    sys.exit(reported(main))
