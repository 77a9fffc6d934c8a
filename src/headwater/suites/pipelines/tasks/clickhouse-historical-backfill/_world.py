"""Model a small site: the versions of its records in all exports, its live rows, and the history that follows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
OPEN = 202607
"""The month (yyyymm) that is not closed."""
LOCAL = "%Y-%m-%d %H:%M:%S"


class Row(NamedTuple):
    """A row of an export, in the form that `export` inserts."""

    event: int
    customer: str
    meter: str
    local_time: str
    utc_offset: str
    amount: int
    unit: str
    deleted: int


class Event(NamedTuple):
    """A row of usage.events, without its source."""

    event: int
    customer: int
    meter: str
    at: datetime
    size: int

    @property
    def month(self) -> int:
        """The month of the event, as yyyymm."""
        return self.at.year * 100 + self.at.month

    def __str__(self) -> str:
        return f"(customer {self.customer}, {self.meter}, {self.at:%Y-%m-%d %H:%M:%S}, {self.size} bytes)"


def read(row: Row) -> Event | None:
    """Read a row as docs/history.md says; return None if it is cancelled or cannot be read."""
    offset = re.fullmatch(r"([+-])([0-9]{2}):([0-9]{2})", row.utc_offset)
    if row.deleted or row.unit not in UNITS or offset is None:
        return None
    ahead = timedelta(hours=int(offset[2]), minutes=int(offset[3])) * (-1 if offset[1] == "-" else 1)
    at = datetime.strptime(row.local_time, LOCAL).replace(tzinfo=UTC) - ahead
    return Event(row.event, int(row.customer.removeprefix("C-")), row.meter.lower(), at, row.amount * UNITS[row.unit])


@dataclass
class World:
    """The exports and the live rows of a site.

    Attributes:
        versions: For each record, its rows in all exports, the latest last.
        live: The live row of each event that has one.
        exports: The number of exports.
    """

    versions: dict[int, list[tuple[int, Row]]] = field(default_factory=dict)
    live: dict[int, Event] = field(default_factory=dict)
    exports: int = 0

    def add(self, rows: Iterable[Row]) -> int:
        """Add an export, and return its number."""
        self.exports += 1
        for row in rows:
            self.versions.setdefault(row.event, []).append((self.exports, row))
        return self.exports

    def latest(self, event: int) -> Event | None:
        """Return what the latest version of a record says."""
        return read(self.versions[event][-1][1])

    def history(self) -> dict[int, Event]:
        """Return the events that the history adds to the live ones."""
        events = {event: self.latest(event) for event in self.versions if event not in self.live}
        return {event: each for event, each in events.items() if each is not None}

    def describe(self, event: int) -> str:
        """Describe what the exports and live usage have of an event."""
        versions = [f"export {number}: {', '.join(map(repr, row[1:]))}" for number, row in self.versions.get(event, [])]
        live = [f"live: {self.live[event]}"] if event in self.live else []
        return "; ".join([*versions[-3:], *live]) or "no export and no live row"


def by_month(events: Iterable[Event]) -> dict[int, list[Event]]:
    """Group events by month, sorted."""
    months: dict[int, list[Event]] = {}
    for each in sorted(events):
        months.setdefault(each.month, []).append(each)
    return months
