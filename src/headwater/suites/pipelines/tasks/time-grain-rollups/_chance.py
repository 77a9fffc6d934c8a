"""Generate readings at random in a small world of a few counters, where corrections, copies and late rows collide."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from _rollups import Key

from headwater.grading import State

ZONES = {
    101: "America/Havana",
    102: "America/St_Johns",
    103: "Australia/Adelaide",
    104: "Asia/Kathmandu",
    105: "Pacific/Kiritimati",
    106: "Etc/GMT+12",
    107: "Europe/Lisbon",
    4294967295: "Africa/Cairo",
}
"""New counters. Some clocks are put back at midnight or at 01:00; others are 5:45 or 14 hours from UTC."""

_PUT_BACK = {
    101: datetime(2025, 11, 2, 5, 0, tzinfo=UTC),
    102: datetime(2025, 11, 2, 4, 30, tzinfo=UTC),
    103: datetime(2026, 4, 4, 16, 30, tzinfo=UTC),
    107: datetime(2025, 10, 26, 1, 0, tzinfo=UTC),
    4294967295: datetime(2025, 10, 30, 21, 0, tzinfo=UTC),
}
_MONTHS = (datetime(2025, 11, 1), datetime(2026, 1, 1), datetime(2026, 4, 1))  # noqa: DTZ001 - their zones follow
_START_MS = int(datetime(2026, 4, 20, 9, tzinfo=UTC).timestamp() * 1000)
_SKEW_MS = 600_000
_STEPS_MS = (0, 1, 60_000, 600_000, 3 * 3_600_000, 5 * 86_400_000)
_BIKES = (0, 0, 1, 2, 2, 7, 300, 65535)
_TEMPERATURES = (-40.0, -0.5, 0.0, 21.25, 38.5)
_REVISIONS = (*range(12), 65534, 65535)


Readings = dict[tuple[int, datetime], tuple[int, float | None]]
"""Bikes and temperature by counter and quarter."""


class Row(NamedTuple):
    """A row of counts.readings; `received_ms` is its `received_at`."""

    counter: int
    at: datetime
    revision: int
    bikes: int | None
    temperature: float | None
    received_ms: int

    @property
    def sql(self) -> str:
        """The row as values of an INSERT statement."""
        values = ["null" if value is None else str(value) for value in (self.bikes, self.temperature)]
        received = f"{self.received_ms // 1000}.{self.received_ms % 1000:03}"
        return f"({self.counter}, {int(self.at.timestamp())}, {self.revision}, {', '.join(values)}, {received})"

    def __str__(self) -> str:
        received = datetime.fromtimestamp(self.received_ms / 1000, UTC)
        return (
            f"at {self.at:%Y-%m-%d %H:%M} UTC, revision {self.revision}, bikes {self.bikes}, "
            f"temperature {self.temperature}, received {received:%Y-%m-%d %H:%M:%S.%f}"
        )


def _quarters(counter: int) -> list[datetime]:
    """Return quarters around the beginnings of local months, and of the hours that the clocks repeat."""
    zone = ZoneInfo(ZONES[counter])
    moments = [month.replace(tzinfo=zone).astimezone(UTC) for month in _MONTHS]
    if counter in _PUT_BACK:
        moments += [_PUT_BACK[counter], _PUT_BACK[counter] - timedelta(hours=1)]
    return sorted({moment + timedelta(minutes=15 * step) for moment in moments for step in range(-1, 3)})


@dataclass
class Gateways:
    """The gateways of some counters: they write rows of every kind that the documents allow.

    Attributes:
        sent: All rows so far, in the order of their arrival.
    """

    random: Random
    counters: tuple[int, ...]
    sent: list[Row] = field(default_factory=list)
    _newest_ms: int = _START_MS
    _latest: dict[tuple[int, datetime], list[Row]] = field(default_factory=lambda: defaultdict(list))

    def rows(self, number: int) -> list[Row]:
        """Return the next rows, some of which can be late, copies, corrections or withdrawals."""
        self._newest_ms += self.random.choice(_STEPS_MS)
        rows = []
        for _ in range(number):
            counter = self.random.choice(self.counters)
            at = self.random.choice(_quarters(counter))
            rows.append(self._row(counter, at, withdrawn=self.random.random() < 0.3))
        if self.random.random() < 0.4:
            rows += self._withdrawn_night(self.random.choice(self.counters))
        self.random.shuffle(rows)
        self.sent += rows
        return rows

    def _withdrawn_night(self, counter: int) -> list[Row]:
        """Return withdrawals of all readings near one moment, so that hours, days and months vanish."""
        near = self.random.choice(_quarters(counter))
        found = [at for number, at in self._latest if number == counter and abs(at - near) < timedelta(hours=2)]
        return [self._row(counter, at, withdrawn=True, highest=True) for at in found]

    def _row(self, counter: int, at: datetime, *, withdrawn: bool, highest: bool = False) -> Row:
        known = self._latest[counter, at]
        recent = [row for row in known if row.received_ms >= self._newest_ms - _SKEW_MS]
        if recent and not highest and self.random.random() < 0.2:
            return self.random.choice(recent)
        top = max((row.revision for row in known), default=-1)
        free = [each for each in _REVISIONS if all(row.revision != each for row in known)]
        if highest:
            free = [each for each in free if each > top] or free
        if not free:
            return known[-1]
        bikes = None if withdrawn else self.random.choice(_BIKES)
        temperature = None if self.random.random() < 0.35 else self.random.choice(_TEMPERATURES)
        row = Row(counter, at, self._revision(free), bikes, temperature, self._received_ms())
        known.append(row)
        return row

    def _revision(self, free: list[int]) -> int:
        # The highest possible revisions end the history of a reading, so they are rare.
        ordinary = [each for each in free if each < 100]
        return self.random.choice(ordinary if ordinary and self.random.random() < 0.97 else free)

    def _received_ms(self) -> int:
        lag = self.random.choice((0, 0, _SKEW_MS, self.random.randrange(_SKEW_MS)))
        return self._newest_ms - lag

    def readings(self) -> Readings:
        """Return the readings that count."""
        best: dict[tuple[int, datetime], Row] = {}
        for row in self.sent:
            if row.revision >= best.get((row.counter, row.at), row).revision:
                best[row.counter, row.at] = row
        return {key: (row.bikes, row.temperature) for key, row in best.items() if row.bikes is not None}

    def history(self, grain: str, key: Key) -> list[str]:
        """Return the last rows of a period, in the order of their arrival."""
        return [str(row) for row in self.sent if row.counter == key[0] and period_of(row, grain) == key[1]][-12:]


def month_of(counter: int, at: datetime) -> date:
    """Return the first day of the local month."""
    return at.astimezone(ZoneInfo(ZONES[counter])).date().replace(day=1)


def period_of(row: Row, grain: str) -> datetime | date:
    """Return the local period of a row: the moment at which the hour begins, the day, or the month's first day."""
    local = row.at.astimezone(ZoneInfo(ZONES[row.counter]))
    if grain == "hourly":
        return row.at - timedelta(minutes=local.minute)
    return local.date() if grain == "daily" else month_of(row.counter, row.at)


def add_counters(state: State, counters: tuple[int, ...]) -> None:
    """Add counters to counts.counters."""
    values = ", ".join(f"({counter}, 'City {counter}', '{ZONES[counter]}')" for counter in counters)
    state.clickhouse.execute(f"insert into counts.counters values {values}")


def send(state: State, rows: list[Row]) -> None:
    """Insert rows into counts.readings, as the gateways do."""
    if rows:
        state.clickhouse.execute(f"insert into counts.readings values {', '.join(row.sql for row in rows)}")
