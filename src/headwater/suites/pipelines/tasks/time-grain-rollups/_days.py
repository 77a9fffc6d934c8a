"""Simulate readings that arrive after the repair, and measure the runs that follow; all checks share these runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from _rollups import Key, Rows, all_rows, truth

from headwater.grading import Completed, Graded, State

SECRET = "hush-4417"
_UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
    "CLICKHOUSE_PASSWORD": SECRET,
}
_LAST = "(select max(received_at) from counts.readings)"


@dataclass(frozen=True)
class Run:
    """A run, the rows for some counters after it, the expected rows, and its cost."""

    completed: Completed
    found: dict[str, list[tuple[Key, dict[str, Any]]]]
    expected: dict[str, Rows]
    read: int
    written: int
    queries: int


@dataclass(frozen=True)
class Days:
    """Consecutive runs on a copy of the agent's state.

    Attributes:
        failed: The run without ClickHouse.
        corrected: The run after corrections of old readings, a withdrawn day, and a late lower revision.
        behind: The run after a row arrived whose `received_at` is nine minutes earlier than that of an existing row.
        autumn: The run after readings from a new counter and from the night at the end of DST.
        idle: The run without new readings.
        counter: The run after a day of readings from one counter.
    """

    failed: Completed
    corrected: Run
    behind: Run
    autumn: Run
    idle: Run
    counter: Run
    readings: int


def _usage_counters(state: State) -> tuple[int, int, int]:
    sql = """
        select sum(ProfileEvents['SelectedRows']), sum(ProfileEvents['InsertedRows']), sum(ProfileEvents['Query'])
        from system.user_processes where user = 'app'
    """
    read, written, queries = state.clickhouse.query(sql)[0]
    return int(read or 0), int(written or 0), int(queries or 0)


def _run(state: State, *counters: int) -> Run:
    before = _usage_counters(state)
    completed = state.run()
    cost = [new - old for new, old in zip(_usage_counters(state), before, strict=True)]
    return Run(completed, all_rows(state, *counters), truth(state, *counters), *cost)


def _insert(state: State, select: str) -> None:
    state.clickhouse.execute(f"insert into counts.readings {select}")


@cache
def days(graded: Graded) -> Days:
    """Insert readings after the repair, and run the job after each step."""
    with graded.copy() as copy:
        failed = copy.run(env=_UNREACHABLE)
        _insert(
            copy,
            f"""
            select counter_id, at, max(revision) + 1, 500, 21.5, {_LAST} + 60 from counts.readings
            where counter_id = 3 and at >= '2024-12-05 10:00:00' and at < '2024-12-05 11:00:00' group by counter_id, at
            """,
        )
        _insert(
            copy,
            f"""
            select counter_id, at, max(revision) + 1, null, null, {_LAST} + 1 from counts.readings
            where counter_id = 4 and at >= '2025-02-09 18:30:00' and at < '2025-02-10 18:30:00' group by counter_id, at
            """,
        )
        _insert(
            copy,
            f"""
            select counter_id, at, 1, 900, 30, {_LAST} + 1 from counts.readings
            where counter_id = 7 and at >= '2025-02-12 00:00:00' and at < '2025-02-12 02:00:00' group by counter_id, at
            """,
        )
        corrected = _run(copy, 3, 4, 7)
        _insert(copy, f"select 6, toDateTime('2025-04-20 12:00:00', 'UTC'), 7, 321, null, {_LAST} - 540")
        _insert(copy, f"select 5, toDateTime('2024-12-31 11:45:00', 'UTC'), 7, 123, 3, {_LAST}")
        behind = _run(copy, 5, 6)
        copy.clickhouse.execute("insert into counts.counters values (40, 'Kathmandu', 'Asia/Kathmandu')")
        _insert(
            copy,
            f"""
            select [40, 1, 6][1 + intDiv(number, 144)], toDateTime('2025-10-25 12:00:00', 'UTC') + 900 * (number % 144)
                   + if(number >= 288, 7 * 86400, 0), 0, 7 + number % 13, if(number % 5 = 0, null, 11), {_LAST} + 1
            from numbers(432)
            """,
        )
        autumn = _run(copy, 1, 6, 40)
        idle = _run(copy, 8, 40)
        _insert(
            copy,
            f"""
            select 2, toDateTime('2025-11-03 12:00:00', 'UTC') + 900 * number, 0, 3 + number, 9, {_LAST} + 900 * number
            from numbers(96)
            """,
        )
        counter = _run(copy, 2)
        readings = int(copy.clickhouse.scalar("select count() from counts.readings"))
    return Days(failed, corrected, behind, autumn, idle, counter, readings)


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    tail = f" ({completed.last_line[:160]})" if completed.exit_code else ""
    return f"the run exited with {completed.exit_code}{tail}"
