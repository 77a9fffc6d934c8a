"""Store readings with their increases, and unusable messages in ClickHouse. Everything can be stored again without harm."""

import json
import os
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.external import ExternalData
from readings import Reading

SCHEMA = Path(__file__).with_name("schema.sql")
_READING = "host String, metric String, boot UInt32, seq UInt32, kind String, at Int64, value Int64"
_VALUES = ", ".join(f"toDecimal64(toString({name}), 3)" for name in ("total", "low", "high", "last"))
_CLOSED = f"""
    INSERT INTO analytics.closed_minutes
    SELECT host, metric, minute, kind, samples, {_VALUES} FROM analytics.realtime_metrics FINAL
    WHERE minute < '2026-06-01 00:00:00'
"""
_ENGINE = "SELECT engine FROM system.tables WHERE database = 'analytics' AND name = {name:String}"
# One statement stores the new readings and replaces the readings after them, whose increases change.
_ADD = """
    INSERT INTO analytics.readings (host, metric, minute, boot, seq, kind, at, value, amount)
    WITH keys AS (SELECT host, metric, boot, seq FROM batch)
    SELECT host, metric, toStartOfMinute(fromUnixTimestamp64Milli(at, 'UTC')), boot, seq, kind, at, value,
        if(kind = 'counter' AND previous <= value, value - previous, value)
    FROM (
        SELECT *, lagInFrame(value, 1, 0) OVER w AS previous, lagInFrame(seq, 1, 0) OVER w AS previous_seq
        FROM (
            SELECT * FROM (
                SELECT host, metric, boot, seq, kind, at, value FROM batch
                UNION ALL
                SELECT host, metric, boot, seq, kind, at, value FROM analytics.readings
                WHERE (host, metric, boot) IN (SELECT host, metric, boot FROM batch)
            )
            LIMIT 1 BY host, metric, boot, seq
        )
        WINDOW w AS (PARTITION BY host, metric, boot ORDER BY seq ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
    )
    WHERE (host, metric, boot, seq) IN keys OR (host, metric, boot, previous_seq) IN keys
    SETTINGS max_partitions_per_insert_block = 0
"""


class Store:
    """The tables in ClickHouse."""

    def __init__(self) -> None:
        self._client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )

    def is_new(self) -> bool:
        """Return whether no run has stored readings yet."""
        return not self._engine("readings")

    def prepare(self) -> None:
        """Create what is missing, and take the closed minutes over from the old table."""
        self._create()
        if self._engine("realtime_metrics") != "View":
            self._client.command(_CLOSED)
            self._client.command("DROP TABLE analytics.realtime_metrics SYNC")
            self._create()

    def _create(self) -> None:
        for statement in SCHEMA.read_text().split(";\n"):
            if statement.strip():
                self._client.command(statement)

    def _engine(self, name: str) -> str:
        rows = self._client.query(_ENGINE, parameters={"name": name}).result_rows
        return rows[0][0] if rows else ""

    def add(self, readings: list[Reading]) -> None:
        """Store readings, and compute their increases and those of the readings after them."""
        if readings:
            rows = "".join(f"{json.dumps(each)}\n" for each in readings).encode()
            batch = ExternalData(file_name="batch", data=rows, fmt="JSONCompactEachRow", structure=_READING)
            self._client.command(_ADD, external_data=batch)

    def reject(self, rejected: list[tuple[int, int, bytes, str]]) -> None:
        """Store unusable messages."""
        if rejected:
            columns = ["kafka_partition", "kafka_offset", "payload", "reason"]
            self._client.insert("analytics.rejections", rejected, column_names=columns)
