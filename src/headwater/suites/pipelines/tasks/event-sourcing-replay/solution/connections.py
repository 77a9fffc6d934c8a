"""Connect to Postgres and Kafka with the settings from the environment."""

import os

import psycopg
from confluent_kafka import Consumer


def postgres() -> psycopg.Connection:
    return psycopg.connect("", connect_timeout=5)  # PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE


def consumer() -> Consumer:
    """Return a consumer that never commits, so that Kafka keeps no group."""
    return Consumer(
        {
            "bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"],
            "group.id": "replay",
            "enable.auto.commit": False,
            "enable.partition.eof": True,
            "auto.offset.reset": "earliest",
            "log_level": 0,
        }
    )
