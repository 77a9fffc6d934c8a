"""Generate random deliveries in a small world, where revisions, voids and resends collide, and derive the figures."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

OFFSETS = {901: -480, 902: 600, 903: 330, 904: 0, 905: 60}
"""New campaigns, by the offset of the accounts to which the CRM adds them."""
UNKNOWN = (906, 4294967295)
"""Campaigns that the CRM does not know, so that their days are those of UTC."""
CAMPAIGNS = (*OFFSETS, *UNKNOWN)

_IDS = (0, 2**64 - 1, *range(77_000_000, 77_000_026))
_DAYS = ("2025-12-31", "2026-02-28", "2026-03-01", "2026-03-28")
_TIMES = ("00:00:00", "07:59:59", "08:00:00", "13:59:59", "14:00:00", "18:29:59", "18:30:00", "22:59:59", "23:59:59")
_REVISIONS = (*range(1, 9), 65535)
_USERS = (0, 5, 5, 11, 4294967295)
_MICROS = (0, 1, 300, 300, 4294967295)


class Row(NamedTuple):
    """A row of raw.events, without its batch."""

    event_id: int
    revision: int
    at: datetime
    kind: str
    campaign: int
    user: int
    micros: int
    void: int

    def __str__(self) -> str:
        if self.void:
            return f"void, revision {self.revision}, of event {self.event_id} at {self.at:%Y-%m-%d %H:%M:%S}"
        return (
            f"{self.kind}, revision {self.revision}, of event {self.event_id} at {self.at:%Y-%m-%d %H:%M:%S}, "
            f"campaign {self.campaign}, user {self.user}, micros {self.micros}"
        )


class Line(NamedTuple):
    """A line of reports.campaign_days; marts.campaign_daily has the same without users."""

    day: date
    campaign: int
    impressions: int
    clicks: int
    micros: int
    users: int


@dataclass
class Collectors:
    """The collectors, which write rows of every kind that the documents allow, and seal their batches in any order.

    Attributes:
        batches: The rows of each batch, in their order.
        sealed: The batches that are sealed, in their order.
        events: What has happened, in its order.
        offsets: The offset of each campaign that the CRM knows.
    """

    random: Random
    first_batch: int
    batches: dict[int, list[Row]] = field(default_factory=dict)
    sealed: list[int] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    offsets: dict[int, int] = field(default_factory=lambda: dict(OFFSETS))
    _rows: dict[int, dict[int, Row]] = field(default_factory=lambda: defaultdict(dict))

    @property
    def open_batches(self) -> list[int]:
        """The batches that are not sealed."""
        return [batch for batch in self.batches if batch not in self.sealed]

    def write(self, number: int) -> dict[int, list[Row]]:
        """Return the next rows by batch. They go into open batches and new ones."""
        for _ in range(self.random.choice((1, 1, 3))):
            self.batches[self._new_batch()] = []
        written: dict[int, list[Row]] = defaultdict(list)
        for _ in range(number):
            batch, row = self.random.choice(self.open_batches), self._row()
            written[batch].append(row)
            self.batches[batch].append(row)
            self.events.append(f"batch {batch}: {row}")
        return written

    def _new_batch(self) -> int:
        free = [number for number in range(self.first_batch, self.first_batch + 400) if number not in self.batches]
        return self.random.choice(free[:6])

    def _row(self) -> Row:
        event_id = self.random.choice(_IDS)
        known = self._rows[event_id]
        free = [revision for revision in _REVISIONS if revision not in known]
        if known and (not free or self.random.random() < 0.25):
            return self.random.choice(list(known.values()))
        # The highest possible revision ends the history of an event, so it is rare.
        revision = self.random.choice(free if self.random.random() < 0.04 else free[:4])
        row = self._version(event_id, revision, is_void=self.random.random() < 0.3)
        known[revision] = row
        return row

    def _version(self, event_id: int, revision: int, *, is_void: bool) -> Row:
        place = _IDS.index(event_id)
        day, time = _DAYS[place % len(_DAYS)], _TIMES[place % len(_TIMES)]
        at = datetime.fromisoformat(f"{day} {time}").replace(tzinfo=UTC)
        if is_void:
            return Row(event_id, revision, at, "", 0, 0, 0, 1)
        kind = self.random.choice(("impression", "impression", "click"))
        campaign = self.random.choice((*CAMPAIGNS, 901, 902, 17))
        return Row(event_id, revision, at, kind, campaign, self.random.choice(_USERS), self.random.choice(_MICROS), 0)

    def seal(self) -> list[int]:
        """Return some of the open batches, at least one, and seal them."""
        complete = [batch for batch in self.open_batches if self.batches[batch]]
        chosen = [batch for batch in complete if self.random.random() < 0.5] or complete[:1]
        self.random.shuffle(chosen)
        self.sealed += chosen
        self.events.append(f"batches {', '.join(map(str, chosen))} are sealed")
        return chosen

    def stored(self) -> set[tuple[Any, ...]]:
        """Return what marts.events should have of these events."""
        newest: dict[int, Row] = {}
        for batch in self.sealed:
            for row in self.batches[batch]:
                if row.event_id not in newest or row.revision > newest[row.event_id].revision:
                    newest[row.event_id] = row
        return {row[:-1] for row in newest.values() if not row.void}

    def lines(self) -> dict[date, set[Line]]:
        """Return the lines of the new campaigns by day."""
        found: dict[tuple[date, int], list[Row]] = defaultdict(list)
        for values in self.stored():
            row = Row._make((*values, 0))
            day = (row.at + timedelta(minutes=self.offsets.get(row.campaign, 0))).date()
            if row.campaign in CAMPAIGNS:
                found[day, row.campaign].append(row)
        lines: dict[date, set[Line]] = defaultdict(set)
        for (day, campaign), rows in found.items():
            impressions = [row for row in rows if row.kind == "impression"]
            users = {row.user for row in impressions}
            micros = sum(row.micros for row in rows)
            lines[day].add(Line(day, campaign, len(impressions), len(rows) - len(impressions), micros, len(users)))
        return lines


def event_ids() -> str:
    """Return the ids of all events as a list in SQL."""
    return ", ".join(map(str, _IDS))
