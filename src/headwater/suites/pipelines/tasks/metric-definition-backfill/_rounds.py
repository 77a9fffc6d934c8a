"""Run the job in many rounds of late impressions and verdicts, purges, loads and kills, and compare with the model."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache

from _chance import Chance
from _figures import COLUMNS, TABLE, Key, Row, Values, computed, now, rows

from headwater.grading import Completed, Graded, State

_SINCE = datetime(2025, 3, 9, 12, tzinfo=UTC)
_ACTIONS = ("run", "kill", "two", "kill and purge", "kill twice", "two", "kill and purge")
_PURGES = 5
_MOST = 20
"""How many faults of a kind are described; each description asks both databases."""
_FIRST_PURGE = f"""
    update ads.retention set complete_since = '{_SINCE}' where table_name = 'ads.impressions';
    delete from ads.impressions where served_at < '{_SINCE}' and impression_id % 4 <> 0
"""
_LOADED = f"""
    select toInt64(campaign_id), toDate(day), toDecimal128(value, 6), count() from {TABLE}
    where metric = 'impressions' group by all
"""
_OBJECTS = "select name from system.tables where database = 'analytics' order by name"
_EVIDENCE = """
    select i.impression_id, i.served_at, i.pixels_pct, i.visible_ms, i.cost_micros,
           (select string_agg(v.verdict || ' at ' || v.reported_at || ' (' || v.verdict_id || ')', ', '
                              order by v.reported_at, v.verdict_id)
            from ads.traffic_verdicts v where v.impression_id = i.impression_id)
    from ads.impressions i join ads.campaigns using (campaign_id) join ads.accounts using (account_id)
    where campaign_id = %s and (served_at at time zone time_zone)::date = %s order by i.impression_id desc limit 5
