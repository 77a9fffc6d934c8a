"""Update the rollups: see docs/rollups.md and docs/operations.md."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from rollups import Reading, Row, month_of, rolled_up, span

SCHEMA = Path(__file__).with_name("schema.sql")
GRAINS = {"hourly": "hour", "daily": "day", "monthly": "month"}
FIGURES = ("bikes", "readings", "temperature", "peak_hour_bikes", "peak_day")

# Clocks of gateways differ by up to ten minutes, so a row can arrive after rows with a later received_at.
NEWS = """
    SELECT counter_id, groupUniqArray(toStartOfHour(at)), max(toUnixTimestamp64Milli(received_at))
    FROM counts.readings
    WHERE received_at >= fromUnixTimestamp64Milli({mark:Int64}) - INTERVAL 10 MINUTE
    GROUP BY counter_id
"""
READINGS = """
    SELECT at, argMax((bikes, temperature), revision) FROM counts.readings
    WHERE counter_id = {counter:UInt32} AND at >= toDateTime({first:UInt32}) AND at < toDateTime({last:UInt32})
    GROUP BY at ORDER BY at
"""
Period = datetime | date


class Store:
    """The tables, which store versions of rows; the views show the latest versions."""

    def __init__(self, client: Client) -> None:
        self._client = client
        for statement in SCHEMA.read_text().split(";"):
            if statement.strip():
                self._migrate(statement.strip())
        self.version = 1 + int(client.command("SELECT max(run) FROM rollups.runs"))

    def _migrate(self, statement: str) -> None:
        """Apply a statement; drop the original table if a view replaces it."""
        name = statement.split()[5] if statement.startswith("CREATE VIEW") else ""
        if name:
            engine = self._client.query(
                "SELECT engine FROM system.tables WHERE concat(database, '.', name) = {name:String}", {"name": name}
            ).first_row
            if engine and engine[0] != "View":
                self._client.command(f"DROP TABLE {name}")
        self._client.command(statement)

    def mark(self) -> int:
        """Return the watermark of the last run: the latest `received_at`, in milliseconds."""
        return int(self._client.command("SELECT max(mark) FROM rollups.runs"))

    def stored(self, grain: str, counter: int, first: Period, last: Period) -> dict[Period, Row]:
        """Return a counter's rows from the first period up to, but not including, the second."""
        names = ", ".join(self._figures(grain))
        period = GRAINS[grain]
        sql = (
            f"SELECT {period}, {names} FROM rollups.{grain} WHERE counter_id = {{counter:UInt32}}"
            f" AND {period} >= {{first:String}} AND {period} < {{last:String}}"
        )
        rows = self._client.query(sql, {"counter": counter, "first": _text(first), "last": _text(last)}).result_rows
        return {_period(period): Row(*figures) for period, *figures in rows}

    def write(self, grain: str, rows: list[tuple[int, Period, Row | None]]) -> None:
        """Insert new versions of rows; None deletes a row."""
        figures = self._figures(grain)
        columns = ["counter_id", GRAINS[grain], *figures, "version", "is_gone"]
        empty = [0, 0, None, 0, date(1970, 1, 1)][: len(figures)]
        data: list[list[Any]] = [
            [counter, period, *(row[: len(figures)] if row else empty), self.version, int(row is None)]
            for counter, period, row in rows
        ]
        if data:
            self._client.insert(f"rollups.{grain}_versions", data, column_names=columns)

    def note(self, mark: int) -> None:
        """Save the watermark of this run."""
        self._client.insert("rollups.runs", [[self.version, mark]], column_names=["run", "mark"])

    @staticmethod
    def _figures(grain: str) -> tuple[str, ...]:
        return FIGURES[: {"hourly": 3, "daily": 4, "monthly": 5}[grain]]


def _text(period: Period) -> str:
    return f"{period:%Y-%m-%d %H:%M:%S}" if isinstance(period, datetime) else period.isoformat()


def _period(period: Period) -> Period:
    return period.replace(tzinfo=UTC) if isinstance(period, datetime) else period


def affected(client: Client, mark: int) -> tuple[dict[int, ZoneInfo], list[tuple[int, date]], int]:
    """Return the counters' time zones, the months per counter with new readings, and the new watermark."""
    zones = {
        counter: ZoneInfo(name)
        for counter, name in client.query("SELECT counter_id, time_zone FROM counts.counters").result_rows
    }
    months: set[tuple[int, date]] = set()
    newest = mark
    for counter, hours, received in client.query(NEWS, {"mark": mark}).result_rows:
        # In zones whose UTC offset is not a whole hour, the quarters of a UTC hour can fall into two months.
        ends = [hour.replace(tzinfo=UTC, minute=minute) for hour in hours for minute in (0, 45)]
        months |= {(counter, month_of(at, zones[counter])) for at in ends}
        newest = max(newest, received)
    return zones, sorted(months), newest


def readings_of(client: Client, counter: int, first: datetime, last: datetime) -> Iterator[Reading]:
    """Yield the valid readings from a counter."""
    moments = {"first": int(first.timestamp()), "last": int(last.timestamp())}
    for at, (bikes, temperature) in client.query(READINGS, {"counter": counter, **moments}).result_rows:
        if bikes is not None:
            yield Reading(at.replace(tzinfo=UTC), bikes, temperature)


def run(client: Client) -> int:
    """Recompute the months that have new readings; return how many months changed."""
    store = Store(client)
    mark = store.mark()
    zones, months, newest = affected(client, mark)
    changes: dict[str, list[tuple[int, Period, Row | None]]] = defaultdict(list)
    changed = 0
    for counter, month in months:
        first, last = span(month, zones[counter])
        following = last.astimezone(zones[counter]).date()
        readings = list(readings_of(client, counter, first, last))
        spans: dict[str, tuple[Period, Period]] = dict.fromkeys(GRAINS, (month, following)) | {"hourly": (first, last)}
        differs = False
        for grain, right in zip(GRAINS, rolled_up(readings, zones[counter], month), strict=True):
            found = store.stored(grain, counter, *spans[grain])
            keys = found.keys() | right.keys()
            other = [(counter, key, right.get(key)) for key in sorted(keys) if found.get(key) != right.get(key)]
            changes[grain] += other
            differs = differs or bool(other)
        changed += differs
    for grain, rows in changes.items():
        store.write(grain, rows)
    if newest > mark:
        store.note(newest)
    return changed


def main() -> int:
    try:
        client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        changed = run(client)
    except ClickHouseError as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"changed={changed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
