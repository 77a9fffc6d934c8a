"""Keep the latest state of each order in ClickHouse, and the numbers of the rows that were loaded."""

import os
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from source import Row

STATE = ["order_id", "customer_id", "status", "currency", "amount", "ordered_at", "updated_at", "row_id"]
HIGHEST = "SELECT row_id FROM analytics.loaded_rows ORDER BY row_id DESC LIMIT 1"
LOADED = "SELECT DISTINCT row_id FROM analytics.loaded_rows WHERE row_id > {floor:Int64}"


class Target:
    """The tables in the database analytics."""

    def __init__(self) -> None:
        self._client: Client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )

    def create(self) -> None:
        """Create what is missing."""
        for statement in Path(__file__).with_name("schema.sql").read_text().split(";\n"):
            if statement.strip():
                self._client.command(statement)

    def highest(self) -> int:
        """Return the highest number of a loaded row, or 0."""
        rows = self._client.query(HIGHEST).result_rows
        return int(rows[0][0]) if rows else 0

    def loaded_after(self, floor: int) -> set[int]:
        """Return the loaded numbers above the given one."""
        return {number for (number,) in self._client.query(LOADED, {"floor": floor}).result_rows}

    def store(self, rows: list[Row]) -> None:
        """Store states, and only then note them as loaded, so that a run that is killed in between is repeated."""
        states = b"".join(row.line for row in rows)
        self._client.raw_insert("analytics.order_states", STATE, states, fmt="TabSeparated")
        numbers = "".join(f"{row.row_id}\n" for row in rows)
        self._client.raw_insert("analytics.loaded_rows", ["row_id"], numbers, fmt="TabSeparated")
