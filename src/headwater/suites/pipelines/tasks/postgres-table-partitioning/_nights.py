"""Play nights by chance: people who post, report and delete between runs of the job, some killed, some weeks late."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Any

from _activity import IS_KEPT, TABLE, last_line, maintain, months, partition_names
from _people import FIRST_USER, People, month, partition_name

from headwater.grading import Completed, Graded, QueryError

_SEED = 20260501
_DAYS = (0, 5, 25, 1, 30, 9, 52, 1, 28, 38, 3)
_KILLED = frozenset({2, 4, 6, 9})
_TWICE = frozenset({3, 8})
_MIGRATED_AGAIN = frozenset({1, 5, 8})
_OTHERS = f"user_id < {FIRST_USER}"


@dataclass
class Nights:
    """The first fault of each kind, and what happened before it."""

    data: str = ""
    partitions: str = ""
    line: str = ""
    events: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, fault: str, log: list[str]) -> None:
        """Keep the first fault of a kind."""
        if fault and not getattr(self, kind):
            setattr(self, kind, fault)
            self.events[kind] = log[-14:]


@dataclass
class _Game:
    people: People
    others: dict[str, tuple[int, Any]]
    day: date = date(2026, 5, 1)
    found: Nights = field(default_factory=Nights)
    partitions: set[str] = field(default_factory=set)
    requests: int = 8
    compares_others: bool = True

    def note(self, text: str) -> None:
        self.people.log.append(text)

    def add(self, kind: str, fault: str) -> None:
        self.found.add(kind, fault, self.people.log)

    def night(self, number: int) -> None:
        """Let people act, and run the job."""
        self.add("data", self.people.act(self.day, 14))
        state, day = self.people.state, str(self.day)
        if number in _MIGRATED_AGAIN:
            completed = state.run("bash migrate.sh")
            self.note("the migration was started again")
            self.add("data", f"migrate.sh exited with {completed.exit_code}" if completed.exit_code else "")
        if number in _KILLED:
            after = self.people.chance.randrange(1, self.requests)
            state.run_killed(f"python3 maintain.py {day}", after=after)
            self.note(f"the job for {day} was killed after {after} requests")
        self.run(is_repeated=number in _KILLED)
        if number in _TWICE:
            self.run()

    def run(self, *, is_repeated: bool = False) -> None:
        """Run the job, and compare everything."""
        before = partition_names(self.people.state)
        completed = maintain(self.people.state, str(self.day))
        self.note(f"the job for {self.day} exited with {completed.exit_code}, {last_line(completed)[:60]!r}")
        if completed.exit_code:
            self.add("data", f"the job for {self.day} exited with {completed.exit_code} ({completed.last_line[:200]})")
            return
        self.people.forget_before(month(self.day, -12))
        oldest = f"{month(self.day, -12):%Y-%m}"
        self.others = {name: each for name, each in self.others.items() if name >= oldest}
        fault = self.people.fault() or (self._others() if self.compares_others else "")
        self.add("data", fault and f"after the job for {self.day}: {fault}")
        self._compare_partitions(completed, before, is_repeated=is_repeated)

    def _others(self) -> str:
        found = months(self.people.state, _OTHERS)
        wrong = [name for name in sorted(found.keys() | self.others.keys()) if found.get(name) != self.others.get(name)]
        return f"rows of other people differ in {wrong[:6]}" if wrong else ""

    def _compare_partitions(self, completed: Completed, before: set[str], *, is_repeated: bool) -> None:
        found = partition_names(self.people.state)
        wanted = {partition_name(month(self.day, offset)) for offset in range(4)}
        held = {partition_name(event["occurred_at"]) for event in self.people.live.values()}
        held |= {f"activity_{name.replace('-', '_')}" for name in self.others}
        wanted |= {name for name in held if name < partition_name(month(self.day))}
        other = sorted(found ^ wanted)
        fault = f"after the job for {self.day}, there are surplus or missing partitions: {other}" if other else ""
        self.add("partitions", fault or self._misplaced(wanted))
        line = f"created={len(found - before)} dropped={len(before - found)}"
        if last_line(completed) != line and not is_repeated:
            self.add("line", f"the job for {self.day} printed {last_line(completed)[:100]!r} instead of {line!r}")

    def _misplaced(self, names: set[str]) -> str:
        sql = f"""
            select c.relname, a.activity_id from {TABLE} a join pg_class c on c.oid = a.tableoid
            where a.user_id >= {FIRST_USER}
        """
        for name, activity in self.people.state.postgres.query(sql):
            event = self.people.live.get(activity)
            own = partition_name(event["occurred_at"]) if event else name
            if name != (own if own in names else "activity_default"):
                return f"after the job for {self.day}, activity {activity} of {own} is in {name}"
        return ""


@cache
def nights(graded: Graded) -> Nights:
    """Play the nights of ten months, and return the faults."""
    with graded.copy() as copy:
        game = _Game(People(graded, copy, Random(_SEED)), months(copy, f"{_OTHERS} and {IS_KEPT}"))
        counted = copy.run_killed(f"python3 maintain.py {game.day}", after=None)
        game.requests = max(2, counted.requests)
        try:
            for number, days in enumerate(_DAYS):
                game.day += timedelta(days=days)
                game.compares_others = number % 3 == 1
                game.night(number)
                if game.found.data:
                    break
        except QueryError as error:
            game.add("data", f"a query failed: {str(error)[:200]}")
        return game.found
