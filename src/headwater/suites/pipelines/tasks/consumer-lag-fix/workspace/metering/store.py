"""Write to the tables in ClickHouse."""

import os
from pathlib import Path

import clickhouse_connect
from metering.messages import Event

SCHEMA = Path(__file__).parent.parent / "schema.sql"


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

    def add(self, event: Event) -> bool:
        """Store an event unless it is stored already; return whether it was new."""
        known = self._client.query(
            "SELECT count() FROM usage.events WHERE id = {id:String}", parameters={"id": event.id}
        )
        if known.first_row[0]:
            return False
        self._client.insert("usage.events", [event], column_names=Event._fields)
        return True

    def reject(self, partition: int, offset: int, payload: bytes, reason: str) -> None:
        """Store a bad message unless it is stored already."""
        known = self._client.query(
            "SELECT count() FROM usage.rejected WHERE kafka_partition = {p:UInt16} AND kafka_offset = {o:UInt64}",
            parameters={"p": partition, "o": offset},
        )
        if not known.first_row[0]:
            columns = ["kafka_partition", "kafka_offset", "payload", "reason"]
            self._client.insert("usage.rejected", [[partition, offset, payload, reason]], column_names=columns)
