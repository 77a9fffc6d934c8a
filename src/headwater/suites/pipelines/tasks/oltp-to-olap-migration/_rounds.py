"""Let the app change a few sales again and again, and run sync.py in all documented ways in between."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from _chance import SEEDED, WORLD, Chance
from _clocks import run_ahead, write_clock
from _closed import closed_sales
from _desk import Desk, open_desk
from _sales import CHECK, COLUMNS, REPORTS, Row, difference, only, report_fault, stored_sales, truth

from headwater.grading import Completed, Graded, State

_TWICE = "python3 sync.py & first=$!; python3 sync.py; last=$?; wait $first && exit $last"
_HERE = f"sale_id in ({', '.join(map(str, WORLD))})"
_KINDS = (
    *("killed", "twice", "busy", "killed twice", "ahead", "closing"),
    *("killed", "behind", "killed twice", "busy", "killed", "alone"),
)


@dataclass
class Rounds:
    """The results of all rounds.

    Attributes:
        fault: The first difference after a run that ended well; empty if there is none.
        events: What happened to the sale of this difference, the last at the end.
        report: How a report differs after one of the rounds; empty if none does.
    """

    fault: str = ""
    events: list[str] = field(default_factory=list)
    report: str = ""


@cache
def rounds(graded: Graded) -> Rounds:
    """Play all rounds until the first difference."""
    with graded.copy() as copy, open_desk(copy) as desk:
        write_clock(copy)
        game = _Game(graded, copy, desk)
        game.play()
        return game.found


class _Game:
    """The world of a few sales, and what was found in it."""

    def __init__(self, graded: Graded, copy: State, desk: Desk) -> None:
        self.found = Rounds()
        self._graded, self._copy, self._desk = graded, copy, desk
        self._chance = Chance("oltp-to-olap-migration")
        self._existing = set(SEEDED)
        self._open: dict[str, dict[int, bool]] = {}
        self._retired: list[Row] = []
        self._sessions = 0
        self._requests = 0

    def play(self) -> None:
        """Play the rounds, and compare all sales at the end."""
        self._at_once()
        self._requests = self._copy.run_killed(after=None).requests
        for number, kind in enumerate(_KINDS):
            self._chance.note(f"round {number}, {kind}:")
            self._write()
            completed = getattr(self, f"_{kind.replace(' ', '_')}")()
            if completed.exit_code:
                self.found.fault = f"round {number} ({kind}): a run {completed.ending}"
            self.found.fault = self.found.fault or self._compare(f"round {number} ({kind})")
            if self.found.fault:
                return
        self._end_transactions(1.0)
        self._copy.run()
        rows = sorted(closed_sales(self._graded) + self._retired + truth(self._copy), key=lambda row: int(row[0]))
        self.found.fault = difference(stored_sales(self._copy), rows)

    def _write(self) -> None:
        """Let the app change sales: in open transactions, some of which end, and in others that commit at once."""
        self._end_transactions(0.4)
        if len(self._open) < 3:
            self._sessions += 1
            name = f"session {self._sessions}"
            self._transact(name, lambda script: self._desk.execute(name, script), self._reserve())
        for _ in range(2):
            self._at_once()

    def _at_once(self) -> None:
        name = "at once"
        outcome = self._transact(
            name, lambda sql: self._copy.postgres.execute(f"begin; {sql} commit;"), self._reserve()
        )
        self._open.pop(name)
        self._settle(outcome)

    def _reserve(self) -> list[int]:
        """Choose sales that no open transaction has changed, since it would be waited for."""
        taken = {number for numbers in self._open.values() for number in numbers} | {row[0] for row in self._retired}
        return self._chance.numbers(sorted(set(WORLD) - taken), 4)

    def _transact(self, name: str, execute: Callable[[str], None], numbers: list[int]) -> dict[int, bool]:
        """Change sales in a transaction; return which of them exist if it commits."""
        scripts = []
        self._open[name] = {}
        for number in numbers:
            self._chance.log[number].append(f"({name})")
            script, exists = self._chance.statements(number, number in self._existing)
            self._open[name][number] = exists
            scripts.append(script)
        execute(" ".join(scripts))
        return self._open[name]

    def _end_transactions(self, probability: float) -> None:
        for name in list(self._open):
            if self._chance.happens(probability):
                outcome, commits = self._open.pop(name), self._chance.happens(0.75)
                self._desk.execute(name, "commit" if commits else "rollback")
                self._chance.note(f"{name} {'commits' if commits else 'rolls back'}")
                if commits:
                    self._settle(outcome)

    def _settle(self, outcome: dict[int, bool]) -> None:
        for number, exists in outcome.items():
            (self._existing.add if exists else self._existing.discard)(number)

    def _alone(self) -> Completed:
        return self._copy.run()

    def _killed(self) -> Completed:
        self._copy.run_killed(after=self._chance.place(self._requests))
        self._chance.note("a run was killed;")
        self._at_once()
        return self._copy.run()

    def _killed_twice(self) -> Completed:
        for _ in range(2):
            self._copy.run_killed(after=self._chance.place(self._requests))
            self._chance.note("a run was killed;")
            self._write()
        return self._copy.run()

    def _twice(self) -> Completed:
        together = self._copy.run(_TWICE)
        return self._copy.run() if together.exit_code else together

    def _busy(self) -> Completed:
        """Change sales while two runs are at work, and run once more."""
        runs = threading.Thread(target=self._copy.run, args=(_TWICE,))
        runs.start()
        for _ in range(6):
            self._at_once()
        runs.join()
        return self._copy.run()

    def _ahead(self) -> Completed:
        return run_ahead(self._copy, 3_000)

    def _behind(self) -> Completed:
        return run_ahead(self._copy, -3_000)

    def _closing(self) -> Completed:
        """Close September after a run was killed, as soon as --check agrees."""
        self._end_transactions(1.0)
        self._copy.run_killed(after=self._chance.place(self._requests))
        if self._copy.run(CHECK).stdout.strip() != "ok":
            self._copy.run()
            completed = self._copy.run(CHECK)
            if completed.stdout.strip() != "ok":
                self.found.fault = f"--check printed {completed.stdout.strip()[:200]!r} after a whole run"
        self._retired = [row for row in truth(self._copy) if f"{row[6]:%Y-%m}" == "2025-09"]
        self._copy.postgres.execute("select app.retire('2025-09-01');")
        self._chance.is_open = False
        self._chance.note("September 2025 was closed;")
        self._existing -= {row[0] for row in self._retired}
        self._at_once()
        return self._copy.run()

    def _compare(self, when: str) -> str:
        """Compare the world's sales, the number of all sales and the reports."""
        held, right = only(self._copy, _HERE)
        expected = {row[0]: row for row in (*right, *self._retired) if row[0] in WORLD}
        for number in WORLD:
            rows = [row for row in held if row[0] == number]
            if rows != [row for row in (expected.get(number),) if row]:
                self.found.events = self._chance.log[number][-14:]
                return f"{when}: {_describe(number, rows, expected.get(number))}"
        self.found.report = self.found.report or self._compare_reports(when)
        count = len(closed_sales(self._graded)) + len(self._retired)
        count += int(self._copy.postgres.scalar("select count(*) from app.sales"))
        found = self._copy.clickhouse.query("select count(), uniqExact(sale_id) from analytics.sales")[0]
        return "" if found == (count, count) else f"{when}: {found[0]} rows of {found[1]} sales, expected {count}"

    def _compare_reports(self, when: str) -> str:
        faults = (report_fault(self._graded, self._copy, name) for name in REPORTS)
        return next((f"{when}: {fault}" for fault in faults if fault), "")


def _describe(number: int, rows: list[Row], right: Row | None) -> str:
    """Describe the smallest difference of a sale's rows from the right one."""
    if len(rows) != 1 or right is None:
        return f"sale {number} has {len(rows)} rows in ClickHouse, expected {0 if right is None else 1}"
    n = next(n for n, value in enumerate(right) if rows[0][n] != value)
    return f"{COLUMNS[n]} of sale {number} is {str(rows[0][n])[:60]!r}, expected {str(right[n])[:60]!r}"
