"""Store series, minutes and unusable messages in ClickHouse. Everything can be stored again without harm."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

import clickhouse_connect
from readings import Reading
from series import Series, combine

SCHEMA = Path(__file__).with_name("schema.sql")
_VALUES = ", ".join(f"toDecimal64(toString({name}), 3)" for name in ("total", "low", "high", "last"))
_CLOSED = f"""
    INSERT INTO analytics.minutes
    SELECT host, metric, minute, kind, samples, {_VALUES} FROM analytics.realtime_metrics FINAL
    WHERE minute < '2026-06-01 00:00:00'
"""
_ENGINE = "SELECT engine FROM system.tables WHERE database = 'analytics' AND name = {name:String}"
_KNOWN = """
    SELECT host, metric, boot, kind, seqs, times, measured FROM analytics.series FINAL
    WHERE (host, metric) IN {names:Array(Tuple(String, String))}
"""
_SERIES = ("host", "metric", "boot", "kind", "seqs", "times", "measured")
_MINUTES = ("host", "metric", "minute", "kind", "samples", "total", "low", "high", "last")


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
        return not self._engine("series")

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
        """Store the series with readings, and then the minutes that these change."""
        if not readings:
            return
        found = self._known({reading[:2] for reading in readings})
        for reading in readings:
            found[reading[:2]].setdefault(reading.boot, Series()).add(reading)
        self._insert(
            "series",
            _SERIES,
            (
                [*name, boot, each.kind, list(each.readings), *map(list, zip(*each.readings.values(), strict=True))]
                for name, boots in found.items()
                for boot, each in boots.items()
                if each.changed
            ),
        )
        self._insert("minutes", _MINUTES, ([*name, *row] for name, boots in found.items() for row in combine(boots)))

    def _known(self, names: set[tuple[str, str]]) -> dict[tuple[str, str], dict[int, Series]]:
        """Return the stored series by host and metric, and by the start of the agent."""
        found: dict[tuple[str, str], dict[int, Series]] = {name: {} for name in names}
        for host, metric, boot, kind, *arrays in self._client.query(
            _KNOWN, parameters={"names": sorted(names)}
        ).result_rows:
            seqs, times, measured = arrays
            found[host, metric][boot] = Series(kind, dict(zip(seqs, zip(times, measured, strict=True), strict=True)))
        return found

    def _insert(self, table: str, columns: tuple[str, ...], rows: Iterable[list[object]]) -> None:
        block = "".join(f"{json.dumps(row)}\n" for row in rows)
        if block:
            everything = {"max_partitions_per_insert_block": 0}  # readings may be of many months
            self._client.raw_insert(f"analytics.{table}", columns, block, settings=everything, fmt="JSONCompactEachRow")

    def reject(self, rejected: list[tuple[int, int, bytes, str]]) -> None:
        """Store unusable messages."""
        if rejected:
            columns = ["kafka_partition", "kafka_offset", "payload", "reason"]
            self._client.insert("analytics.rejections", rejected, column_names=columns)
