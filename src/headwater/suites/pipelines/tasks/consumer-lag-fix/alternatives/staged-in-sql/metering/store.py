"""Write to the tables in ClickHouse, and find the new events in a batch with SQL."""

import os
from pathlib import Path
from typing import NamedTuple

import clickhouse_connect
from metering.messages import Event

SCHEMA = Path(__file__).parent.parent / "schema.sql"
STAGING = (
    "CREATE TEMPORARY TABLE staged_events AS usage.events ENGINE = Memory",
    "CREATE TEMPORARY TABLE staged_rejected AS usage.rejected ENGINE = Memory",
)
ADD_EVENTS = """
    INSERT INTO usage.events
    SELECT * FROM staged_events
    WHERE (account, meter, at, id) NOT IN (
        SELECT account, meter, at, id FROM usage.events
        WHERE toYYYYMMDD(at) IN (SELECT toYYYYMMDD(at) FROM staged_events)
            AND (account, meter) IN (SELECT account, meter FROM staged_events)
    )
    LIMIT 1 BY id
    SETTINGS max_partitions_per_insert_block = 0
"""
ADD_REJECTED = """
    INSERT INTO usage.rejected
    SELECT * FROM staged_rejected
    WHERE (kafka_partition, kafka_offset) NOT IN (
        SELECT kafka_partition, kafka_offset FROM usage.rejected
        WHERE (kafka_partition, kafka_offset) IN (SELECT kafka_partition, kafka_offset FROM staged_rejected)
    )
"""


class Rejected(NamedTuple):
    """A row in usage.rejected."""

    kafka_partition: int
    kafka_offset: int
    payload: bytes
    reason: str


class Store:
    """The usage tables, with each event once; the session has temporary staging tables."""

    def __init__(self) -> None:
        self._client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        for statement in (*SCHEMA.read_text().split(";\n"), *STAGING):
            if statement.strip():
                self._client.command(statement)

    def add(self, events: list[Event]) -> int:
        """Insert the events that are not stored yet; return their number."""
        if not events:
            return 0
        self._client.insert("staged_events", events, column_names=Event._fields)
        written = self._client.command(ADD_EVENTS).written_rows
        self._client.command("TRUNCATE TABLE staged_events")
        return written

    def reject(self, rejected: list[Rejected]) -> None:
        """Insert the bad messages that are not stored yet."""
        if rejected:
            self._client.insert("staged_rejected", rejected, column_names=Rejected._fields)
            self._client.command(ADD_REJECTED)
            self._client.command("TRUNCATE TABLE staged_rejected")
