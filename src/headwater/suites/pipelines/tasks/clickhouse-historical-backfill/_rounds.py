"""Run the backfill on a small site in many rounds, and compare what it leaves with the model."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC
from functools import cache

from _chance import Chance
from _usage import let_merge, monthly, monthly_wanted, parts
from _world import Event, Row, World, by_month

from headwater.grading import Completed, Graded, State

_ROUNDS = 12
_PARTS = ("customer", "meter", "time")
_EVENTS = """
    select event_id, customer_id, toString(meter), at, bytes from usage.events where source = {source:String}
    order by all
"""
_COLUMNS = ["event_id", "customer_id", "meter", "at", "bytes", "source"]
_EXPORT = ["export_no", "record", "customer", "meter", "local_time", "utc_offset", "amount", "unit", "deleted"]
_EMPTY = "truncate table staging.history;\ntruncate table usage.events;\ntruncate table usage.invoiced"
_INVOICED = """
    insert into usage.invoiced
    select toDate('2025-01-01') + interval number % 18 month, [1, 17, 4294967295][1 + intDiv(number, 18) % 3],
        ['storage', 'egress'][1 + intDiv(number, 54)], 1 + number % 7, 1000 * number
    from numbers(108) where number % 10 != 3
"""
_TOTALS = """
    truncate table usage.monthly;
    insert into usage.monthly select * from usage.invoiced;
    insert into usage.monthly
    select toStartOfMonth(at) as m, customer_id, meter, count(), sum(e.bytes) from usage.events as e
    where m = '2026-07-01' group by all
