"""Store rows in ClickHouse that are not stored yet. Runs never overlap, so what is looked up stays true."""

import os
from pathlib import Path
from typing import Any

import clickhouse_connect
from clickhouse_connect.driver.client import Client

READINGS = ["event_id", "station", "metric", "unit", "ts", "value"]
LETTERS = ["kafka_partition", "kafka_offset", "payload", "reason"]
ADD_READINGS = """
    INSERT INTO analytics.metrics (event_id, station, metric, unit, ts, value)
    SELECT event_id, station, metric, unit, ts, value FROM staged_readings
    WHERE (metric, station, ts, event_id) NOT IN (
        SELECT metric, station, ts, event_id FROM analytics.metrics
        WHERE (metric, station, ts, event_id) IN (SELECT metric, station, ts, event_id FROM staged_readings)
    )
    LIMIT 1 BY event_id
"""
ADD_LETTERS = """
    INSERT INTO analytics.metrics_dead_letters (kafka_partition, kafka_offset, payload, reason)
    SELECT kafka_partition, kafka_offset, payload, reason FROM staged_letters
    WHERE (kafka_partition, kafka_offset) NOT IN (
        SELECT kafka_partition, kafka_offset FROM analytics.metrics_dead_letters
        WHERE (kafka_partition, kafka_offset) IN (SELECT kafka_partition, kafka_offset FROM staged_letters)
    )
"""
STAGES = (
    "CREATE TEMPORARY TABLE staged_readings AS analytics.metrics ENGINE = Memory",
    "CREATE TEMPORARY TABLE staged_letters AS analytics.metrics_dead_letters ENGINE = Memory",
)


class Store:
    """The tables in analytics, and temporary ones of the session for a portion."""

    def __init__(self) -> None:
        self._client: Client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
            connect_timeout=8,
        )
        schema = Path(__file__).with_name("schema.sql").read_text()
        for statement in (*schema.split(";\n"), *STAGES):
            if statement.strip():
                self._client.command(statement)

    def add_readings(self, rows: list[list[Any]]) -> None:
        """Store the readings that are new; a repeated reading has the same time, station and metric."""
        self._add("staged_readings", READINGS, rows, ADD_READINGS)

    def add_letters(self, rows: list[list[Any]]) -> None:
        """Store the dead letters that are new."""
        self._add("staged_letters", LETTERS, rows, ADD_LETTERS)

    def _add(self, stage: str, columns: list[str], rows: list[list[Any]], statement: str) -> None:
        if rows:
            self._client.command("TRUNCATE TABLE {stage:Identifier}", {"stage": stage})
            self._client.insert(stage, rows, column_names=columns)
            self._client.command(statement)
