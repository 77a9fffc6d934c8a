"""Connect to Postgres and ClickHouse with the settings from the environment."""

import logging
import os

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client

# The driver logs outages to stderr, where a run prints one line.
logging.getLogger("clickhouse_connect").addHandler(logging.NullHandler())


def postgres() -> psycopg.Connection:
    return psycopg.connect("", connect_timeout=5)  # PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE


def clickhouse() -> Client:
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
        connect_timeout=5,
    )
