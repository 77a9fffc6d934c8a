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
    last = postgres.execute("SELECT position FROM transfer.last").fetchone()[0]
    next_ones = "SELECT op, key, position, post FROM transfer.outbox WHERE position > %s ORDER BY position"
    for row in postgres.execute(next_ones, [last]).fetchall():
        outlet.send(Event(*row))
        last = row[2]
    outlet.settle()
    postgres.execute("UPDATE transfer.last SET position = %s", [last])
    postgres.execute("DELETE FROM transfer.outbox WHERE position <= %s", [last])


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
