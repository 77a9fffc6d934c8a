"""Draw impressions, verdicts, purges and figures of the loader from the domains that the documents state."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from random import Random

from headwater.grading import State

ACCOUNTS = """
    insert into ads.accounts values
        (21, 'Manzana', 'America/Havana'), (22, 'Nile Looms', 'Africa/Cairo'), (23, 'Osprey', 'Australia/Lord_Howe'),
        (24, 'Pemba', 'Asia/Kathmandu'), (25, 'Quilla', 'America/Santiago'), (26, 'Reef', 'Pacific/Kiritimati');
    insert into ads.campaigns
    select 180 + n, n, 'Campaign ' || n, (array['display', 'video', 'large_display'])[1 + n % 3]
    from generate_series(21, 26) n
"""
"""Accounts whose days begin at an odd time, or have 23, 23½, 24½ or 25 hours."""
_DAYS = """
    select campaign_id, day::date, day::date::timestamp at time zone time_zone
    from ads.campaigns join ads.accounts using (account_id),
         generate_series(date '2025-03-06', date '2025-04-27', interval '1 day') day
    where campaign_id in (100, 101, 102, 103, 105) or campaign_id > 200
    order by 1, 2
"""
_SOME = (
    "select impression_id, served_at from ads.impressions where served_at > %s and impression_id %% 37 = 0 order by 1"
)
_INSTANT = timedelta(microseconds=1)
_AROUND = (-_INSTANT, timedelta(), _INSTANT, timedelta(hours=-1), timedelta(hours=1), timedelta(hours=11, minutes=59))
_PIXELS = (None, 0, 29, 30, 49, 50, 100)
_MILLISECONDS = (None, 0, 999, 1000, 1999, 2000, 5000)
_COSTS = (0, 1, 300, 5999, 9_007_199_254_740_993)
_AFTERWARDS = (
    timedelta(hours=-1),
    timedelta(minutes=40),
    timedelta(hours=300),
    timedelta(hours=720) - _INSTANT,
    timedelta(hours=720),
    timedelta(hours=720) + _INSTANT,
    timedelta(hours=1000),
)


@dataclass(frozen=True)
class Day:
    """A day of a campaign, and the instant at which it begins."""

    campaign: int
    day: date
    begins: datetime


class Chance:
    """Draws what happens in the ad server's database. The same seed draws the same."""

    def __init__(self, state: State, seed: int, since: datetime) -> None:
        self._random, self._stops = Random(seed), Random(seed + 1)  # what happens does not depend on when runs stop
        state.postgres.execute(ACCOUNTS)
        self._days = [Day(*row) for row in state.postgres.query(_DAYS)]
        self._impressions = [(int(row[0]), row[1]) for row in state.postgres.query(_SOME, [since])]
        self._next_impression, self._next_verdict = 9_200_000, 5_000_000
        self._open: list[str] = []
        self.since = since

    def _near(self, since: datetime, days: int) -> Day:
        """Draw a day that begins at most so many days after an instant, or one before it."""
        near = [day for day in self._days if -1 <= (day.begins - since).days < days]
        return self._random.choice(near)

    def impressions(self) -> str:
        """Return a statement that inserts some impressions, most at the turn of a day or at a threshold."""
        choice, values = self._random.choice, []
        for _ in range(self._random.randrange(8, 20)):
            day = self._near(self.since, choice((2, 4, 50)))
            at = day.begins + choice(_AROUND)
            self._next_impression += 1
            self._impressions.append((self._next_impression, at))
            cost = choice(_COSTS if self._random.randrange(8) == 0 else _COSTS[:-1])
            pixels, milliseconds = (
                "null" if each is None else each for each in (choice(_PIXELS), choice(_MILLISECONDS))
            )
            values.append(
                f"({self._next_impression}, {day.campaign}, '{at.isoformat()}', {pixels}, {milliseconds}, {cost})"
            )
        return f"insert into ads.impressions values {', '.join(values)}"

    def verdicts(self) -> str:
        """Return a statement that inserts some verdicts.

        Several are on the same few impressions, many at the same time. Some get their number now, and come with the
        next statement, as from a transaction that was open meanwhile.
        """
        late, self._open = self._open, []
        values = list(late)
        for impression, at in self._random.sample(self._impressions, 6) + self._impressions[-14:]:
            for _ in range(self._random.randrange(4)):
                self._next_verdict += 1
                verdict = self._random.choice(("invalid", "cleared"))
                reported = at + self._random.choice(_AFTERWARDS)
                value = f"({self._next_verdict}, {impression}, '{verdict}', 'veracious', '{reported.isoformat()}')"
                (self._open if self._random.randrange(5) == 0 else values).append(value)
        return f"insert into ads.traffic_verdicts values {', '.join(values)}"

    def purge(self) -> str:
        """Return statements that move the beginning of what is complete forward, and delete a part of the rest."""
        begins = min(day.begins for day in self._days if day.begins > self.since + timedelta(hours=9))
        self.since = begins + self._random.choice((-_INSTANT, timedelta(), timedelta(), _INSTANT))
        since = self.since.isoformat()
        return f"""
            update ads.retention set complete_since = '{since}' where table_name = 'ads.impressions';
            delete from ads.impressions where served_at < '{since}' and impression_id % 3 <> {self._random.randrange(3)}
        """

    def loaded(self) -> list[tuple[int, date, Decimal]]:
        """Draw figures of the loader's metric, of campaigns and days that also have other figures."""
        days = self._random.sample(self._days, 4)
        return [(day.campaign, day.day, Decimal(self._random.randrange(2000))) for day in days]

    def point(self, requests: int) -> int:
        """Draw the number of requests after which a run is killed or paused; the last ones are frequent."""
        if self._stops.randrange(2):
            return max(1, requests - 1 - self._stops.randrange(4))
        return self._stops.randrange(1, max(2, requests))
