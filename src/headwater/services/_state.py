"""Defines how an engine's data is compared and searched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

_SLACK_SEC = 2.0
_CLOCKS = (1, 1_000, 1_000_000, 1_000_000_000)
"""The units of epoch times, as ticks per second."""

Window = tuple[float, float]
"""The time span in which the later of two states was produced, in seconds since the epoch."""


class Stored(NamedTuple):
    """Content that an engine stores, as clients read it, and its location."""

    where: str
    data: bytes


class EngineState(Protocol):
    """Reads an engine's data through the engine's own client."""

    def changes(self, before: Any, after: Any, window: Window | None) -> Iterator[str]:
        """Yield one line for each difference between the data of two clients.

        With a window, values that hold the time of the run, such as load timestamps, do not count as differences.
        """
        ...

    def settle(self, client: Any) -> None:
        """Finish pending work in a seeded state before the state is stored."""
        ...

    def stored(self, client: Any, anchors: Sequence[str], shortest: int) -> Iterator[Stored]:
        """Yield content that clients can read but that the engine's files store compressed or as a tree.

        Args:
            client: The client of an engine on a starting state.
            anchors: Words, at least one of which occurs in every searched text. Engines may use them to narrow down
                large data.
            shortest: The minimum length of a searched text, in characters.
        """
        ...


@dataclass(frozen=True)
class Content:
    """The number of rows in a table, and a hash of the rows that does not depend on their order."""

    rows: int
    digest: str


class Tables(Protocol):
    """Reads the tables of an engine that has tables."""

    def names(self) -> list[str]:
        """Return the names of the tables."""
        ...

    def columns(self, table: str) -> Mapping[str, str]:
        """Return the names and types of the columns, in order."""
        ...

    def content(self, table: str, columns: Sequence[str]) -> Content:
        """Count and hash the rows, using only the given columns."""
        ...

    def is_run_time(self, table: str, column: str, window: Window) -> bool:
        """Return whether a column contains the time of the run that produced the later state."""
        ...


def table_changes(before: Tables, after: Tables, window: Window | None) -> Iterator[str]:
    """Yield one line for each difference between the tables in two states."""
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
        before_content, after_content = before.content(name, compared), after.content(name, compared)
        if before_content.rows != after_content.rows:
            yield f"{name} had {before_content.rows} rows and has {after_content.rows}"
        elif before_content.digest != after_content.digest:
            yield f"{name} has the same number of rows with other values"


def in_window(value: object, window: Window) -> bool:
    """Return whether a number is an epoch timestamp within the window, in one of the usual units."""
    if not isinstance(value, int | float) and not hasattr(value, "__float__"):
        return False
    number = float(value)
    first, last = window[0] - _SLACK_SEC, window[1] + _SLACK_SEC
    return any(first * clock <= number <= last * clock for clock in _CLOCKS)