"""
_DAMAGE = {
    "first run": """
        insert into usage.events
        select reinterpretAsUInt64(reverse(unhex(substring(record, 5)))), toUInt32(substring(customer, 3)), meter,
            toDateTime(local_time, 'UTC'), amount, 'history'
        from staging.history where toYYYYMM(toDateTime(local_time, 'UTC')) = {month}
    """,
    "rows twice": """
        insert into usage.events select * from usage.events where source = 'history' and toYYYYMM(at) = {month}
    """,
    "rows lost": """
        alter table usage.events delete where source = 'history' and toYYYYMM(at) = {month} and event_id % 2 = 0
        settings mutations_sync = 2
    """,
    "totals lost": "alter table usage.monthly delete where toYYYYMM(month) = {month} settings mutations_sync = 2",
    "totals invented": """
        insert into usage.monthly
        select makeDate(intDiv({month}, 100), {month} % 100, 1), 8, 'storage', 2, 2048
    """,
}
"""What a run can find. The first is the statement of the first run; the view counts the rows that are inserted."""


@dataclass
class Rounds:
    """What was wrong in the rounds: a sentence for each fault.

    Attributes:
        events: Complete runs after which usage.events is not what the exports say.
        totals: Complete runs after which usage.monthly is wrong.
        broken: Killed runs after which a month is there in part, live rows are missing, or right totals are wrong.
        writes: Complete runs that wrote parts though nothing differed.
        log: What happened, in order.
        killed: The number of runs that were killed.
    """

    events: list[str] = field(default_factory=list)
    totals: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    killed: int = 0


class _Site:
    """A small site in a copy, and the model of what belongs there."""

    def __init__(self, state: State, chance: Chance, found: Rounds) -> None:
        self.state, self.chance, self.found = state, chance, found
        self.world, self.requests = World(), 20
        state.clickhouse.execute(_EMPTY)
        state.clickhouse.execute(_INVOICED)
        self._use(chance.live_twins())
        state.clickhouse.execute(_TOTALS)
        self._export(chance.first_export())

    def _use(self, events: list[Event]) -> None:
        self.world.live |= {each.event: each for each in events}
        self.state.clickhouse.insert("usage.events", [(*each, "live") for each in events], _COLUMNS)

    def _export(self, rows: list[Row]) -> None:
        number = self.world.add(rows)
        exported = [(number, f"evt-{row.event:016x}", *row[1:]) for row in rows]
        self.state.clickhouse.insert("staging.history", exported, _EXPORT)

    def round(self, number: int) -> None:
        """Let something happen, run the backfill, sometimes killed, and compare."""
        news = self._news(number)
        for _ in range(number % 4 % 3):
            self._run_killed(news)
        is_quiet = not self._differs()
        if is_quiet:
            self._stop_merges()
        before = self._parts()
        whole = self.state.run_killed(after=None)
        self.requests = whole.requests
        self._compare(f"after {news}", whole.completed)
        if is_quiet:
            let_merge(self.state, "start")
            new = [name for name in self._parts() if name not in before]
            if new:
                self.found.writes.append(f"after {news}, nothing differed, and the run wrote {new[:3]}")
        self.found.log.append(f"{number}: {news}; the complete run sent {whole.requests} requests")

    def _differs(self) -> bool:
        """Return whether the tables differ from what they should be."""
        return self.events("history") != sorted(self.world.history().values()) or bool(self._wrong_totals())

    def _news(self, number: int) -> str:
        """Let live usage, an export and damage come; describe them."""
        self._use(self.chance.live_usage())
        if number == 0:
            return "the first export"
        if number % 4 == 3:
            self._export(self.chance.spelled_differently(self.world))
            return "an export in another spelling"
        if number % 4 == 2:
            part = _PARTS[number // 4]
            self._export(self.chance.correction(self.world, part))
            return f"an export of one record with another {part}"
        self._export(self.chance.corrections(self.world))
        kind, month = self.chance.damage(), self.chance.closed_month()
        if kind:
            self.state.clickhouse.execute(_DAMAGE[kind].format(month=month))
        return f"export {self.world.exports}" + (f" and damage to {month} ({kind})" if kind else "")

    def _run_killed(self, news: str) -> None:
        """Kill a run, and see what it has left to readers."""
        old, wanted = by_month(self.events("history")), by_month(self.world.history().values())
        right = set(monthly(self.state)) - self._wrong_totals()
        after = self.chance.kill_point(self.requests)
        self.found.killed += self.state.run_killed(after=after).is_killed
        here = f"after {news} and a run that was killed after {after} requests"
        self.found.log.append(here)
        left = by_month(self.events("history"))
        for month, events in left.items():
            if events not in (old.get(month), wanted.get(month)):
                self.found.broken.append(
                    f"{here}, {month} has {len(events)} events of the history, a part or a mixture"
                )
        if self.events("live") != sorted(self.world.live.values()):
            self.found.broken.append(f"{here}, live rows are missing or changed")
        lost = sorted(right & self._wrong_totals())
        if lost:
            self.found.broken.append(f"{here}, usage.monthly of {lost[0]} is wrong, and was right before")

    def events(self, source: str) -> list[Event]:
        """Return the rows of usage.events with this source."""
        rows = self.state.clickhouse.query(_EVENTS, {"source": source})
        return sorted(Event(*row[:3], row[3].replace(tzinfo=UTC), row[4]) for row in rows)

    def _stop_merges(self) -> None:
        """Stop merges, and wait until none runs, so that only the run can write parts."""
        let_merge(self.state, "stop")
        for _ in range(100):
            if not self.state.clickhouse.administrator.scalar("select count() from system.merges"):
                break
            time.sleep(0.05)

    def _parts(self) -> list[str]:
        """Return the parts that have rows; empty ones come and go in the background."""
        return [f"{table}/{name}" for table, name, rows in parts(self.state) if rows and table in ("events", "monthly")]

    def _wrong_totals(self) -> set[int]:
        found, right = monthly(self.state), monthly_wanted(self.state)
        return {month for month in found.keys() | right.keys() if found.get(month) != right.get(month)}

    def _compare(self, here: str, completed: Completed) -> None:
        if completed.exit_code:
            self.found.events.append(f"{here}, the run exited with {completed.exit_code}: {completed.last_line}")
        wanted = {event: [each] for event, each in self.world.history().items()}
        found: dict[int, list[Event]] = {}
        for each in self.events("history"):
            found.setdefault(each.event, []).append(each)
        for event in sorted(wanted.keys() | found.keys()):
            if found.get(event) != wanted.get(event):
                self.found.events.append(
                    f"{here}, the history has {_list(found.get(event))} and not {_list(wanted.get(event))} of "
                    f"evt-{event:016x} ({self.world.describe(event)})"
                )
        if self.events("live") != sorted(self.world.live.values()):
            self.found.events.append(f"{here}, live rows are missing or changed")
        if wrong := self._wrong_totals():
            self.found.totals.append(f"{here}, usage.monthly is wrong in {sorted(wrong)}")


def _list(events: list[Event] | None) -> str:
    return " and ".join(map(str, events or [])) or "nothing"


@cache
def rounds(graded: Graded) -> Rounds:
    """Run all rounds; all checks share them."""
    found = Rounds()
    with graded.copy(data="starting") as copy:
        site = _Site(copy, Chance(20260731), found)
        for number in range(_ROUNDS):
            site.round(number)
    return found
