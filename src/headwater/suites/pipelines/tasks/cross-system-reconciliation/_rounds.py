"""Let a few payments drift again and again, and reconcile them in all documented ways in between."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from _chance import COLUMNS, PAYMENTS, WORLD, Chance, Row
from _members import expire_members
from _runs import CHECK, COMMAND, Run, once_per_state, quarantined, recorded, run
from _truth import IN_CLICKHOUSE, TABLES, Payment, Truth, truth

from headwater.grading import Completed, Graded, Message, State

_TWICE = f"{COMMAND} & first=$!; {COMMAND}; last=$?; wait $first; one=$?; [ $last = 0 ] || [ $one = 0 ]"
_KINDS = ("killed", "busy", "alone", "killed twice", "tolerant", "twice")
_TIMEOUT_SEC = 90.0
_TOLERANCES = ("0", "0.01", "0.05", "0.050", "0.005", "1", "99999999999999999999")
_ROWS = """
    select transaction_id, merchant_id, amount, currency, toString(status), toString(created_at)
    from analytics.transactions where transaction_id in {numbers:Array(UInt64)}
"""
_RIGHT = """
    select transaction_id, merchant_id, amount, currency, status,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
    from app.transactions where transaction_id = any(%s)
"""


@dataclass
class Rounds:
    """The first fault of each kind in all rounds; empty texts if there is none.

    Attributes:
        report: What is wrong in a report of --check-only.
        data: How ClickHouse differs from Postgres after a round.
        quarantine: What is wrong in the quarantine.
        log: What is wrong in the log of runs.
        tables: Which tables a run has left.
        events: What happened to the payment of a fault, the last at the end.
    """

    report: str = ""
    data: str = ""
    quarantine: str = ""
    log: str = ""
    tables: str = ""
    events: dict[str, list[str]] = field(default_factory=dict)


@once_per_state
def rounds(graded: Graded) -> Rounds:
    """Play all rounds."""
    with graded.copy() as copy:
        game = _Game(copy)
        game.play()
        return game.found


class _Game:
    """The world of a few payments, and what was found in it."""

    def __init__(self, copy: State) -> None:
        self.found = Rounds()
        self._copy = copy
        self._chance = Chance("cross-system-reconciliation")
        self._seen: dict[int, set[Payment]] = defaultdict(set)
        self._orphans: set[int] = set()
        self._requests = 0

    def play(self) -> None:
        """Play rounds until ClickHouse is wrong after one."""
        run(self._copy)
        self._remember()
        self._drift()
        self._requests = self._copy.run_killed(COMMAND, after=None).requests
        for number, kind in enumerate(_KINDS):
            where = f"round {number} ({kind})"
            self._chance.note(f"{where}:")
            self._drift()
            self._publish()
            before = self._report(where)
            logged = recorded(self._copy)
            completed = getattr(self, f"_{kind.replace(' ', '_')}")()
            self._compare(where, completed, Decimal(1) if kind == "tolerant" else Decimal(0))
            self._compare_quarantine(where)
            self._compare_log(where, logged, before, kind)
            tables = self._copy.clickhouse.tables()
            if tables != TABLES and not self.found.tables:
                self.found.tables = f"after {where}, ClickHouse has the tables {tables}"
            if self.found.data:
                return

    def _drift(self) -> None:
        """Change payments in Postgres, and rows of others in ClickHouse."""
        self._change_postgres(4)
        numbers = self._chance.some(WORLD, 6)
        rows: dict[int, list[Row]] = defaultdict(list)
        for row in self._copy.clickhouse.query(_ROWS, {"numbers": numbers}):
            rows[row[0]].append(dict(zip(COLUMNS, row, strict=True)))
        right = {row[0]: dict(zip(COLUMNS, row, strict=True)) for row in self._copy.postgres.query(_RIGHT, [numbers])}
        copies = [row for number in numbers for row in self._chance.copies(number, rows[number], right.get(number))]
        ids = ", ".join(map(str, numbers))
        self._copy.clickhouse.execute(f"delete from analytics.transactions where transaction_id in ({ids})")
        if copies:
            self._copy.clickhouse.insert("analytics.transactions", [_inserted(row) for row in copies], list(COLUMNS))
        self._remember()

    def _remember(self) -> None:
        """Remember the values that payments have had, and which payments are orphans."""
        state = truth(self._copy, topic=False)
        for row in (*state.held, *state.ledger.values()):
            if row.transaction_id in WORLD:
                self._seen[row.transaction_id].add(row)
        self._orphans = {row.transaction_id for row in state.held} - set(state.ledger)

    def _change_postgres(self, most: int) -> None:
        for number in self._chance.some(PAYMENTS, most):
            sql = "select count(*) from app.transactions where transaction_id = %s"
            exists = bool(self._copy.postgres.scalar(sql, [number]))
            self._copy.postgres.execute(f"begin; {self._chance.changed_in_postgres(number, exists)} commit;")
            right = truth(self._copy, topic=False).ledger.get(number)
            self._seen[number] |= {right} if right else set()
            self._orphans.discard(number)

    def _publish(self) -> None:
        values = enumerate(self._chance.messages())
        self._copy.kafka.produce("transactions", [Message(value, b"round", partition=n % 3) for n, value in values])

    def _report(self, where: str) -> Truth:
        """Run --check-only with a tolerance, and compare the whole report."""
        tolerance = self._chance.choice(_TOLERANCES)
        before = truth(self._copy)
        checked = run(self._copy, f"{CHECK} --tolerance {tolerance}", timeout_sec=_TIMEOUT_SEC)
        after = truth(self._copy, topic=False)
        fault = _report_fault(checked, before, Decimal(tolerance))
        if sorted(after.held) != sorted(before.held):
            fault = fault or "it has changed ClickHouse"
        if fault and not self.found.report:
            self.found.report = f"{where}, --check-only --tolerance {tolerance}: {fault}"
        return before

    def _alone(self) -> Completed:
        return run(self._copy, timeout_sec=_TIMEOUT_SEC).completed

    def _tolerant(self) -> Completed:
        return run(self._copy, f"{COMMAND} --tolerance 1", timeout_sec=_TIMEOUT_SEC).completed

    def _killed(self) -> Completed:
        for _ in range(3):
            self._kill()
        return run(self._copy, timeout_sec=_TIMEOUT_SEC).completed

    def _killed_twice(self) -> Completed:
        for _ in range(2):
            self._kill()
            self._drift()
        return run(self._copy, timeout_sec=_TIMEOUT_SEC).completed

    def _kill(self) -> None:
        expire_members(self._copy)
        place = self._chance.place(self._requests)
        self._copy.run_killed(COMMAND, after=place)
        self._chance.note(f"a run was killed after {place} requests;")

    def _twice(self) -> Completed:
        return run(self._copy, _TWICE, timeout_sec=_TIMEOUT_SEC).completed

    def _busy(self) -> Completed:
        """Change payments in Postgres while two runs are at work, and run once more."""
        runs = threading.Thread(target=self._twice)
        runs.start()
        for _ in range(5):
            self._change_postgres(2)
        runs.join()
        return run(self._copy, timeout_sec=_TIMEOUT_SEC).completed

    def _compare(self, where: str, completed: Completed, tolerance: Decimal) -> None:
        state = truth(self._copy, topic=False)
        drifted = state.drifted(tolerance)
        category = next((name for name in IN_CLICKHOUSE if drifted[name]), None)
        if category:
            number = drifted[category][0]
            held = [row for row in state.held if row.transaction_id == number]
            self.found.data = (
                f"after {where}, {completed.ending}; {category}: payment {number} is {held} in ClickHouse "
                f"and {state.ledger.get(number)} in Postgres"
            )
            self.found.events["data"] = self._chance.log.get(number, [])[-12:]
        elif completed.exit_code:
            self.found.data = f"{where}: {completed.ending}"

    def _compare_quarantine(self, where: str) -> None:
        rows: dict[int, list[Payment]] = defaultdict(list)
        for row in quarantined(self._copy):
            rows[row.transaction_id].append(row)
        wrong = [
            number
            for number in sorted({*self._orphans, *(rows.keys() & {*WORLD})})
            if len(rows[number]) != 1 or not {*rows[number]} <= self._seen[number]
        ]
        if wrong and not self.found.quarantine:
            found, had = rows[wrong[0]], sorted(self._seen[wrong[0]])
            self.found.quarantine = (
                f"after {where}, the quarantine has {len(found)} rows for payment {wrong[0]}, expected"
            )
            self.found.quarantine += f" one, with values that it has had: {found[:2]}, and it has had {had}"
            self.found.events["quarantine"] = self._chance.log[wrong[0]][-12:]

    def _compare_log(self, where: str, logged: list[dict[str, int]], before: Truth, kind: str) -> None:
        """After a run that was alone and not disturbed, the log has one more row with its figures."""
        if kind not in ("alone", "tolerant") or self.found.log:
            return
        drifted = before.drifted(Decimal(1) if kind == "tolerant" else Decimal(0))
        expected = {"rows_after": len(before.ledger)} | {name: len(drifted[name]) for name in IN_CLICKHOUSE}
        added = Counter(map(_key, recorded(self._copy))) - Counter(map(_key, logged))
        if added != Counter([_key(expected)] if any(drifted[name] for name in IN_CLICKHOUSE) else []):
            self.found.log = f"after {where}, the log has the new rows {list(added)}, expected {_key(expected)}"


def _report_fault(checked: Run, before: Truth, tolerance: Decimal) -> str:
    """Describe the first difference between a report and the data."""
    expected = before.categories(tolerance)
    drift = any(expected[name]["count"] for name in IN_CLICKHOUSE)
    if checked.exit_code != (2 if drift else 0):
        return f"{checked.completed.ending}, and there is {'drift' if drift else 'no drift'}"
    if checked.report.get("totals") != before.totals():
        return f"the totals are {checked.report.get('totals')}, really {before.totals()}"
    wrong = next((name for name in expected if checked.category(name) != expected[name]), None)
    return f"{wrong} is {checked.category(wrong)}, really {expected[wrong]}" if wrong else ""


def _key(row: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(row.items())


def _inserted(row: Row) -> list[Any]:
    moment = datetime.fromisoformat(f"{row['created_at']}+00:00")
    return [*list(row.values())[:-1], int(moment.timestamp())]
