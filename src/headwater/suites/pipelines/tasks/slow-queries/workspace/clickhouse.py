"""The connection to ClickHouse."""

import os

import clickhouse_connect
from clickhouse_connect.driver.client import Client


def connect() -> Client:
    """Connect with the settings from the environment."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
