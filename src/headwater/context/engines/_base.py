"""What every engine has in common: what it has, a table's profile, and answers within limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from headwater.context.catalog import Engine, ForeignKey, Key, Table, Value
from headwater.errors import RequestError


class QueryRefused(RequestError):  # noqa: N818 - it says what happened, as the engine's own errors do
    """A query that will not be run, or that the engine did not accept; the message says why and what to do."""


class LimitReached(RequestError):  # noqa: N818
    """A query that was ended because it took more time or memory than it may."""


@dataclass(frozen=True)
class Limits:
    """What one query may cost.

    Attributes:
        rows: At most so many are returned; the answer says that there are more.
        seconds: Of the engine's work; then the query is ended.
        bytes: Of all values together, as text; then the answer is cut, and says so.
        cell: Characters of one value; longer text is cut and marked with "…".
    """

    rows: int = 1000
    seconds: float = 30.0
    bytes: int = 1_000_000
    cell: int = 2_000


@dataclass(frozen=True)
class AnswerColumn:
    """A column of an answer; names need not be unique."""

    name: str
    type: str


@dataclass(frozen=True)
class Answer:
    """Rows that a query gave.

    Attributes:
        truncated: Why there are fewer rows than the query has, in words; None where these are all.
    """

    columns: tuple[AnswerColumn, ...]
    rows: tuple[tuple[Value, ...], ...]
    truncated: str | None = None


@dataclass(frozen=True)
class Structure:
    """What a source has, before anything is measured.

    Attributes:
        problems: What could not be read, one line each.
    """

    tables: tuple[Table, ...]
    keys: tuple[Key, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    problems: tuple[str, ...] = ()


class Reader(Protocol):
    """An open source, read-only. ``profile`` may be called from several threads at once."""

    engine: Engine
    name: str
    location: str

    @property
    def version(self) -> str:
        """What reads it, in words."""
        ...

    def fingerprint(self) -> str | None:
        """Return what changes whenever anything in the source may have; None where there is nothing cheap."""
        ...

    def structure(self) -> Structure:
        """Return tables, columns and declared keys."""
        ...

    def content(self, table: Table, before: Table) -> str | None:
        """Return the table's fingerprint if its content is what it was at the last scan, else None.

        None also where finding out would cost as much as measuring.
        """
        ...

    def profile(self, table: Table, seconds: float) -> Table:
        """Return the table with its rows counted and its columns measured, or with the problem that prevented it."""
        ...

    def ask(self, sql: str, seconds: float) -> Sequence[tuple[Any, ...]]:
        """Run SQL of Headwater's own, in the standard's words, and return all rows.

        Raises:
            LimitReached: It took too long.
        """
        ...

    def query(self, sql: str, limits: Limits) -> Answer:
        """Run one query of a person's or an agent's.

        Raises:
            QueryRefused: It is not a single reading query, or uses what reaches beyond the source's tables.
            LimitReached: It took too long.
        """
        ...

    def cancel(self) -> None:
        """End whatever other threads have it do."""
        ...

    def close(self) -> None:
        """Let go of the source."""
        ...
