"""Reads the state of a ClickHouse server: its tables, and texts that only a client can read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from headwater.services._state import Content, Stored, Window, in_window, table_changes
from headwater.services.clickhouse.client import ClickHouseClient

_PATTERNS = 200
"""The number of anchors in one search. ClickHouse accepts at most 255."""
_DEFINITIONS = """
    select 'the table ' || database || '.' || name, create_table_query || ' ' || comment from system.tables
        where database not in ('system', 'information_schema', 'INFORMATION_SCHEMA')
    union all select 'the function ' || name, create_query from system.functions where origin != 'System'
"""
_COLUMNS = """
    select c.database, c.table, c.name from system.columns c join system.tables t
        on t.database = c.database and t.name = c.table
    where match(c.type, 'String|JSON|Enum|Variant|Dynamic') and t.engine like '%MergeTree'
"""
_UNLOGGED = " settings log_queries = 0"
"""Keeps queries that contain anchors out of the query log, because the log is searched as well."""

_WRAPPED = re.compile(r"(?:Nullable|LowCardinality|SimpleAggregateFunction)\((?:\w+, )?(.*)\)")


class ClickHouseState:
    """The state of a ClickHouse server. Tables are compared by row count and by a hash of their rows."""

    def changes(self, before: ClickHouseClient, after: ClickHouseClient, window: Window | None) -> Iterator[str]:
        """Yield the differences between the tables in two states."""
        yield from table_changes(_ClickHouseTables(before), _ClickHouseTables(after), window)

    def settle(self, client: ClickHouseClient) -> None:
        """Drop the query log, which contains the statements of the seeds."""
        client.execute("system flush logs")
        client.execute("drop table if exists system.query_log sync")

    def stored(self, client: ClickHouseClient, anchors: Sequence[str], shortest: int) -> Iterator[Stored]:
        """Yield definitions of objects, and values that contain one of the anchors."""
        client.execute("system flush logs")
        for what, text in client.query(_DEFINITIONS):
            yield _stored(f"ClickHouse, {what}", text)
        for database, table, column in client.query(_COLUMNS):
            for first in range(0, len(anchors), _PATTERNS):
                quoted_anchors = ", ".join(f"'{anchor}'" for anchor in anchors[first : first + _PATTERNS])
                value = f"toString(`{column}`)"
                rows = client.query(
                    f"select distinct {value} from `{database}`.`{table}` where length({value}) >= {shortest}"
                    f" and multiSearchAnyCaseInsensitive({value}, [{quoted_anchors}]){_UNLOGGED}"
                )
                for (row,) in rows:
                    yield _stored(f"ClickHouse, column {column} of {database}.{table}", row)


class _ClickHouseTables:
    def __init__(self, client: ClickHouseClient) -> None:
        self._client = client

    def names(self) -> list[str]:
        return self._client.tables()

    def columns(self, table: str) -> dict[str, str]:
        return self._client.columns(table)

    def content(self, table: str, columns: Sequence[str]) -> Content:
        kinds = self.columns(table)
        values = ", ".join(
            f"finalizeAggregation({_backticked(column)})"
            if kinds[column].startswith("AggregateFunction")
            else _backticked(column)
            for column in columns
        )
        sql = f"select count(), sum(sipHash64(toString(tuple({values})))) from {self._source(table)}"
        rows, digest = self._client.query(sql)[0]
        return Content(rows, str(digest))

    def is_run_time(self, table: str, column: str, window: Window) -> bool:
        kind, name = _bare(self.columns(table)[column]), _backticked(column)
        if kind.startswith("DateTime"):
            value = f"toFloat64(max(toUnixTimestamp64Milli(toDateTime64({name}, 3)))) / 1000"
        elif kind in ("Int64", "UInt64", "UInt32", "Float64"):
            value = f"max({name})"
        else:
            return False
        return in_window(self._client.scalar(f"select {value} from {self._source(table)}"), window)

    def _source(self, table: str) -> str:
        """Return the FROM source for a table. Tables that merge rows in the background are read as if merged."""
        database, name = table.split(".", 1)
        engine = str(self._client.table(table).get("engine", ""))
        merged = any(word in engine for word in ("Replacing", "Collapsing", "Summing", "Aggregating", "Coalescing"))
        return f"{_backticked(database)}.{_backticked(name)}{' final' if merged else ''}"


def _bare(kind: str) -> str:
    """Return a type without the wrappers that only describe its storage."""
    while wrapped := _WRAPPED.fullmatch(kind):
        kind = wrapped[1]
    return kind


def _backticked(name: str) -> str:
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"


def _stored(where: str, text: str | None) -> Stored:
    return Stored(where, (text or "").encode(errors="replace"))
