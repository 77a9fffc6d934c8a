"""A few people whose activity collides: what they do, what the database has to hold, and what it holds."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from _activity import TABLE, call, statement

from headwater.grading import Graded, QueryError, State

FIRST_USER = 90_001
POSTS = (1501, 1502)
OFFSETS = (-13, -12, -12, -11, -1, 0, 0, 1, 1, 2, 3, 4, 4, 5)
_FAR = (
    datetime(1970, 1, 1, tzinfo=UTC),
    datetime(2028, 2, 29, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2106, 2, 7, 6, 28, 15, tzinfo=UTC),
)
# Months in which nobody does anything.
_QUIET = ((2026, 6), (2026, 10))
_LOCKED = ("lock timeout", "deadlock detected")
_AROUND = (timedelta(microseconds=-1), timedelta(0), timedelta(hours=7), timedelta(days=9, hours=5))
_BODIES = ("Schöne Farben 🌅", "", "l'été\n\\N", "x" * 5_000)


def month(day: date, offset: int = 0) -> datetime:
    """Return the beginning of the month that is some months after a day's month, in UTC."""
    number = day.year * 12 + day.month - 1 + offset
    return datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)


def partition_name(at: datetime) -> str:
    """Return the name of the partition for a time's month."""
    return f"activity_{at.year}_{at.month:02}"


