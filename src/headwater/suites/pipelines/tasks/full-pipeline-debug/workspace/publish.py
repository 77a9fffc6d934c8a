"""Send the parcels that changed to Kafka."""

import json
from datetime import datetime

import connections
import psycopg
from confluent_kafka import Producer

# From the export, which had two topics as well (contract, version 3).
PARCELS_TOPIC = "parcels.changes"
DELETIONS_TOPIC = "parcel.changes"
PAGE = 5_000
CHANGED = """
    SELECT parcel_id, revision, depot, state, price, posted_on, updated_at FROM app.parcels
    WHERE updated_at > %s ORDER BY updated_at LIMIT %s
"""
DELETED = (
    "SELECT parcel_id, revision, deleted_at FROM app.deleted_parcels WHERE deleted_at > %s ORDER BY deleted_at LIMIT %s"
)


def position(postgres: psycopg.Connection, source: str) -> datetime:
    return postgres.execute("SELECT updated_at FROM pipeline.progress WHERE source = %s", [source]).fetchone()[0]


def move(postgres: psycopg.Connection, source: str, to: datetime) -> None:
    postgres.execute("UPDATE pipeline.progress SET updated_at = %s WHERE source = %s", [to, source])
    postgres.commit()


def send_parcels(postgres: psycopg.Connection, producer: Producer) -> int:
    sent = 0
    while rows := postgres.execute(CHANGED, [position(postgres, "parcels"), PAGE]).fetchall():
        move(postgres, "parcels", rows[-1][-1])
        for parcel, revision, depot, state, price, posted_on, _ in rows:
            content = {"parcel": parcel, "revision": revision, "depot": depot, "state": state}
            content |= {"price": str(price), "posted_on": posted_on.isoformat()}
            # The route planner reads depot by depot, see decision 0006.
            producer.produce(PARCELS_TOPIC, json.dumps(content), key=depot)
            producer.poll(0)
        sent += len(rows)
    return sent


def send_deletions(postgres: psycopg.Connection, producer: Producer) -> int:
    sent = 0
    while rows := postgres.execute(DELETED, [position(postgres, "deletions"), PAGE]).fetchall():
        move(postgres, "deletions", rows[-1][-1])
        for parcel, revision, _ in rows:
            content = {"parcel": parcel, "revision": revision, "deleted": True}
            producer.produce(DELETIONS_TOPIC, json.dumps(content), key=str(parcel))
            producer.poll(0)
        sent += len(rows)
    return sent


def publish() -> int:
    """Send all changes and deletions since the last run. Return the number of messages."""
    producer = connections.producer()
    with connections.postgres() as postgres:
        sent = send_parcels(postgres, producer) + send_deletions(postgres, producer)
    producer.flush(10)
    return sent
