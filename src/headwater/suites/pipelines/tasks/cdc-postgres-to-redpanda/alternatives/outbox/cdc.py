"""Send the events in the outbox to the topic `posts`: see docs/events.md and docs/oncall.md."""

import json
import sys
from pathlib import Path

import connections
import psycopg
from confluent_kafka import KafkaException, Producer

TOPIC = "posts"
LOCK = 7_700_101
AT_ONCE = 1_000
PATIENCE_SEC = 10
NEXT = "SELECT position, op, key, post FROM transfer.outbox ORDER BY position LIMIT %s"


class Sender:
    def __init__(self) -> None:
        self._producer: Producer = connections.producer(**{"message.timeout.ms": 1000 * PATIENCE_SEC, "acks": "all"})
        self._producer_error = None

    def send(self, rows: list[tuple]) -> None:
        """Send events, and return when the broker has acknowledged all of them."""
        for position, op, key, post in rows:
            body = {"op": op, "key": key, "position": position, "post": post}
            self._producer.produce(TOPIC, json.dumps(body), key, callback=self._done)
            self._producer.poll(0)
        missing = self._producer.flush(PATIENCE_SEC + 5)
        if self._producer_error or missing:
            raise KafkaException(self._producer_error or "no answer")

    def _done(self, error: object, _: object) -> None:
        self._producer_error = self._producer_error or error


def script(postgres: psycopg.Connection, name: str) -> None:
    with postgres.transaction():
        postgres.execute(Path(__file__).with_name(name).read_text())


def drain(postgres: psycopg.Connection) -> int:
    """Send and delete the events that are in the outbox at the start; return how many were sent."""
    sender, sent = Sender(), 0
    last = postgres.execute("SELECT coalesce(max(position), 0) FROM transfer.outbox").fetchone()[0]
    while rows := postgres.execute(NEXT, [AT_ONCE]).fetchall():
        sender.send(rows)
        postgres.execute("DELETE FROM transfer.outbox WHERE position = ANY (%s)", [[row[0] for row in rows]])
        sent += len(rows)
        if rows[-1][0] >= last:
            break
    return sent


def run(arguments: list[str]) -> str:
    with connections.postgres() as postgres:
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        if "--remove" in arguments:
            script(postgres, "remove.sql")
            return "nothing is left"
        if postgres.execute("SELECT to_regclass('transfer.outbox')").fetchone()[0] is None:
            script(postgres, "install.sql")
        sent = drain(postgres)
    return f"sent={sent}"


if __name__ == "__main__":
    try:
        print(run(sys.argv[1:]))
    except (psycopg.Error, KafkaException) as error:
        sys.exit(f"{type(error).__name__}: " + " ".join(str(error).split())[:250])
