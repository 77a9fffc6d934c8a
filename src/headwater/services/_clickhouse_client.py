"""What seeds and checks ask ClickHouse with: few calls, plain values, errors in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from headwater.sandbox import Network
from headwater.services._base import Placement
from headwater.services._queries import QueryError, Row, first_line, median_seconds

if TYPE_CHECKING:
    from clickhouse_connect.driver.client import Client


class ClickHouseClient:
    """ClickHouse over HTTP as grading's user."""

    def __init__(self, network: Network, placement: Placement, password: str) -> None:
        self._network = network
        self._placement = placement
        self._password = password

    @cached_property
    def _client(self) -> Client:
        import clickhouse_connect
        from clickhouse_connect.driver.httputil import get_pool_manager

        from headwater.services.clickhouse import ADMIN

        return clickhouse_connect.get_client(
            host=self._placement.host,
            port=self._placement.port,
            username=ADMIN,
            password=self._password,
            database="default",
            autogenerate_session_id=False,
            tz_source="server",
            # Not the driver's pool, which all clients share: the same address is another server in each network.
            pool_mgr=get_pool_manager(),
        )

    def execute(self, script: str) -> None:
        """Run one or more statements, each ended by ``;`` at the end of a line."""
        with self._network, _clickhouse_errors():
            for statement in _statements(script):
                self._client.command(statement)

    def query(self, sql: str, params: Mapping[str, Any] | None = None) -> list[Row]:
        """Return all rows of a query, with ``{name:Type}`` for parameters."""
        with self._network, _clickhouse_errors():
            return [tuple(row) for row in self._client.query(sql, parameters=dict(params or {})).result_rows]

    def scalar(self, sql: str, params: Mapping[str, Any] | None = None) -> Any:
        """Return the first value of the first row, or None."""
        rows = self.query(sql, params)
        return rows[0][0] if rows else None

    def insert(self, table: str, rows: Sequence[Sequence[Any]], columns: Sequence[str]) -> None:
        """Insert rows into ``database.table``."""
        with self._network, _clickhouse_errors():
            self._client.insert(table, rows, column_names=list(columns))

    def tables(self) -> list[str]:
        """Return the tables with data of their own, as ``database.table``, sorted."""
        sql = """
            select database || '.' || name from system.tables
            where database not in ('system', 'information_schema', 'INFORMATION_SCHEMA')
              and not is_temporary and engine not in ('View', 'MaterializedView', 'Kafka', 'Dictionary', 'Null')
            order by 1
        """
        return [row[0] for row in self.query(sql)]

    def has_table(self, name: str) -> bool:
        """Whether ``database.table`` exists: a table or a view of any kind."""
        sql = "select count() from system.tables where database || '.' || name = {name:String}"
        return bool(self.scalar(sql, {"name": name}))

    def columns(self, name: str) -> dict[str, str]:
        """Return column names and types of ``database.table``, in order; empty if there is no such table."""
        sql = "select name, type from system.columns where database || '.' || table = {name:String} order by position"
        return dict(cast("list[tuple[str, str]]", self.query(sql, {"name": name})))

    def table(self, name: str) -> dict[str, Any]:
        """Return the row of ``system.tables`` for ``database.table``: engine, keys, sizes; empty if absent."""
        keys = (
            "engine",
            "engine_full",
            "sorting_key",
            "primary_key",
            "partition_key",
            "total_rows",
            "total_bytes",
        )
        sql = f"select {', '.join(keys)} from system.tables where database || '.' || name = {{name:String}}"
        rows = self.query(sql, {"name": name})
        return dict(zip(keys, rows[0], strict=True)) if rows else {}

    def rows_read(self, sql: str) -> int:
        """Return how many rows the server read to answer a query: its work, whatever the machine's load."""
        with self._network, _clickhouse_errors():
            summary = self._client.query(sql).summary
        return int(summary.get("read_rows", 0))

    def seconds(self, sql: str, repeats: int = 5) -> float:
        """Return the median time of a query in seconds, after one run to warm up."""
        self.query(sql)
        return median_seconds(lambda: self.query(sql), repeats)


class _clickhouse_errors:  # noqa: N801 - used as a context manager, like contextlib's
    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            return
        from clickhouse_connect.driver.exceptions import ClickHouseError

        if isinstance(error, ClickHouseError):
            raise QueryError(first_line(error)) from None


def _statements(script: str) -> list[str]:
    parts = [part.strip() for part in (script.strip() + "\n").split(";\n")]
    return [part for part in parts if part]
