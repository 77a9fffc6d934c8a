"""Add data to a copy, run the agent's program there, and count what it reads and writes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from _model import Mart, fault, truth

from headwater.grading import Completed, Graded, State

CLOSE, REBUILD = "billing/close_month.sql", "python3 build_mart.py --rebuild"
_ROWS = """
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint,
        coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint
    from pg_stat_user_tables
"""
_TABLES = """
    select schemaname || '.' || tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
    order by 1
"""


@dataclass(frozen=True)
class Run:
    """A run of build_mart.py.

    Attributes:
        completed: The finished process.
        fault: How the mart differs from the right one after the run, or an empty string.
        right: The right mart after the run.
        read: The number of rows that it read.
        written: The number of rows that it inserted, updated or deleted.
    """

    completed: Completed
    fault: str
    right: Mart
    read: int
    written: int

    @property
    def is_good(self) -> bool:
        """Whether the run succeeded and left the right mart."""
        return self.completed.exit_code == 0 and not self.fault

    @property
    def message(self) -> str:
        """A description of how the run ended and what is wrong after it."""
        return f"{describe_end(self.completed)}; {self.fault or 'the mart is right'}"


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"it ended with {completed.exit_code}" + (f" ({completed.last_line[:200]})" if completed.exit_code else "")


def printed_counts(completed: Completed) -> tuple[int, int] | None:
    """Return the numbers in a run's last line (`records=<n> adjustments=<n>`), or None if it has another form."""
    last = (completed.stdout.strip().splitlines() or [""])[-1]
    match = re.fullmatch(r"records=(\d+) adjustments=(\d+)", last)
    return (int(match[1]), int(match[2])) if match else None


def row_counts(state: State) -> tuple[int, int]:
    """Return the numbers of rows that all sessions have read and written so far."""
    # A session reports its statistics when it ends.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.3)")
    read, written = state.postgres.query(_ROWS)[0]
    return int(read), int(written)


def measured_run(graded: Graded, state: State, command: str | None = None) -> Run:
    """Run a command, by default the entry point, and compare the mart with the right one."""
    before = row_counts(state)
    completed = state.run(command)
    read, written = (after - first for after, first in zip(row_counts(state), before, strict=True))
    right = truth(graded, state)
    return Run(completed, fault(state, right), right, read, written)


def tables(state: State | Graded) -> list[str]:
    """Return the tables of all schemas."""
    return [str(row[0]) for row in state.postgres.query(_TABLES)]


def is_readable(state: State | Graded) -> bool:
    """Return whether a role that has no rights of its own in the database can select from the mart."""
    sql = """
        select has_schema_privilege(role, 'mart', 'usage') and has_table_privilege(role, 'mart.daily_usage', 'select')
            and has_table_privilege(role, 'mart.adjustments', 'select')
        from (values ('pg_checkpoint')) as roles (role)
    """
    return bool(state.postgres.scalar(sql))


def _insert(state: State, table: str, columns: str, rows: list[tuple[Any, ...]]) -> None:
    values = ", ".join(
        "(" + ", ".join("null" if value is None else f"'{value}'" for value in row) + ")" for row in rows
    )
    state.postgres.execute(f"insert into {table} ({columns}) values {values};")


def send(state: State, *records: tuple[Any, ...]) -> None:
    """Let records arrive: id, account, product, time and quantity."""
    columns = "arrived_at, record_id, account_id, product, used_at, quantity"
    _insert(state, "raw.usage", columns, [("2026-10-09 09:30:00+00", *record) for record in records])


def send_many(state: State, name: str, number: int) -> None:
    """Let many new records of many accounts arrive, for all days from the beginning of May."""
    state.postgres.execute(f"""
        insert into raw.usage (arrived_at, record_id, account_id, product, used_at, quantity)
        select '2026-10-09 09:30:00+00', '{name}-' || n, 1 + n * 7 % 280,
            (array['compute', 'egress', 'storage'])[1 + n % 3],
            timestamptz '2026-05-01 00:00:00+00' + n % 112 * interval '1 day', 1 + n % 900
        from generate_series(1, {number}) n;
    """)


def change_plans(state: State, *changes: tuple[Any, ...]) -> None:
    """Enter plans: account, first day and plan."""
    columns = "recorded_at, account_id, valid_from, plan"
    _insert(state, "crm.plan_changes", columns, [("2026-10-09 09:30:00+00", *change) for change in changes])


def change_prices(state: State, *prices: tuple[Any, ...]) -> None:
    """Enter prices: plan, product, first day and price."""
    columns = "recorded_at, plan, product, valid_from, unit_price"
    _insert(state, "billing.prices", columns, [("2026-10-09 09:30:00+00", *price) for price in prices])


def close_month(graded: Graded, state: State, month: str) -> None:
    """Close a month as finance does, with the script that the task shipped."""
    script = graded.workspace.shipped_text(CLOSE) or ""
    state.postgres.execute(script.replace(":'month'", f"'{month}'"))
