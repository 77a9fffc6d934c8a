"""Opens connections to Postgres and Kafka, configured by environment variables."""

import os

import psycopg
from confluent_kafka import Consumer, Producer


def postgres() -> psycopg.Connection:
    return psycopg.connect("", autocommit=True, connect_timeout=5)  # PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE


def kafka() -> dict[str, object]:
    return {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 0}


def producer(**settings: object) -> Producer:
    return Producer(kafka() | settings)


def consumer(group: str) -> Consumer:
    """Return a consumer that commits no offsets. The caller stores them together with the data."""
    return Consumer(kafka() | {"group.id": group, "enable.auto.commit": False, "enable.partition.eof": True})
