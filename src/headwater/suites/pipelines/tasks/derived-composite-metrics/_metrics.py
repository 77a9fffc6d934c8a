"""Compute the expected metrics from a state's events, and run the job over several weeks."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any

from headwater.grading import Completed, Graded, State

COUNTS = ("active_users", "weekly_users", "sessions", "trials", "conversions", "paying_users")
RATIOS = {
    "stickiness": ("active_users", "weekly_users"),
    "sessions_per_user": ("sessions", "active_users"),
    "conversion_rate": ("conversions", "trials"),
    "revenue_per_payer": ("revenue", "paying_users"),
}
COLUMNS = ("day", *COUNTS, "revenue", *RATIOS)
NIGHT, DAY, TRIAL = timedelta(hours=4), timedelta(days=1), timedelta(days=14)

Figures = dict[date, dict[str, Any]]

_EVENTS = """
    select any(user_id), any(toString(kind)), any(cents), any(toUnixTimestamp64Milli(at)) from app.events
    where user_id not in (select user_id from app.users where is_internal = 1) group by event_id
"""
_ROWS = """
    select toDate(day), active_users, weekly_users, sessions, trials, conversions, paying_users, toFloat64(revenue),
           stickiness, sessions_per_user, conversion_rate, revenue_per_payer
    from metrics.daily order by day
"""


def truth(state: State | Graded) -> Figures:
    """Compute the expected metrics for each day."""
    active: dict[date, set[int]] = defaultdict(set)
    payers: dict[date, set[int]] = defaultdict(set)
    sessions: Counter[date] = Counter()
    cents: Counter[date] = Counter()
    trials: dict[date, list[tuple[int, int]]] = defaultdict(list)
    payments: dict[int, list[int]] = defaultdict(list)
    for user, kind, paid, at in state.clickhouse.query(_EVENTS):
        day = (datetime.fromtimestamp(at / 1000, UTC) - NIGHT).date()
        if kind == "session_started":
            active[day].add(user)
            sessions[day] += 1
        elif kind == "trial_started":
            trials[day].append((user, at))
        elif kind == "paid" and paid:
            payers[day].add(user)
            payments[user].append(at)
        if kind in ("paid", "refunded"):
            cents[day] += paid if kind == "paid" else -paid
    span = state.clickhouse.query("select toUnixTimestamp(min(at)), toUnixTimestamp(max(at)), count() from app.events")
    first, last, count = span[0]
    figures: Figures = {}
    day, end = ((datetime.fromtimestamp(each, UTC) - NIGHT).date() for each in (first, last))
    limit = TRIAL // timedelta(milliseconds=1)
    while count and day <= end:
        figures[day] = {
            "active_users": len(active[day]),
            "weekly_users": len(set().union(*(active[day - n * DAY] for n in range(7)))),
            "sessions": sessions[day],
            "trials": len(trials[day]),
            "conversions": sum(
                any(at <= paid <= at + limit for paid in payments.get(user, ())) for user, at in trials[day]
            ),
            "paying_users": len(payers[day]),
            "revenue": cents[day] / 100,
        }
        day += DAY
    for each in figures.values():
        each |= {name: each[a] / each[b] if each[b] else None for name, (a, b) in RATIOS.items()}
    return figures


@cache
def expected_figures(graded: Graded) -> Figures:
    """Return the expected rows in the table."""
    return truth(graded.starting)


def rows(state: State | Graded) -> list[dict[str, Any]]:
    """Return the rows in the table."""
    return [dict(zip(COLUMNS, row, strict=True)) for row in state.clickhouse.query(_ROWS)]


@cache
def final_rows(graded: Graded) -> list[dict[str, Any]]:
    """Return the rows in the agent's final state."""
    return rows(graded)


def difference(found: list[dict[str, Any]], expected: Figures, *columns: str) -> str:
    """Describe days that are missing, duplicated or wrong in these columns; return an empty string if none is."""
    by_day = {row["day"]: row for row in found}
    if by_day.keys() != expected.keys() or len(by_day) != len(found):
        other = sorted(by_day.keys() ^ expected.keys())
        return f"{len(found)} rows for {len(expected)} days; missing or too many: {[str(day) for day in other[:3]]}"
    wrong = [
        (day, name)
        for day, right in expected.items()
        for name in columns or COLUMNS[1:]
        if not _same(by_day[day][name], right[name])
    ]
    if not wrong:
        return ""
    day, name = wrong[0]
    return f"{len(wrong)} figures are wrong, as {name} of {day}: {by_day[day][name]}, not {expected[day][name]}"


