"""Whether two states of the same services hold the same data.

Tables are compared by their number of rows and an order-independent hash of their rows, topics by their
messages. Columns that hold the time of the run (a load timestamp, an epoch as
version) differ by their nature and are left out of the hash; which ones is read from their values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headwater.records import ServiceName
from headwater.services import ClickHouseClient, KafkaClient, Message, PostgresClient, Stack

_SLACK_SEC = 2.0
_CLOCKS = (1, 1_000, 1_000_000, 1_000_000_000)
"""Ticks a second in which programs count the epoch."""


@dataclass(frozen=True)
class _Content:
    rows: int
    digest: str


Window = tuple[float, float]
"""Seconds since the epoch between which the later state was made."""


def database_changes(
    before: Stack, after: Stack, services: Sequence[ServiceName], window: Window | None
) -> Iterator[str]:
    """Yield one line for each table or topic that differs between two states.

    Args:
        before: The earlier state.
        after: The later state.
        services: Which engines to compare.
        window: When the later state was made; without it, times are compared as any other value.
    """
    if ServiceName.POSTGRES in services:
        yield from _table_changes(_PostgresTables(before.postgres), _PostgresTables(after.postgres), window)
    if ServiceName.CLICKHOUSE in services:
        yield from _table_changes(_ClickHouseTables(before.clickhouse), _ClickHouseTables(after.clickhouse), window)
    if ServiceName.KAFKA in services:
        yield from _topic_changes(before.kafka, after.kafka)


def _table_changes(
    before: _PostgresTables | _ClickHouseTables, after: _PostgresTables | _ClickHouseTables, window: Window | None
) -> Iterator[str]:
    old, new = set(before.names()), set(after.names())
    for name in sorted(old - new):
        yield f"{name} is gone"
    for name in sorted(new - old):
        yield f"{name} is new"
    for name in sorted(old & new):
        columns = after.columns(name)
        if list(before.columns(name).items()) != list(columns.items()):
            yield f"{name} has other columns"
            continue
        compared = [column for column in columns if window is None or not after.is_run_time(name, column, window)]
        left, right = before.content(name, compared), after.content(name, compared)
        if left.rows != right.rows:
            yield f"{name} had {left.rows} rows and has {right.rows}"
        elif left.digest != right.digest:
            yield f"{name} has the same number of rows with other values"


class _PostgresTables:
    def __init__(self, client: PostgresClient) -> None:
        self._client = client

    def names(self) -> list[str]:
        return self._client.tables()

    def columns(self, table: str) -> dict[str, str]:
        return self._client.columns(table)

    def content(self, table: str, columns: Sequence[str]) -> _Content:
        row = ", ".join(map(_identifier, columns))
        # By its full name and exact types, or a function of the agent's could be a better match.
        digest = f"pg_catalog.hashtextextended(row({row})::text, 0::bigint)"
        sql = f"select count(*), coalesce(sum({digest}::numeric), 0) from {_quoted(table)}"
        rows, total = self._client.query(sql)[0]
        return _Content(rows, str(total))

    def is_run_time(self, table: str, column: str, window: Window) -> bool:
        kind = self.columns(table)[column]
        if kind.startswith("timestamp"):
            value = f"extract(epoch from max({_identifier(column)}))"
        elif kind in ("bigint", "integer", "numeric", "double precision"):
            value = f"max({_identifier(column)})"
        else:
            return False
        return _in_window(self._client.scalar(f"select {value} from {_quoted(table)}"), window)


def _quoted(table: str) -> str:
    schema, name = table.split(".", 1)
    return f"{_identifier(schema)}.{_identifier(name)}"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _backticked(name: str) -> str:
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"


_WRAPPED = re.compile(r"(?:Nullable|LowCardinality|SimpleAggregateFunction)\((?:\w+, )?(.*)\)")


def _bare(kind: str) -> str:
    """The type inside of what only says how it is stored."""
    while wrapped := _WRAPPED.fullmatch(kind):
        kind = wrapped[1]
    return kind


class _ClickHouseTables:
    def __init__(self, client: ClickHouseClient) -> None:
        self._client = client

    def names(self) -> list[str]:
        return self._client.tables()

    def columns(self, table: str) -> dict[str, str]:
        return self._client.columns(table)

    def content(self, table: str, columns: Sequence[str]) -> _Content:
        kinds = self.columns(table)
        values = ", ".join(
            f"finalizeAggregation({_backticked(column)})"
            if kinds[column].startswith("AggregateFunction")
            else _backticked(column)
            for column in columns
        )
        sql = f"select count(), sum(sipHash64(toString(tuple({values})))) from {self._source(table)}"
        rows, digest = self._client.query(sql)[0]
        return _Content(rows, str(digest))

    def is_run_time(self, table: str, column: str, window: Window) -> bool:
        kind, name = _bare(self.columns(table)[column]), _backticked(column)
        if kind.startswith("DateTime"):
            value = f"toFloat64(max(toUnixTimestamp64Milli(toDateTime64({name}, 3)))) / 1000"
        elif kind in ("Int64", "UInt64", "UInt32", "Float64"):
            value = f"max({name})"
        else:
            return False
        return _in_window(self._client.scalar(f"select {value} from {self._source(table)}"), window)

    def _source(self, table: str) -> str:
        """Read engines that merge rows in the background as they will be once merged."""
        database, name = table.split(".", 1)
        engine = str(self._client.table(table).get("engine", ""))
        merged = any(word in engine for word in ("Replacing", "Collapsing", "Summing", "Aggregating", "Coalescing"))
        return f"{_backticked(database)}.{_backticked(name)}{' final' if merged else ''}"


def _in_window(value: object, window: Window) -> bool:
    if not isinstance(value, int | float) and not hasattr(value, "__float__"):
        return False
    number = float(value)
    first, last = window[0] - _SLACK_SEC, window[1] + _SLACK_SEC
    return any(first * clock <= number <= last * clock for clock in _CLOCKS)


def _topic_changes(before: KafkaClient, after: KafkaClient) -> Iterator[str]:
    old, new = before.topics(), after.topics()
    for name in sorted(set(old) | set(new)):
        if old.get(name) != new.get(name):
            yield f"topic {name} had {old.get(name, 0)} partitions and has {new.get(name, 0)}"
            continue
        left, right = before.messages(name), after.messages(name)
        if len(left) != len(right):
            yield f"topic {name} had {len(left)} messages and has {len(right)}"
        elif _contents(left) != _contents(right):
            yield f"topic {name} has the same number of messages with other contents"


def _contents(messages: Sequence[Message]) -> Counter[tuple[object, ...]]:
    """Messages without their places: producers spread those without a key as they like."""
    return Counter((message.key, message.value, tuple(message.headers.items())) for message in messages)
