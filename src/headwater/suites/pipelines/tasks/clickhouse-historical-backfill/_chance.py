"""Draw exports, live usage and damage for a small site from the domains that the documents state."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from _world import LOCAL, OPEN, UNITS, Event, Row, World, read

_FIRST, _LAST = datetime(2025, 1, 1, tzinfo=UTC), datetime(2026, 7, 2, 23, 59, 59, tzinfo=UTC)
_JULY = datetime(2026, 7, 1, tzinfo=UTC)
_NOW = datetime(2026, 7, 31, 12, tzinfo=UTC)
_BOUNDARIES = tuple(
    datetime(year, month, 1, tzinfo=UTC) for year, month in ((2025, 2), (2025, 3), (2025, 11), (2026, 6))
)
_SECONDS = (-40000, -3601, -3600, -1801, -1, 0, 1, 1800, 3599, 3600, 19800, 40000)
_OFFSETS = ("+01:00", "+02:00", "+00:00", "-05:30", "+05:45", "-00:30", "+14:00", "-11:00")
_UNREADABLE_OFFSETS = ("CET", "", "+2:00", "+0200", "02:00", "+02:00 ", "+02:0", "Z")
_UNREADABLE_UNITS = ("TB", "kB", "", "b", "KIB", "GiB ")
_CUSTOMERS = (1, 17, 4_294_967_295)
_METERS = ("storage", "egress", "requests")
_AMOUNTS = (0, 1, 7, 900, 1023, 1024)
_EXACT = (9_007_199_254_740_993, "B")
"""An amount that a floating-point number does not hold exactly."""
_IDS = (0, 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 0xA000000000000000, 0xFF, 0xABCDEF)
_RECORDS, _TWINS, _OF_JULY = 56, 10, 5


def _local(moment: datetime, offset: str) -> str:
    sign = -1 if offset[0] == "-" else 1
    local = moment + sign * timedelta(hours=int(offset[1:3]), minutes=int(offset[4:]))
    return min(max(local, _FIRST), _LAST).strftime(LOCAL)


class Chance:
    """Draws what happens on a small site. The same seed draws the same.

    Records of the open month are in the first export only, because corrections are of closed months. Events that live
    usage has as well are at the turn from June to July, when both meterings ran.
    """

    def __init__(self, seed: int) -> None:
        self._random, self._kills = (
            Random(seed),
            Random(seed + 1),
        )  # what happens does not depend on when runs are killed
        ids = [*_IDS, *(self._random.getrandbits(64) for _ in range(_RECORDS - len(_IDS)))]
        self._random.shuffle(ids)
        self.twins, self.of_july, self.others = ids[:_TWINS], ids[_TWINS : _TWINS + _OF_JULY], ids[_TWINS + _OF_JULY :]
        self._next_live = 1 << 40

    def _one_in(self, number: int) -> bool:
        return self._random.randrange(number) == 0

    def _moment(self, event: int) -> datetime:
        choice = self._random.choice
        if event in self.of_july:
            return _JULY + timedelta(seconds=choice((0, 1, 3600, 86399)))
        if event in self.twins:
            return _JULY + timedelta(seconds=choice((-86400, -3600, -1)))
        # A few are moved into the open month.
        boundary = _JULY if self._one_in(8) else choice(_BOUNDARIES)
        return boundary + timedelta(seconds=choice(_SECONDS))

    def row(self, event: int) -> Row:
        """Draw a version of a record."""
        choice = self._random.choice
        amount, unit = _EXACT if self._one_in(12) else (choice(_AMOUNTS), choice(tuple(UNITS)))
        meter, offset = choice(_METERS), choice(_OFFSETS)
        local, deleted = _local(self._moment(event), offset), int(self._one_in(5))
        if event not in self.of_july and self._one_in(7):
            offset = choice(_UNREADABLE_OFFSETS)
        elif event not in self.of_july and self._one_in(7):
            unit = choice(_UNREADABLE_UNITS)
        return Row(
            event,
            f"C-{choice(_CUSTOMERS):06}",
            choice((meter, meter.upper(), meter.title())),
            local,
            offset,
            amount,
            unit,
            deleted,
        )

    def first_export(self) -> list[Row]:
        """Draw the first export, with all records."""
        return [self.row(event) for event in (*self.twins, *self.of_july, *self.others)]

    def corrections(self, world: World) -> list[Row]:
        """Draw an export with other versions of some records of closed months."""
        return [self._corrected(world, event) for event in self._of_closed_months(world) if self._one_in(3)]

    def correction(self, world: World, part: str) -> list[Row]:
        """Draw an export that corrects a part of one record, so that the events and bytes of its month stay as many."""
        choice = self._random.choice
        history = world.history()
        event = history[choice(sorted(set(self._of_closed_months(world)) & history.keys()))]
        old = world.versions[event.event][-1][1]
        if part == "customer":
            other = choice([customer for customer in _CUSTOMERS if customer != event.customer])
            return [old._replace(customer=f"C-{other:06}")]
        if part == "meter":
            return [old._replace(meter=choice([meter for meter in _METERS if meter != event.meter]))]
        local = datetime.strptime(old.local_time, LOCAL).replace(tzinfo=UTC)
        moved = [old._replace(local_time=(local + timedelta(seconds=n)).strftime(LOCAL)) for n in (1, -1)]
        return [row for row in moved if (new := read(row)) and new.month == event.month][:1]

    def _of_closed_months(self, world: World) -> Iterator[int]:
        for event in (*self.twins, *self.others):
            said = [read(row._replace(deleted=0)) for _, row in world.versions[event]]
            if all(each is None or each.month != OPEN for each in said):
                yield event

    def _corrected(self, world: World, event: int) -> Row:
        """Draw a version in which everything can differ, or only one thing."""
        new, old = self.row(event), world.versions[event][-1][1]
        if self._one_in(2):
            return new
        if self._one_in(3) and read(old):
            return old._replace(deleted=1)
        part = self._random.choice(
            (("customer",), ("meter",), ("amount", "unit"), ("local_time", "utc_offset"), ("deleted",))
        )
        return old._replace(**{name: getattr(new, name) for name in part})

    def spelled_differently(self, world: World) -> list[Row]:
        """Export all records of closed months again; each says what it said, in another spelling."""
        return [self._respelled(world.versions[event][-1][1]) for event in self._of_closed_months(world)]

    def _respelled(self, row: Row) -> Row:
        event = read(row)
        if event is None:
            return row
        offset = self._random.choice(_OFFSETS)
        local = _local(event.at, offset)
        unit = self._random.choice([unit for unit, size in UNITS.items() if event.size % size == 0])
        new = row._replace(
            customer=f"C-{event.customer:09}",
            meter=row.meter.swapcase(),
            amount=event.size // UNITS[unit],
            unit=unit,
            local_time=local,
            utc_offset=offset,
        )
        return new if read(new) == event else row

    def live_twins(self) -> list[Event]:
        """Draw the live rows of the events that both meterings have; their clocks can differ by a second or two."""
        moments = [_JULY + timedelta(seconds=seconds) for seconds in (-86399, -3599, -2, -1, 0, 1)]
        return [self._live(event, self._random.choice(moments)) for event in self.twins]

    def live_usage(self) -> list[Event]:
        """Draw some live events, which are three days late at most."""
        events = []
        for _ in range(self._random.randrange(1, 5)):
            self._next_live += 1
            events.append(self._live(self._next_live, _NOW - timedelta(seconds=self._random.randrange(3 * 86400))))
        return events

    def _live(self, event: int, at: datetime) -> Event:
        choice = self._random.choice
        return Event(event, choice(_CUSTOMERS), choice(_METERS), at, choice(_AMOUNTS))

    def damage(self) -> str:
        """Draw what is wrong on the site before a run; empty if nothing."""
        return self._random.choice(("", "", "first run", "rows twice", "rows lost", "totals lost", "totals invented"))

    def closed_month(self) -> int:
        """Draw a closed month, as yyyymm."""
        return self._random.choice((202501, 202502, 202503, 202510, 202511, 202605, 202606))

    def kill_point(self, requests: int) -> int:
        """Draw the number of requests after which a run is killed; the last ones are frequent."""
        if self._kills.randrange(2):
            return max(1, requests - 1 - self._kills.randrange(4))
        return self._kills.randrange(requests)
