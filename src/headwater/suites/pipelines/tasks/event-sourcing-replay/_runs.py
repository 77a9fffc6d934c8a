"""Run the agent's program in a copy, and count what it reads and writes."""

from __future__ import annotations

from dataclasses import dataclass

from _orders import Row, describe_end, fault, table_rows

from headwater.grading import Completed, Graded, State

_ROWS = """
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint,
        coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint
    from pg_stat_user_tables
"""
_COMMITS = "select xact_commit from pg_stat_database where datname = current_database()"
_TABLES = """
    select schemaname || '.' || tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
    order by 1
"""
_REJECTED = "select partition, position from app.rejected_messages order by 1 nulls first, 2"


@dataclass(frozen=True)
class Run:
    """A run of replay.py.

    Attributes:
        completed: The finished process.
        fault: How the snapshots differ from the right ones after the run, or an empty string. The right ones are those
            that the agent left, and for new orders those of their events.
        read: The number of rows that it read from Postgres.
        written: The number of rows that it inserted, updated or deleted.
        transactions: The number of transactions that it committed.
        changed: The number of snapshots that the run changed.
    """

    completed: Completed
    fault: str
    read: int
    written: int
    transactions: int
    changed: int

    @property
    def is_good(self) -> bool:
        """Whether the run succeeded and left the right snapshots."""
        return self.completed.exit_code == 0 and not self.fault

    @property
    def message(self) -> str:
        """A description of how the run ended and what is wrong after it."""
        return f"{describe_end(self.completed)}; {self.fault or 'all snapshots are right'}"


def _counts(state: State) -> tuple[int, int, int]:
    # A session reports its statistics when it ends.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.3)")
    read, written = state.postgres.query(_ROWS)[0]
    return int(read), int(written), int(state.postgres.scalar(_COMMITS))


def measured_run(graded: Graded, state: State, command: str | None = None, names: tuple[str, ...] = ("order-",)) -> Run:
    """Run a command, by default the entry point, and compare the snapshots with those that the agent left."""
    rows, before = table_rows(state), _counts(state)
    completed = state.run(command)
    read, written, commits = (after - first for after, first in zip(_counts(state), before, strict=True))
    new = table_rows(state)
    changed = sum(rows.get(order) != new.get(order) for order in rows.keys() | new.keys())
    return Run(completed, fault(state, table_rows(graded), names), read, written, commits, changed)


def tables(state: State | Graded) -> list[str]:
    """Return the tables of all schemas."""
    return [str(row[0]) for row in state.postgres.query(_TABLES)]


def rejected(state: State | Graded) -> list[Row]:
    """Return the partitions and positions in app.rejected_messages."""
    return state.postgres.query(_REJECTED)
