"""The protocol of all engines: a source's structure, the profile of a table, and queries within limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from headwater.context.catalog import Engine, ForeignKey, Key, Table, Value
from headwater.errors import RequestError


class QueryRefused(RequestError):  # noqa: N818 - it says what happened, as the engine's own errors do
    """A query that will not be run, or that the engine rejected; the message says why and what to do."""


class QueryLimitReached(RequestError):  # noqa: N818
    """A query that was stopped because it exceeded its limit of time or memory."""


@dataclass(frozen=True)
class ReadLimits:
    """The limits of one query.

    Attributes:
        rows: Maximum number of rows; the result says if there are more.
        seconds: Maximum time of the engine's work, after which the query is stopped.
        bytes: Maximum size of all values as text; beyond it the result is truncated, and says so.
        cell: Maximum number of characters of one value; longer text is truncated and ends in "…".
    """

    rows: int = 1000
    seconds: float = 30.0
    bytes: int = 1_000_000
    cell: int = 2_000


@dataclass(frozen=True)
class ResultColumn:
    """A column of a query's result; names need not be unique."""

    name: str
    type: str


@dataclass(frozen=True)
class QueryResult:
    """The rows of a query.

    Attributes:
        truncated: Why rows are missing, in words; None if all rows are there.
    """

    columns: tuple[ResultColumn, ...]
    rows: tuple[tuple[Value, ...], ...]
    truncated: str | None = None


@dataclass(frozen=True)
class Structure:
    """The structure of a source, before anything is measured.

    Attributes:
        problems: What could not be read, one line each.
    """

    tables: tuple[Table, ...]
    keys: tuple[Key, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    problems: tuple[str, ...] = ()


class SourceReader(Protocol):
    """An open, read-only source. ``profile`` may be called from several threads at once."""

    engine: Engine
    name: str
    location: str

    @property
    def version(self) -> str:
        """Name and version of the engine that reads it."""
        ...

    def fingerprint(self) -> str | None:
        """Return a value that changes whenever the source may have changed; None if the engine has no cheap one."""
        ...

    def structure(self) -> Structure:
        """Return tables, columns and declared keys."""
        ...

    def content(self, table: Table, before: Table) -> str | None:
        """Return the table's fingerprint if its content is the same as at the last scan, else None.

        The result is also None if the comparison would cost as much as profiling.
        """
        ...

    def profile(self, table: Table, seconds: float) -> Table:
        """Return the table with row count and column profiles, or with the problem that prevented them."""
        ...

    def ask(self, sql: str, seconds: float) -> Sequence[tuple[Any, ...]]:
        """Run trusted standard SQL and return all rows.

        Raises:
            QueryLimitReached: It took too long.
        """
        ...

    def query(self, sql: str, limits: ReadLimits) -> QueryResult:
        """Run one query of a person or an agent.

        Raises:
            QueryRefused: It is not a single read-only query, or uses something outside the source's tables.
            QueryLimitReached: It took too long.
        """
        ...

    def cancel(self) -> None:
        """Cancel the queries of all other threads."""
        ...

    def close(self) -> None:
        """Close the source."""
        ...
