"""Defines the ClickHouse client for seeds and checks, which has few methods and raises one-line errors."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from headwater.errors import QueryError
from headwater.sandbox import Network
from headwater.services._base import Placement
from headwater.services._queries import UNREADABLE, QueryLimits, Row, first_line, median_seconds
from headwater.services.clickhouse._accounts import ADMIN, APP, READER, password_of

if TYPE_CHECKING:
    from clickhouse_connect.driver.client import Client
    from clickhouse_connect.driver.query import QueryResult

    from headwater.services.clickhouse._bounded_pool import BoundedPool


_CONNECT_SEC = 10
_TRANSFER_SEC = 5.0
"""The time that the transfer of an answer may take in addition to its query."""
# The query calls no function, because the agent may have created a function with any free name. Names with a
# combinator, such as `countIf`, are free.
_OWN_FUNCTIONS = "select name from system.functions where origin = 'SQLUserDefined'"
_CALL = re.compile(r"(\w+)[`\"]?\s*\(")


def _bounded_pool(limits: QueryLimits) -> BoundedPool:
    # imported late, because the library is an optional dependency
    from headwater.services.clickhouse._bounded_pool import BoundedPool

    return BoundedPool(limits, _TRANSFER_SEC)


class ClickHouseClient:
    """A ClickHouse client that uses HTTP.

    If the client has limits, as after an agent's run, queries use an account that may only select, and ``execute`` and
    ``insert`` use the agent's account. If it has none, as for seeds, everything uses the administrator's account.
    ``app`` and ``administrator`` are clients of the same server that use one account for everything.
    """

    def __init__(
        self, network: Network, placement: Placement, run: Path, limits: QueryLimits | None = None, account: str = ""
    ) -> None:
        trusted = "" if limits else ADMIN
        self._network = network
        self._placement = placement
        self._run = run
        self._limits = limits
        self._reads = account or trusted or READER
        self._writes = account or trusted or APP
        self._pool = _bounded_pool(limits) if limits else None

    @cached_property
    def app(self) -> ClickHouseClient:
        """A client that uses the agent's account, so that reads and writes have the rights of the agent's code."""
        return ClickHouseClient(self._network, self._placement, self._run, self._limits, APP)

    @cached_property
    def administrator(self) -> ClickHouseClient:
        """A client that uses the administrator's account.

        Any agent-created object that a statement uses, such as a view on a file, gets all rights as well. Therefore use
        this client for the server and its system tables, but never for the agent's tables.
        """
        return ClickHouseClient(self._network, self._placement, self._run, self._limits, ADMIN)

    @cached_property
    def _reading(self) -> Client:
        return self._open(self._reads)

    @cached_property
    def _writing(self) -> Client:
        return self._reading if self._reads == self._writes else self._open(self._writes)

    def _open(self, account: str) -> Client:
        import clickhouse_connect

        # The driver logs errors and raises them as well.
        logging.getLogger("clickhouse_connect").addHandler(logging.NullHandler())
        from clickhouse_connect.driver.httputil import get_pool_manager

        return clickhouse_connect.get_client(
            host=self._placement.host,
            port=self._placement.port,
            username=account,
            password=password_of(account, self._placement, self._run),
            database="default",
            autogenerate_session_id=False,
            tz_source="server",
            **self._driver_limits(),
            # By default, all clients share the driver's pool, but the same address is a different server in each
            # network.
            pool_mgr=self._pool or get_pool_manager(),
        )

    def _driver_limits(self) -> dict[str, Any]:
        if self._limits is None:
            return {}
        settings = {
            "max_execution_time": self._limits.seconds,
            "timeout_overflow_mode": "throw",
            "lock_acquire_timeout": self._limits.seconds,
            "max_result_rows": self._limits.rows,
            "max_result_bytes": self._limits.size,
            "result_overflow_mode": "throw",
            "max_memory_usage": self._limits.memory,
        }
        seconds = self._limits.seconds + _TRANSFER_SEC
        return {
            "settings": settings,
            "connect_timeout": _CONNECT_SEC,
            "send_receive_timeout": seconds,
            "compress": False,  # the size limit must count uncompressed bytes
        }

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Enter the server's network, and raise ``QueryError`` for refused queries and unreadable answers."""
        from clickhouse_connect.driver.exceptions import ClickHouseError

        try:
            with self._network:
                yield
        except (ClickHouseError, OSError, *UNREADABLE) as error:
            raise QueryError(self._refusal() or first_line(error)) from None
        if refusal := self._refusal():
            raise QueryError(refusal)

    def _refusal(self) -> str:
        return self._pool.refusal if self._pool else ""

    def execute(self, script: str) -> None:
        """Run one or more statements, each of which ends with ``;`` at the end of a line."""
        with self._asking():
            for statement in _statements(script):
                self._require_built_in(statement)
                self._writing.command(statement)

    def query(self, sql: str, params: Mapping[str, Any] | None = None) -> list[Row]:
        """Return all rows of a query, with ``{name:Type}`` for parameters.

        Raises:
            QueryError: The query failed, or it calls a name for which the agent has created a function, for example
                ``countIf``.
        """
        with self._asking():
            return [tuple(row) for row in self._query(sql, dict(params or {})).result_rows]

    def _query(self, sql: str, params: dict[str, Any]) -> QueryResult:
        self._require_built_in(sql)
        return self._reading.query(sql, parameters=params)

    def _require_built_in(self, sql: str) -> None:
        """Raise ``QueryError`` if the query would call one of the agent's functions instead of a built-in one."""
        if self._limits is None:  # no agent has changed this server
            return
        own = {str(name) for (name,) in self._reading.query(_OWN_FUNCTIONS).result_rows}
        if hiding := own.intersection(_CALL.findall(sql)):
            raise QueryError(f"the function {min(hiding)} can hide a built-in one, so queries cannot be trusted")

    def scalar(self, sql: str, params: Mapping[str, Any] | None = None) -> Any:
        """Return the first value of the first row, or None if there are no rows."""
        rows = self.query(sql, params)
        return rows[0][0] if rows else None

    def insert(self, table: str, rows: Sequence[Sequence[Any]], columns: Sequence[str]) -> None:
        """Insert rows into ``database.table``."""
        with self._asking():
            self._writing.insert(table, rows, column_names=list(columns))

    def tables(self) -> list[str]:
        """Return the tables that store data, as sorted names ``database.table``."""
        sql = """
            select database || '.' || name from system.tables
            where database not in ('system', 'information_schema', 'INFORMATION_SCHEMA')
              and not is_temporary and engine not in ('View', 'MaterializedView', 'Kafka', 'Dictionary', 'Null')
            order by 1
        """
        return [row[0] for row in self.query(sql)]

    def has_table(self, name: str) -> bool:
        """Return whether ``database.table`` exists, as a table or a view of any kind."""
        sql = "select count() from system.tables where database || '.' || name = {name:String}"
        return bool(self.scalar(sql, {"name": name}))

    def columns(self, name: str) -> dict[str, str]:
        """Return column names and types of ``database.table`` in order, or an empty mapping if it does not exist."""
        sql = "select name, type from system.columns where database || '.' || table = {name:String} order by position"
        return dict(cast("list[tuple[str, str]]", self.query(sql, {"name": name})))

    def table(self, name: str) -> dict[str, Any]:
        """Return the engine, keys and sizes of ``database.table`` from ``system.tables``, or an empty mapping."""
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
        """Return the number of rows that the server read for a query, which does not depend on the machine's load."""
        with self._asking():
            summary = self._query(sql, {}).summary
        return int(summary.get("read_rows", 0))

    def seconds(self, sql: str, repeats: int = 5) -> float:
        """Return the median query time in seconds, after one warm-up run."""
        self.query(sql)
        return median_seconds(lambda: self.query(sql), repeats)


def _statements(script: str) -> list[str]:
    parts = [part.strip() for part in (script.strip() + "\n").split(";\n")]
    return [part for part in parts if part]
