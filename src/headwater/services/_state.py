"""What Headwater knows of an engine's data: how two states differ, and what a state tells its reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

_SLACK_SEC = 2.0
_CLOCKS = (1, 1_000, 1_000_000, 1_000_000_000)
"""Ticks a second in which programs count the epoch."""

Window = tuple[float, float]
"""Seconds since the epoch between which the later of two states was made."""


class Stored(NamedTuple):
    """Something that an engine stores, as a client reads it, and where."""

    where: str
    data: bytes


class EngineState(Protocol):
    """An engine's data, asked by its own client."""

    def changes(self, before: Any, after: Any, window: Window | None) -> Iterator[str]:
        """Yield one line for each thing that differs between the data behind two clients.

        With a window, values that hold the time of the run, such as a load timestamp, are no difference.
        """
        ...

    def settle(self, client: Any) -> None:
        """Bring a seeded state to rest before it is kept."""
        ...

    def stored(self, client: Any, anchors: Sequence[str], shortest: int) -> Iterator[Stored]:
        """Yield what a client can read that the files keep compressed or as a tree.

        Args:
            client: Of an engine on a starting state.
            anchors: Words one of which is in whatever is searched for; much data may be narrowed down by them.
            shortest: Letters of the shortest text that is searched for.
        """
        ...


@dataclass(frozen=True)
class Content:
    """Rows of a table, and a hash of them that does not depend on their order."""

    rows: int
    digest: str


class Tables(Protocol):
    """The tables of an engine that has tables."""

    def names(self) -> list[str]:
        """Return the tables."""
        ...

    def columns(self, table: str) -> Mapping[str, str]:
        """Return names and types, in order."""
        ...

    def content(self, table: str, columns: Sequence[str]) -> Content:
        """Count and hash the rows, of these columns alone."""
        ...

    def is_run_time(self, table: str, column: str, window: Window) -> bool:
        """Whether a column holds the time of the run."""
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
    """Whether a number is an epoch of the window, in one of the units that programs count in."""
    if not isinstance(value, int | float) and not hasattr(value, "__float__"):
        return False
    number = float(value)
    first, last = window[0] - _SLACK_SEC, window[1] + _SLACK_SEC
    return any(first * clock <= number <= last * clock for clock in _CLOCKS)
