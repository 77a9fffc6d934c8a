"""Connect to Postgres, Kafka and ClickHouse with the settings from the environment."""

import os

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client
from confluent_kafka import Consumer, Producer


def postgres() -> psycopg.Connection:
    return psycopg.connect("", connect_timeout=5)  # PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE


def kafka() -> dict[str, object]:
    return {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 0}


def producer() -> Producer:
    return Producer(kafka() | {"linger.ms": 20})


def consumer() -> Consumer:
    return Consumer(kafka() | {"group.id": "parcels-loader", "enable.auto.commit": False, "enable.partition.eof": True})


def clickhouse() -> Client:
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
