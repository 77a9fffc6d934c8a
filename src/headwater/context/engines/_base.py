"""Defines the protocol of all readers: a source's structure, the profiles of its tables, and queries within limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from headwater.context.catalog import Engine, ForeignKey, Key, Table, Value
from headwater.errors import RequestError


class QueryRefused(RequestError):  # noqa: N818 - it says what happened, as the engine's own errors do
    """Raised if a query will not be run, or if the engine rejected it. The message says why and what to do."""


class QueryLimitReached(RequestError):  # noqa: N818
    """Raised if a query was stopped because it exceeded its time or memory limit."""


@dataclass(frozen=True)
class ReadLimits:
    """The limits that apply to a query.

    Attributes:
        rows: The maximum number of rows. Longer results are truncated and marked.
        seconds: The maximum time in the engine, after which the query is stopped.
        bytes: The maximum total size of the values as text. Larger results are truncated and marked.
        cell: The maximum number of characters of one value. Longer text is truncated and ends in "…".
    """

    rows: int = 1000
    seconds: float = 30.0
    bytes: int = 1_000_000
    cell: int = 2_000


@dataclass(frozen=True)
class ResultColumn:
    """A column of a query's result. Several columns may have the same name."""

    name: str
    type: str


@dataclass(frozen=True)
class QueryResult:
    """The rows of a query.

    Attributes:
        truncated: Why rows are missing, or None if the result is complete.
    """

    columns: tuple[ResultColumn, ...]
    rows: tuple[tuple[Value, ...], ...]
    truncated: str | None = None


@dataclass(frozen=True)
class Structure:
    """A source's structure, before anything is measured.

    Attributes:
        problems: The parts that could not be read, one line each.
    """

    tables: tuple[Table, ...]
    keys: tuple[Key, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    problems: tuple[str, ...] = ()


class SourceReader(Protocol):
    """An open, read-only source. Several threads may call ``profile`` at the same time."""

    engine: Engine
    name: str
    location: str

    @property
    def version(self) -> str:
        """The name and version of the engine that reads the source."""
        ...

    def fingerprint(self) -> str | None:
        """Return a value that changes whenever the source may have changed, or None if this would be expensive."""
        ...

    def structure(self) -> Structure:
        """Return the tables, columns and declared keys."""
        ...

    def content(self, table: Table, before: Table) -> str | None:
        """Return the table's fingerprint if its content has not changed since the last scan, or else None.

        The result is also None if comparing would take as long as profiling.
        """
        ...

    def profile(self, table: Table, seconds: float) -> Table:
        """Return a table with its row count and column profiles, or with the problem that prevented profiling."""
        ...

    def ask(self, sql: str, seconds: float) -> Sequence[tuple[Any, ...]]:
        """Run trusted standard SQL and return all rows.

        Raises:
            QueryLimitReached: The query took too long.
        """
        ...

    def query(self, sql: str, limits: ReadLimits) -> QueryResult:
        """Run one query from a user or an agent.

        Raises:
            QueryRefused: The text is not a single read-only query, or it uses something outside the source's tables.
            QueryLimitReached: The query took too long.
        """
        ...

    def cancel(self) -> None:
        """Cancel the queries of all other threads."""
        ...

    def close(self) -> None:
        """Close the source."""
        ...
