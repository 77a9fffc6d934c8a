"""Connect to the warehouse, and count the cost of each step."""

import logging
import os
from dataclasses import dataclass, field

import clickhouse_connect
from clickhouse_connect.driver.client import Client


@dataclass
class Cost:
    """What a step has cost: the columns of ops.ledger with these names."""

    read_rows: int = 0
    read_bytes: int = 0
    written_rows: int = 0
    inserts: int = 0
    rewrites: int = 0  # ALTER TABLE … DELETE or UPDATE, DELETE, and OPTIMIZE: each writes whole parts again

    def add(self, summary: dict[str, str]) -> None:
        self.read_rows += int(summary.get("read_rows", 0))
        self.read_bytes += int(summary.get("read_bytes", 0))
        self.written_rows += int(summary.get("written_rows", 0))


REWRITES = ("delete ", "optimize ", "update ")


def is_rewrite(sql: str) -> bool:
    text = " ".join(sql.lower().split())
    return text.startswith(REWRITES) or (text.startswith("alter ") and any(f" {word}" in text for word in REWRITES[::2]))


@dataclass
class Warehouse:
    """A client of ClickHouse that keeps the cost of the step that is in progress."""

    client: Client
    costs: dict[str, Cost] = field(default_factory=dict)
    step: str = "load"

    @property
    def cost(self) -> Cost:
        return self.costs.setdefault(self.step, Cost())

    def query(self, sql: str, parameters: dict[str, object] | None = None) -> list[tuple]:
        result = self.client.query(sql, parameters=parameters)
        self.cost.add(result.summary)
        return [tuple(row) for row in result.result_rows]

    def command(self, sql: str, parameters: dict[str, object] | None = None) -> None:
        result = self.client.command(sql, parameters=parameters)
        self.cost.add(getattr(result, "summary", {}))
        if getattr(result, "written_rows", 0):
            self.cost.inserts += 1
        self.cost.rewrites += is_rewrite(sql)

    def insert(self, table: str, rows: list[tuple], columns: list[str]) -> int:
        result = self.client.insert(table, rows, column_names=columns)
        self.cost.add(result.summary)
        self.cost.inserts += 1
        return result.written_rows


def connect() -> Warehouse:
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)  # nightly.py reports errors itself
    return Warehouse(
        clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
    )