"""

Figures = dict[Key, list[Row]]


@dataclass
class Rounds:
    """What was wrong in the rounds: a sentence for each fault.

    Attributes:
        figures: Complete runs after which figures are wrong, missing, there twice, or changed though they are purged.
        stopped: Runs, most of them killed or two at once, that left a figure that is neither the old nor the new one,
            or figures of the loader that are lost or there twice.
        purged: Runs during which impressions were purged, and which left figures that are neither.
        reports: Runs that changed `computed_at` of a figure that stayed, or reported another number of changes.
        log: What happened, in order.
    """

    figures: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    purged: list[str] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)


class _Site:
    """A copy with few impressions, and what was known of it before the last run."""

    def __init__(self, state: State, found: Rounds) -> None:
        self.state, self.found, self.requests = state, found, 12
        state.postgres.execute(_FIRST_PURGE)
        self.chance = Chance(state, 20250401, _SINCE)
        self.loaded = self._loader()
        self.objects = state.clickhouse.query(_OBJECTS)

    def round(self, action: str) -> None:
        """Let something happen, run the job in some way, and compare."""
        self._news()
        old, news = rows(self.state), computed(self.state)
        here = f"after round {len(self.found.log)} ({action})"
        self.found.log.append(action)
        for _ in range({"kill": 1, "kill and purge": 1, "kill twice": 2}.get(action, 0)):
            after = self.chance.point(self.requests)
            self.state.run_killed(after=after)
            self._compare_stopped(f"{here} and a run that was killed after {after} requests", old, news)
        if action == "two":
            after = self.chance.point(self.requests)
            self.state.run_paused(after=after, meanwhile=self.state.run)
            self._compare_stopped(f"{here} and two runs, one of which paused after {after} requests", old, news)
        if action == "kill and purge":
            self.state.postgres.execute(self.chance.purge())
        self._run(here)

    def purge_meanwhile(self, part: int) -> None:
        """Let impressions be purged while a run pauses; what it leaves is what was, or what was right before."""
        self._news()
        old, news = rows(self.state), computed(self.state)
        after = max(1, self.requests * part // (_PURGES + 1))
        completed, _ = self.state.run_paused(
            after=after, meanwhile=lambda: self.state.postgres.execute(self.chance.purge())
        )
        here = f"after a purge during a run that had sent {after} requests"
        self.found.log.append(here)
        self._compare(here, completed, old, news, self.found.purged)

    def _news(self) -> None:
        self.state.postgres.execute(self.chance.impressions())
        self.state.postgres.execute(self.chance.verdicts())
        loaded = self.chance.loaded()
        inserted = [["impressions", campaign, day, value, 1, now()] for campaign, day, value in loaded]
        self.state.clickhouse.insert(TABLE, inserted, COLUMNS)
        self.loaded += Counter(loaded)

    def _run(self, here: str) -> None:
        """Run the job to its end, and compare all that it leaves."""
        old, expected, started = rows(self.state), computed(self.state), now()
        whole = self.state.run_killed(after=None)
        self.requests = whole.requests
        self._compare(here, whole.completed, old, expected, self.found.figures)
        found = rows(self.state)
        changed = {key for key in old.keys() | found.keys() if old.get(key) != found.get(key)}
        for key in sorted(changed):
            self._compare_time(here, key, old.get(key, []), found.get(key, []), started)
        last_line = (whole.completed.stdout.strip().splitlines() or [""])[-1].strip()
        if last_line != f"changed={len(changed)}":
            self.found.reports.append(f"{here}, {len(changed)} figures changed, and the last line was {last_line!r}")
        if self.state.clickhouse.query(_OBJECTS) != self.objects:
            self.found.figures.append(f"{here}, other tables are in analytics than before")

    def _compare_time(self, here: str, key: Key, old: list[Row], new: list[Row], started: datetime) -> None:
        written = [row for row in new if row not in old]
        if {(row.value, row.definition) for row in written} & {(row.value, row.definition) for row in old}:
            self.found.reports.append(f"{here}, {_name(key)} has a new computed_at, and its value stayed")
        elif any(row.computed_at.replace(tzinfo=None) < started for row in written):
            self.found.reports.append(f"{here}, {_name(key)} has another value, and its computed_at stayed")

    def _compare(self, here: str, completed: Completed, old: Figures, expected: Values, faults: list[str]) -> None:
        """Compare figures that can be computed with the model, and the others with what they were."""
        if completed.exit_code:
            faults.append(f"{here}, the run exited with {completed.exit_code}: {completed.last_line}")
        found = rows(self.state)
        now_expected = computed(self.state)
        for key in sorted(found.keys() | old.keys() | expected.keys()):
            if key in now_expected:
                right = [(now_expected[key], 2)]
                is_right = [(row.value, row.definition) for row in found.get(key, [])] == right
            else:
                right = [(row.value, row.definition) for row in old.get(key, [])]
                is_right = found.get(key) == old.get(key) or self._is_new(found.get(key, []), expected.get(key))
            if not is_right and len(faults) < _MOST:
                faults.append(f"{here}, {self._describe(key, found, right)}")
        self._compare_loader(here)

    def _compare_stopped(self, here: str, old: Figures, news: Values) -> None:
        """Report each figure that is neither what it was nor what is right, or is there twice."""
        found = rows(self.state)
        for key in sorted(found.keys() | old.keys()):
            stays = found.get(key) == old.get(key) or self._is_new(found.get(key, []), news.get(key))
            if not stays and len(self.found.stopped) < _MOST:
                right = [(row.value, row.definition) for row in old.get(key, [])]
                self.found.stopped.append(f"{here}, {self._describe(key, found, right)} or {news.get(key)}")
        self._compare_loader(here)

    @staticmethod
    def _is_new(found: list[Row], value: object) -> bool:
        return [(row.value, row.definition) for row in found] == [(value, 2)]

    def _loader(self) -> Counter[tuple[int, date, object]]:
        return Counter({tuple(row[:3]): int(row[3]) for row in self.state.clickhouse.query(_LOADED)})

    def _compare_loader(self, here: str) -> None:
        found = self._loader()
        for key in sorted((found - self.loaded) + (self.loaded - found), key=str)[:1]:
            self.found.stopped.append(
                f"{here}, the loader's figure {key[2]} of {key[0]} on {key[1]} is there {found[key]} times and not "
                f"{self.loaded[key]}"
            )

    def _describe(self, key: Key, found: Figures, right: object) -> str:
        """Describe a wrong figure with the newest impressions of its day."""
        values = [(str(row.value), row.definition) for row in found.get(key, [])]
        impressions = "; ".join(
            f"{served}, {pixels} %, {ms} ms, {cost} micros, verdicts: {verdicts or 'none'}"
            for _, served, pixels, ms, cost, verdicts in self.state.postgres.query(_EVIDENCE, [key[1], key[2]])
        )
        since = self.state.postgres.scalar("select complete_since from ads.retention")
        wanted = [(str(value), definition) for value, definition in right]  # type: ignore[attr-defined]
        return (
            f"{_name(key)} is {values or 'missing'} and not {wanted or 'missing'} "
            f"(complete since {since}; newest impressions: {impressions or 'none'})"
        )


def _name(key: Key) -> str:
    return f"{key[0]} of {key[1]} on {key[2]}"


@cache
def rounds(graded: Graded) -> Rounds:
    """Run all rounds; all checks share them."""
    found = Rounds()
    with graded.copy() as copy:
        site = _Site(copy, found)
        for action in _ACTIONS:
            site.round(action)
        for part in range(1, _PURGES + 1):
            site.purge_meanwhile(part)
    return found
