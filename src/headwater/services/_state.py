"""Defines how the data of an engine is compared and searched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

_SLACK_SEC = 2.0
_CLOCKS = (1, 1_000, 1_000_000, 1_000_000_000)
"""The units in which programs count the epoch, as ticks per second."""

Window = tuple[float, float]
"""The time span in which the later of two states was made, in seconds since the epoch."""


class Stored(NamedTuple):
    """Content that an engine stores, as a client reads it, with its place."""

    where: str
    data: bytes


class EngineState(Protocol):
    """Reads an engine's data through the engine's own client."""

    def changes(self, before: Any, after: Any, window: Window | None) -> Iterator[str]:
        """Yield one line for each thing that differs between the data behind two clients.

        With a window, values that hold the time of the run, such as a load timestamp, do not count as differences.
        """
        ...

    def settle(self, client: Any) -> None:
        """Bring a seeded state to rest before it is stored."""
        ...

    def stored(self, client: Any, anchors: Sequence[str], shortest: int) -> Iterator[Stored]:
        """Yield content that clients can read but the files store compressed or as a tree.

        Args:
            client: The client of an engine on a starting state.
            anchors: Words of which every searched text has one; an engine may use them to narrow down much data.
            shortest: The length of the shortest searched text, in characters.
        """
        ...


@dataclass(frozen=True)
class Content:
    """The rows of a table, and a hash of them that does not depend on their order."""

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
        """Count and hash the rows, using only these columns."""
        ...

    def is_run_time(self, table: str, column: str, window: Window) -> bool:
        """Return whether a column holds the time of the run."""
        ...


def table_changes(before: Tables, after: Tables, window: Window | None) -> Iterator[str]:
    """Yield one line for each table that differs."""
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


def in_window(value: object, window: Window) -> bool:
    """Return whether a number is an epoch within the window, in one of the usual units."""
    if not isinstance(value, int | float) and not hasattr(value, "__float__"):
        return False
    number = float(value)
    first, last = window[0] - _SLACK_SEC, window[1] + _SLACK_SEC
    return any(first * clock <= number <= last * clock for clock in _CLOCKS)