@dataclass
class People:
    """The activity, reports and statistics that there have to be.

    Attributes:
        live: The recorded events that exist, by id.
        reports: The activity to which each report refers.
        counted: How often each post and kind was recorded.
        ids: All ids that were ever returned.
        going: Activity from before this time may be gone already, because the job is running.
        waits: Whether a statement may fail because the job is running, so that the app tries it again later.
        log: What happened.
    """

    graded: Graded
    state: State
    chance: Random
    live: dict[int, dict[str, Any]] = field(default_factory=dict)
    reports: dict[int, int | None] = field(default_factory=dict)
    counted: dict[tuple[int, str], int] = field(default_factory=dict)
    ids: set[int] = field(default_factory=set)
    going: datetime = _FAR[0]
    waits: bool = False
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Remember the statistics at the beginning."""
        self._before = self._counts()

    def act(self, day: date, number: int, offsets: Sequence[int] = OFFSETS) -> str:
        """Let people do things, and return what was wrong with an answer; an empty string if nothing was.

        Args:
            day: The day on which they do it.
            number: How many things they do.
            offsets: Their months, as distances from that of the day.
        """
        for _ in range(number):
            dice = self.chance.random()
            if dice < 0.55 or not self._staying():
                fault = self._record(day, offsets)
            elif dice < 0.7:
                fault = self._repeat()
            elif dice < 0.87:
                fault = self._report()
            else:
                fault = self._delete()
            if fault:
                return fault
        return ""

    def give_up_early(self) -> None:
        """Let statements that wait for a lock fail soon; the app tries them again later."""
        self.state.postgres.app.query("select set_config('lock_timeout', '300ms', false)")

    def _time(self, day: date, offsets: Sequence[int]) -> datetime:
        if self.chance.random() < 0.1:
            return self.chance.choice(_FAR)
        while True:
            at = month(day, self.chance.choice(offsets)) + self.chance.choice(_AROUND)
            if (at.year, at.month) not in _QUIET:
                return at

    def _record(self, day: date, offsets: Sequence[int]) -> str:
        kind = self.chance.choice(("view", "like", "comment", "share"))
        new: dict[str, Any] = {
            "client_key": uuid.UUID(int=self.chance.getrandbits(128)),
            "occurred_at": self._time(day, offsets),
            "user_id": FIRST_USER + self.chance.randrange(3),
            "post_id": self.chance.choice(POSTS),
            "kind": kind,
            "body": self.chance.choice(_BODIES) if kind == "comment" else None,
        }
        text = f"{kind} at {new['occurred_at']}"
        try:
            rows = call(self.state, statement(self.graded, "record"), new)
        except QueryError as error:
            return "" if self.waits and _is_locked(error) else f"{text} was refused: {str(error)[:200]}"
        if len(rows) != 1 or rows[0][0] is None or rows[0][0] in self.ids:
            return f"{text} was answered with {rows}, which is no new id"
        activity = rows[0][0]
        self.ids.add(activity)
        self.live[activity] = new
        key = new["post_id"], kind
        self.counted[key] = self.counted.get(key, 0) + 1
        self.log.append(f"{text} was recorded as {activity}")
        return ""

    def _staying(self) -> list[int]:
        return sorted(activity for activity, event in self.live.items() if event["occurred_at"] >= self.going)

    def _repeat(self) -> str:
        activity = self.chance.choice(self._staying())
        self.log.append(f"{activity} was sent again")
        try:
            rows = call(self.state, statement(self.graded, "record"), self.live[activity])
        except QueryError as error:
            return (
                ""
                if self.waits and _is_locked(error)
                else f"a repetition of {activity} was refused: {str(error)[:200]}"
            )
        if [row for row in rows if row[0] is not None]:
            return f"a repetition of {activity}, at {self.live[activity]['occurred_at']}, was recorded as {rows[0][0]}"
        return ""

    def _report(self) -> str:
        activity = self.chance.choice(sorted(self.ids))
        params = {"activity_id": activity, "reporter_id": 7, "reason": "spam"}
        try:
            rows = call(self.state, statement(self.graded, "report"), params)
        except QueryError as error:
            if self.waits and _is_locked(error):
                return ""
            rows = []
        is_accepted = bool(rows) and rows[0][0] is not None
        self.log.append(f"{activity} was reported, and the report {'accepted' if is_accepted else 'refused'}")
        is_going = activity in self.live and (self.waits or self.live[activity]["occurred_at"] < self.going)
        if is_accepted != (activity in self.live) and not is_going:
            there = "exists" if activity in self.live else "does not exist"
            return f"a report of {activity}, which {there}, was {'accepted' if is_accepted else 'refused'}"
        if is_accepted:
            self.reports[rows[0][0]] = activity
        return ""

    def _delete(self) -> str:
        activity = self.chance.choice(self._staying())
        params = {"activity_id": activity, "user_id": self.live[activity]["user_id"]}
        try:
            rows = call(self.state, statement(self.graded, "delete"), params)
        except QueryError as error:
            return "" if self.waits and _is_locked(error) else f"{activity} could not be deleted: {str(error)[:200]}"
        self.log.append(f"{activity} was deleted")
        self._forget([activity])
        return "" if rows == [(activity,)] else f"deleting {activity} returned {rows}"

    def forget_before(self, oldest: datetime) -> None:
        """Expect that activity from before a time is gone."""
        self._forget([activity for activity, event in self.live.items() if event["occurred_at"] < oldest])

    def _forget(self, activities: Iterable[int]) -> None:
        for activity in activities:
            del self.live[activity]
        self.reports = {number: each if each in self.live else None for number, each in self.reports.items()}

    def fault(self) -> str:
        """Describe the smallest difference between what there has to be and what there is."""
        try:
            return self._rows() or self._reported() or self._statistics()
        except QueryError as error:
            return f"a query failed: {str(error)[:200]}"

    def _rows(self) -> str:
        names = ("client_key", "occurred_at", "user_id", "post_id", "kind", "body")
        sql = f"select activity_id, {', '.join(names)} from {TABLE} where user_id >= {FIRST_USER} order by 1"
        rows = self.state.postgres.query(sql)
        found = {row[0]: dict(zip(names, row[1:], strict=True)) for row in rows}
        if len(found) < len(rows):
            return f"{len(rows) - len(found)} ids occur twice"
        for activity in sorted(found.keys() | self.live.keys()):
            there, wanted = found.get(activity), self.live.get(activity)
            if there != wanted:
                return f"activity {activity} is {_short(there)} instead of {_short(wanted)}"
        return ""

    def _reported(self) -> str:
        if not self.reports:
            return ""
        sql = statement(self.graded, "moderation")
        rows = call(self.state, sql, {"first": min(self.reports), "last": max(self.reports)})
        wanted = [(number, activity, *self._shown(activity)) for number, activity in sorted(self.reports.items())]
        shown = [(row[0], row[1], row[4], row[5]) for row in rows if row[0] in self.reports]
        for there, right in zip(shown, wanted, strict=False):
            if there != right:
                return f"the moderators see the report {_short(there)} instead of {_short(right)}"
        return "" if len(shown) == len(wanted) else f"the moderators see {len(shown)} of {len(wanted)} reports"

    def _shown(self, activity: int | None) -> tuple[str | None, str | None]:
        event = self.live[activity] if activity is not None else {"kind": None, "body": None}
        return event["kind"], event["body"]

    def _counts(self) -> dict[tuple[int, str], int]:
        sql = f"select post_id, kind, events from social.post_stats where post_id in {POSTS}"
        return {(post, kind): events for post, kind, events in self.state.postgres.query(sql)}

    def _statistics(self) -> str:
        found = self._counts()
        for key in sorted(found.keys() | self.counted.keys()):
            grown = found.get(key, 0) - self._before.get(key, 0)
            if grown != self.counted.get(key, 0):
                return (
                    f"post {key[0]} has {grown} more events of the kind {key[1]} instead of {self.counted.get(key, 0)}"
                )
        return ""


def _is_locked(error: QueryError) -> bool:
    return any(text in str(error) for text in _LOCKED)


def _short(value: object) -> str:
    if isinstance(value, dict):
        value = f"{value['kind']} by {value['user_id']} at {value['occurred_at']}"
    return "missing" if value is None else str(value)[:160]
