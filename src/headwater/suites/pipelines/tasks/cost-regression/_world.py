"""A copy in which random deliveries of new campaigns arrive, and the comparison with what the documents say."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, date
from random import Random
from typing import Any

from _chance import CAMPAIGNS, OFFSETS, Collectors, Row, event_ids
from _nights import FIRST_BATCH, describe_end, seal, write

from headwater.grading import Completed, QueryError, Result, State, expect

_CHOSEN = f"campaign in ({', '.join(map(str, CAMPAIGNS))})"
_LINES = f"select day, campaign, impressions, clicks, micros from marts.campaign_daily where {_CHOSEN}"
_REPORT = f"select day, campaign, impressions, clicks, micros, users from reports.campaign_days where {_CHOSEN}"
_EVENTS = f"""
    select event_id, revision, at, toString(kind), campaign, user, micros from marts.events final
    where event_id in ({event_ids()})
"""
_ACCOUNT = "(select min(account) from raw.accounts final where utc_offset = {offset})"
_SEALED = ("2026-03-29 02:00:00", "2026-03-29 23:59:59", "2026-03-30 00:40:00", "2026-03-31 12:00:00")

Days = dict[date, list[tuple[Any, ...]]]


class World:
    """A copy whose collectors write at random, in the same way for each solution."""

    def __init__(self, state: State, seed: int) -> None:
        self.state = state
        self.random = Random(seed)
        self.points = Random(seed + 2)  # apart, so that the same rows arrive whatever the number of requests
        self.collectors = Collectors(Random(seed + 1), FIRST_BATCH)
        self._changes = 0
        for campaign, offset in OFFSETS.items():
            self.move(campaign, offset)

    def move(self, campaign: int, offset: int) -> None:
        """Let the CRM add a campaign, or move it, to an account with some offset."""
        self._changes += 1
        self.state.clickhouse.execute(
            "insert into raw.campaigns (campaign, account, name, changed_at) "
            f"select {campaign}, {_ACCOUNT.format(offset=offset)}, 'Campaign {campaign}', "
            f"toDateTime('2026-03-28 08:00:00', 'UTC') + {self._changes}"
        )
        self.collectors.offsets[campaign] = offset
        self.collectors.events.append(f"the CRM has campaign {campaign} in an account with offset {offset}")

    def write(self, number: int) -> None:
        """Let rows become visible in open batches."""
        for batch, rows in self.collectors.write(number).items():
            values = ", ".join(_values(batch, row) for row in rows)
            write(self.state, f"values {values}")

    def seal(self) -> list[int]:
        """Let the collectors seal some batches, and return them."""
        chosen = self.collectors.seal()
        for batch in chosen:
            seal(self.state, batch, self.random.choice(_SEALED))
        return chosen

    def days(self) -> Days:
        """Return the lines that readers find for the new campaigns, by day."""
        days: Days = defaultdict(list)
        for line in sorted(self.state.clickhouse.query(_LINES)):
            days[line[0]].append(line)
        return days

    def right_days(self) -> Days:
        """Return the lines that the new campaigns should have, by day."""
        days: Days = defaultdict(list)
        for day, lines in self.collectors.lines().items():
            days[day] = sorted(line[:-1] for line in lines)
        return days

    def fault(self, when: str, completed: Completed) -> Result | None:
        """Return the failure of a check if a night failed or a figure is wrong after it, or None."""
        if completed.exit_code:
            return expect(False, f"{when}: {describe_end(completed)}")
        report = [line for lines in self.collectors.lines().values() for line in lines]
        parts = (
            ("marts.events FINAL", _EVENTS, sorted(self.collectors.stored())),
            ("marts.campaign_daily", _LINES, sorted(line[:-1] for line in report)),
            ("reports.campaign_days", _REPORT, sorted(tuple(line) for line in report)),
        )
        for name, sql, right in parts:
            try:
                found = sorted(_plain(row) for row in self.state.clickhouse.query(sql))
            except QueryError as error:
                return expect(False, f"{when}: {name}: a query is refused: {error}")
            if found != right:
                return self._fail(f"{when}: {name}", found, right)
        return None

    def torn(self, when: str, before: Days, after: Days) -> Result | None:
        """Return the failure of a check if readers find a day that is neither the old nor the new one, or None."""
        found = self.days()
        for day in sorted({*found, *before, *after}):
            if found[day] not in (before[day], after[day]):
                place = (
                    f"{when}: {day} is not as before the night, {before[day]}, nor as after it; marts.campaign_daily"
                )
                return self._fail(place, found[day], after[day])
        return None

    def _fail(self, place: str, found: list[tuple[Any, ...]], right: list[tuple[Any, ...]]) -> Result:
        wrong = sorted({*found, *right}, key=lambda row: (found.count(row) == right.count(row), row))[0]
        is_event = len(wrong) == 7
        of_event = f"event {wrong[0]} " if is_event else ""
        events = [event for event in self.collectors.events if of_event in event or ": " not in event]
        return expect(
            False,
            f"{place} has {found.count(wrong)} and should have {right.count(wrong)} times {_shown(wrong)}",
            last_events=events[-40:],
            found=[_shown(row) for row in found if row[:1] == wrong[:1]][:20],
            expected=[_shown(row) for row in right if row[:1] == wrong[:1]][:20],
        )


def _values(batch: int, row: Row) -> str:
    moment = int(row.at.timestamp())
    return (
        f"({batch}, {row.event_id}, {row.revision}, {moment}, '{row.kind}', {row.campaign}, {row.user}, "
        f"{row.micros}, {row.void})"
    )


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(value.replace(tzinfo=UTC) if hasattr(value, "hour") else value for value in row)


def _shown(row: tuple[Any, ...]) -> str:
    return ", ".join(str(value) for value in row)
