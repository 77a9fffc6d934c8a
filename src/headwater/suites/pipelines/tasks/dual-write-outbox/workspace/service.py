"""Apply the commands of a file to subscriptions, and send an event for each change: see docs/operations.md."""

import json
import sys
from pathlib import Path
from typing import Any

import connections
import psycopg
from confluent_kafka import Producer
from events import TOPIC, body_of, headers_of, key_of
from psycopg.rows import dict_row

DONE = "SELECT subscription, version FROM app.requests WHERE request = %s"
OPEN = """
    INSERT INTO app.subscriptions (account, plan, seats, status, trial_ends, terms)
    VALUES (%(account)s, %(plan)s, %(seats)s, %(status)s, %(trial_ends)s, %(terms)s) RETURNING id, version
"""
CHANGE = """
    UPDATE app.subscriptions
    SET plan = coalesce(%(plan)s, plan), seats = coalesce(%(seats)s, seats), status = coalesce(%(status)s, status),
        terms = coalesce(%(terms)s, terms)
    WHERE id = %(subscription)s RETURNING id, version
"""
NOTE = "INSERT INTO app.requests (request, subscription, version) VALUES (%s, %s, %s)"
RECORDED = """
    SELECT c.*, coalesce(b.mrr, 0) AS mrr_before
    FROM audit.changes c LEFT JOIN audit.changes b ON b.subscription = c.subscription AND b.version = c.version - 1
    WHERE c.subscription = %s AND c.version = %s
"""
FIELDS = ("account", "plan", "seats", "status", "trial_ends", "terms", "subscription")


class CommandError(Exception):
    """A command that cannot be applied."""


def write(postgres: psycopg.Connection, command: dict[str, Any]) -> tuple[int, int]:
    """Apply a command in the current transaction, and return the subscription and its new version."""
    values: dict[str, Any] = {name: command.get(name) for name in FIELDS}
    if command["do"] == "open":
        values["status"] = "trial" if values["trial_ends"] else "active"
        values["terms"] = values["terms"] or ""
    elif command["do"] == "cancel":
        values["status"] = "cancelled"
    row = postgres.execute(OPEN if command["do"] == "open" else CHANGE, values).fetchone()
    if row is None:
        raise CommandError("there is no such subscription")
    postgres.execute(NOTE, [command["request"], *row])
    return row


def send(postgres: psycopg.Connection, producer: Producer, subscription: int, version: int) -> None:
    with postgres.cursor(row_factory=dict_row) as cursor:
        change = cursor.execute(RECORDED, [subscription, version]).fetchone()
    headers = headers_of(str(change["event_id"]), change["kind"])
    producer.produce(TOPIC, body_of(change, change["mrr_before"]), key_of(subscription), headers=headers)
    producer.flush(10)


def apply(postgres: psycopg.Connection, producer: Producer, command: dict[str, Any]) -> str:
    """Apply a command once, and return what to answer."""
    done = postgres.execute(DONE, [command["request"]]).fetchone()
    if done is None:
        try:
            with postgres.transaction():
                done = write(postgres, command)
                if command["do"] != "open":
                    send(postgres, producer, *done)
        except (CommandError, psycopg.IntegrityError) as error:
            return f"{command['request']} rejected {str(error).splitlines()[0]}"
        if command["do"] == "open":
            send(postgres, producer, *done)
    return f"{command['request']} ok {key_of(done[0])} {done[1]}"


def main() -> int:
    commands = [json.loads(line) for line in Path(sys.argv[1]).read_text().split("\n") if line.strip()]
    try:
        with connections.postgres() as postgres:
            producer = connections.producer()
            for command in commands:
                print(apply(postgres, producer, command), flush=True)
    except psycopg.OperationalError as error:
        print(f"Postgres: {' '.join(str(error).split())[:300]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
