"""Write to the tables in ClickHouse."""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import clickhouse_connect
from clickhouse_connect.driver.external import ExternalData
from metering.messages import Event

SCHEMA = Path(__file__).parent.parent / "schema.sql"
STORED = """
    SELECT id FROM usage.events
    WHERE toYYYYMMDD(at) IN {days:Array(UInt32)} AND id IN batch
"""
REJECTED = """
    SELECT kafka_partition, kafka_offset FROM usage.rejected
    WHERE (kafka_partition, kafka_offset) IN batch
"""

# A batch can contain events from half a year, and the table has one partition per day.
MANY_DAYS = {"max_partitions_per_insert_block": 0}


class Rejected(NamedTuple):
    """A row in usage.rejected."""

    kafka_partition: int
    kafka_offset: int
    payload: bytes
    reason: str


def table(columns: str, rows: Iterable[Sequence[object]]) -> ExternalData:
    """Return rows as the external table `batch`, because a batch is too long for query parameters."""
    data = "".join(f"{json.dumps(list(row))}\n" for row in rows).encode()
    return ExternalData(file_name="batch", data=data, fmt="JSONCompactEachRow", structure=columns)


class Store:
    """The usage tables, with each event once."""

    def __init__(self) -> None:
        self._client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        for statement in SCHEMA.read_text().split(";\n"):
            if statement.strip():
                self._client.command(statement)

    def add(self, events: list[Event]) -> int:
        """Insert the events that are not stored yet; return their number."""
        first_of = {event.id: event for event in reversed(events)}
        if not first_of:
            return 0
        for event_id in self._stored(list(first_of.values())):
            del first_of[event_id]
        if first_of:
            new = list(first_of.values())
            self._client.insert("usage.events", new, column_names=Event._fields, settings=MANY_DAYS)
        return len(first_of)

    def _stored(self, events: list[Event]) -> list[str]:
        """Return the ids of stored events; an event never changes, so only its own day can have it."""
        days = sorted({int(f"{event.at:%Y%m%d}") for event in events})
        batch = table("id String", ([event.id] for event in events))
        known = self._client.query(STORED, parameters={"days": days}, external_data=batch)
        return [event_id for (event_id,) in known.result_rows]

    def reject(self, rejected: list[Rejected]) -> None:
        """Insert the bad messages that are not stored yet."""
        if not rejected:
            return
        batch = table("kafka_partition UInt16, kafka_offset UInt64", (each[:2] for each in rejected))
        known = set(self._client.query(REJECTED, external_data=batch).result_rows)
        if new := [each for each in rejected if (each.kafka_partition, each.kafka_offset) not in known]:
            self._client.insert("usage.rejected", new, column_names=Rejected._fields)
