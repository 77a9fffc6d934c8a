"""Connect to ClickHouse and Kafka with the settings from the environment."""

import os

import clickhouse_connect
from clickhouse_connect.driver.client import Client

TOPIC = "photo-events"
GROUP = "photo-search"
TIMEOUT_SEC = 10.0


def clickhouse() -> Client:
    """Connect to ClickHouse."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


def kafka() -> dict[str, object]:
    """Return the settings that all Kafka clients share."""
    return {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 2}
