"""Connect to the three systems, and describe their failures for operators."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import Consumer, KafkaException

SQL = Path(__file__).parent.parent / "sql"
TIMEOUT_SEC = 8


class SystemFailureError(Exception):
    """A system failed; the message names it and contains no secret."""

    def __init__(self, system: str, reason: object) -> None:
        first_line = str(reason).strip().splitlines()[:1]
        super().__init__(f"{system}: {first_line[0] if first_line else type(reason).__name__}")


@contextmanager
def open_postgres() -> Iterator[psycopg.Connection]:
    """Connect to Postgres, and hold a lock so that two runs cannot repair concurrently."""
    url = setting("Postgres", "POSTGRES_URL")
    try:
        with psycopg.connect(url, connect_timeout=TIMEOUT_SEC, autocommit=True) as connection:
            connection.execute("SET lock_timeout = '20s'")
            connection.execute("SELECT pg_advisory_lock(hashtext('reconcile.py'))")
            yield connection
    except psycopg.Error as error:
        raise SystemFailureError("Postgres", error) from error


@contextmanager
def open_clickhouse() -> Iterator[Client]:
    """Connect to ClickHouse with a session, which is required for temporary tables."""
    host, port = setting("ClickHouse", "CLICKHOUSE_HOST"), setting("ClickHouse", "CLICKHOUSE_PORT")
    user, password = setting("ClickHouse", "CLICKHOUSE_USER"), setting("ClickHouse", "CLICKHOUSE_PASSWORD")
    try:
        client = clickhouse_connect.get_client(
            host=host, port=int(port), username=user, password=password, connect_timeout=TIMEOUT_SEC
        )
        try:
            yield client
        finally:
            client.close()
    except ClickHouseError as error:
        raise SystemFailureError("ClickHouse", error) from error


@contextmanager
def open_kafka() -> Iterator[Consumer]:
    """Create a consumer that joins no group and commits nothing."""
    settings = {
        "bootstrap.servers": setting("Kafka", "KAFKA_BOOTSTRAP_SERVERS"),
        "group.id": "reconcile",  # required by the client, but no consumer joins the group
        "enable.auto.commit": False,
        "enable.partition.eof": True,
        "log_level": 0,  # errors are raised below; the client would also log them
    }
    consumer = Consumer(settings, error_cb=lambda _: None)
    try:
        yield consumer
    except KafkaException as error:
        raise SystemFailureError("Kafka", error.args[0].str()) from error
    finally:
        consumer.close()


def setting(system: str, name: str) -> str:
    """Return the value of a required environment variable."""
    value = os.environ.get(name)
    if not value:
        raise SystemFailureError(system, f"the environment variable {name} is not set")
    return value


def run_script(client: Client, name: str) -> None:
    """Run the statements in one of the files in sql/; each ends with a semicolon at the end of a line."""
    for statement in (SQL / name).read_text().split(";\n"):
        if statement.strip():
            client.command(statement)
