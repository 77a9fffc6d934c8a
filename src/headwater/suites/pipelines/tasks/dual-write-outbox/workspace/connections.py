"""Connect to Postgres and Kafka with the settings from the environment."""

import os

import psycopg
from confluent_kafka import Consumer, Producer


def postgres() -> psycopg.Connection:
    return psycopg.connect("", autocommit=True, connect_timeout=5)  # PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE


def producer(**settings: object) -> Producer:
    return Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 0, **settings})


def consumer(**settings: object) -> Consumer:
    return Consumer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 0, **settings})
