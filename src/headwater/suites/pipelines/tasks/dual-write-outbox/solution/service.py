"""Apply the commands of a file to subscriptions: see docs/operations.md. Triggers put the events into the outbox."""

import json
import sys
from pathlib import Path
from typing import Any

import connections
import psycopg
from events import key_of

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


def apply(postgres: psycopg.Connection, command: dict[str, Any]) -> str:
    """Apply a command once, and return what to answer."""
    done = postgres.execute(DONE, [command["request"]]).fetchone()
    if done is None:
        try:
            with postgres.transaction():
                done = write(postgres, command)
        except (CommandError, psycopg.IntegrityError) as error:
            return f"{command['request']} rejected {str(error).splitlines()[0]}"
    return f"{command['request']} ok {key_of(done[0])} {done[1]}"


def main() -> int:
    commands = [json.loads(line) for line in Path(sys.argv[1]).read_text().split("\n") if line.strip()]
    try:
        with connections.postgres() as postgres:
            for command in commands:
                print(apply(postgres, command), flush=True)
    except psycopg.OperationalError as error:
        print(f"Postgres: {' '.join(str(error).split())[:300]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
