"""Send the events that the triggers in install.sql wrote."""

import sys
from pathlib import Path

import connections
import psycopg
from confluent_kafka import KafkaException
from outlet import Outlet
from posts import Event

LOCK = 6_120_002
REMOVE = "DROP TRIGGER IF EXISTS posts_to_outbox ON app.posts; DROP SCHEMA IF EXISTS transfer CASCADE"


def run(postgres: psycopg.Connection, outlet: Outlet) -> None:
    next_ones = "SELECT op, key, position, post FROM transfer.outbox WHERE NOT is_sent ORDER BY position"
    rows = postgres.execute(next_ones).fetchall()
    for row in rows:
        outlet.send(Event(*row))
    outlet.settle()
    for row in rows:
        postgres.execute("UPDATE transfer.outbox SET is_sent = true WHERE position = %s", [row[2]])


def main() -> int:
    try:
        with connections.postgres() as postgres:
            postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            if "--remove" in sys.argv:
                postgres.execute(REMOVE)
                return 0
            if postgres.execute("SELECT to_regclass('transfer.outbox')").fetchone()[0] is None:
                with postgres.transaction():
                    postgres.execute(Path(__file__).with_name("install.sql").read_text())
            outlet = Outlet()
            run(postgres, outlet)
            print(f"sent={outlet.sent}")
    except (psycopg.Error, KafkaException) as error:
        print(f"{type(error).__name__}: {' '.join(str(error).split())[:300]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