def _same(value: Any, right: Any) -> bool:
    if value is None or right is None:
        return value is right
    return math.isclose(value, right, rel_tol=1e-9, abs_tol=1e-9)


def happen(state: State, *events: tuple[str, int, str, int, str, int]) -> None:
    """Insert events. Each is (id, user, kind, cents, time, seconds until it was received)."""
    values = ", ".join(
        f"('{event}', {user}, '{kind}', {cents}, '{at}', toDateTime64('{at}', 3, 'UTC') + {later})"
        for event, user, kind, cents, at, later in events
    )
    state.clickhouse.execute(f"insert into app.events values {values}")


@dataclass(frozen=True)
class Run:
    """A run, the rows after it, the expected rows, and its cost."""

    completed: Completed
    rows: list[dict[str, Any]]
    expected: Figures
    queries: int = 0
    read: int = 0
    written: int = 0

    @property
    def fault(self) -> str:
        """Describe the errors; return an empty string if there are none."""
        if self.completed.exit_code:
            return f"the run exited with {self.completed.exit_code} ({self.completed.last_line[:160]})"
        return difference(self.rows, self.expected)


def _usage_counters(state: State) -> tuple[int, int, int]:
    sql = """
        select sum(ProfileEvents['Query']), sum(ProfileEvents['SelectedRows']), sum(ProfileEvents['InsertedRows'])
        from system.user_processes where user = 'app'
    """
    queries, read, written = state.clickhouse.query(sql)[0]
    return int(queries or 0), int(read or 0), int(written or 0)


def _run(state: State) -> Run:
    before = _usage_counters(state)
    completed = state.run()
    cost = [new - old for new, old in zip(_usage_counters(state), before, strict=True)]
    return Run(completed, rows(state), truth(state), *cost)


_MARCH = [
    *(
        (f"march{n}", 9100 + n % 40, "session_started", 0, f"2026-03-{5 + n % 4:02} 0{n % 8}:30:00", 5)
        for n in range(90)
    ),
    *((f"trial{n}", 9100 + n, "trial_started", 0, f"2026-03-0{5 + n % 3} 12:00:00", 5) for n in range(8)),
    ("payer", 9101, "paid", 1299, "2026-03-08 09:00:00", 5),
]


@cache
def weeks(graded: Graded) -> dict[str, Run]:
    """Run the job over several weeks; all checks share these runs."""
    with graded.copy() as copy:
        happen(
            copy,
            ("late1", 9201, "session_started", 0, "2026-02-17 05:00:00", 250_000),
            ("late2", 9201, "refunded", 799, "2026-02-17 05:10:00", 250_000),
            ("late3", 9202, "trial_started", 0, "2026-02-17 06:00:00", 250_000),
            ("last", 9203, "session_started", 0, "2026-02-20 03:10:00", 1),
        )
        runs = {"late": _run(copy)}
        happen(
            copy,
            ("paid1", 9202, "paid", 799, "2026-03-01 06:00:00", 3),
            ("paid1", 9202, "paid", 799, "2026-03-01 06:00:00", 90),
            ("paid2", 9202, "paid", 0, "2026-03-01 08:00:00", 3),
            ("night", 9204, "session_started", 0, "2026-03-01 03:59:59.999", 3),
            ("late4", 9201, "session_started", 0, "2026-02-26 12:00:00", 259_000),
        )
        runs["outage"] = _run(copy)
        happen(copy, *_MARCH)
        runs["again"] = _run(copy)
        runs["idle"] = _run(copy)
        copy.clickhouse.execute("truncate table app.events")
        copy.clickhouse.execute("drop database metrics sync")
        copy.clickhouse.execute("create database metrics")
        runs["nothing"] = Run(copy.run(), [], {})
    return runs
