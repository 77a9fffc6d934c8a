"""Connect to Postgres, Kafka and ClickHouse with the settings from the environment."""

import logging
import os
from pathlib import Path

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client
from confluent_kafka import Consumer, Producer


def postgres() -> psycopg.Connection:
    return psycopg.connect("", connect_timeout=5)  # PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE


def kafka() -> dict[str, object]:
    return {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 0}


def producer() -> Producer:
    # One request at a time, so that the messages of a parcel stay in order if one is repeated.
    limits = {"max.in.flight.requests.per.connection": 1, "message.timeout.ms": 10_000}
    return Producer(kafka() | {"linger.ms": 20, **limits})


def consumer() -> Consumer:
    return Consumer(kafka() | {"group.id": "parcels-loader", "enable.auto.commit": False, "enable.partition.eof": True})


def clickhouse() -> Client:
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)  # it logs what it raises
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


def run_script(client: Client, name: str) -> None:
    """Run the statements of a file, each of which ends with a semicolon at the end of a line."""
    for statement in (Path(__file__).with_name(name).read_text() + "\n").split(";\n"):
        if statement.strip():
            client.command(statement)
