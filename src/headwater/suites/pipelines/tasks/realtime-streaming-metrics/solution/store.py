"""Store readings, minutes and unusable messages in ClickHouse. Everything can be stored again without harm."""

import json
import os
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.external import ExternalData
from readings import Reading

SCHEMA = Path(__file__).with_name("schema.sql")
_READING = "host String, metric String, boot UInt32, seq UInt32, kind String, at Int64, value Int64"
OPEN = "2026-06-01 00:00:00"
"""The first minute that is not closed."""

_ENGINE = "SELECT engine FROM system.tables WHERE database = 'analytics' AND name = {name:String}"
# Old values are floating-point numbers. Their conversion to decimal numbers truncates, unlike that of their text.
_VALUES = ", ".join(f"toDecimal64(toString({name}), 3)" for name in ("total", "low", "high", "last"))
_CLOSED = f"""
    INSERT INTO analytics.minutes
    SELECT host, metric, minute, kind, samples, {_VALUES} FROM analytics.realtime_metrics FINAL WHERE minute < '{OPEN}'
"""
_DECIMALS = ", ".join(
    f"toDecimal128({aggregate}, 3) / 1000"
    for aggregate in ("sum(amount)", "min(value)", "max(value)", "argMax(value, (at, boot, seq))")
)
# A late reading changes its own minute and that of the reading after it.
_MINUTES = f"""
    INSERT INTO analytics.minutes
    WITH keys AS (SELECT host, metric, boot, seq FROM batch)
    SELECT host, metric, toStartOfMinute(fromUnixTimestamp64Milli(at, 'UTC')) AS minute, any(kind), count(), {_DECIMALS}
    FROM (
        SELECT host, metric, boot, seq, kind, at, value,
            if(kind = 'counter' AND previous <= value, value - previous, value) AS amount,
            lagInFrame(value, 1, 0) OVER w AS previous, lagInFrame(seq, 1, 0) OVER w AS previous_seq
        FROM analytics.readings FINAL
        WHERE (host, metric) IN (SELECT host, metric FROM batch)
        WINDOW w AS (PARTITION BY host, metric, boot ORDER BY seq ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
    )
    GROUP BY host, metric, minute
    HAVING minute >= '{OPEN}'
        AND countIf((host, metric, boot, seq) IN keys OR (host, metric, boot, previous_seq) IN keys) > 0
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
        """Store readings, and compute the minutes that they change."""
        if not readings:
            return
        rows = "".join(f"{json.dumps(each)}\n" for each in readings).encode()
        self._client.raw_insert("analytics.readings", Reading._fields, rows, fmt="JSONCompactEachRow")
        batch = ExternalData(file_name="batch", data=rows, fmt="JSONCompactEachRow", structure=_READING)
        self._client.command(_MINUTES, external_data=batch)

    def reject(self, rejected: list[tuple[int, int, bytes, str]]) -> None:
        """Store unusable messages."""
        if rejected:
            columns = ["kafka_partition", "kafka_offset", "payload", "reason"]
            self._client.insert("analytics.rejections", rejected, column_names=columns)
