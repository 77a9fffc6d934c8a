"""Migrate another site without concurrent clients, and measure the cost and the result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _figures import MIGRATE, describe_end, describe_errors

from headwater.grading import Completed, Graded, State

Layout = list[tuple[object, ...]]


@dataclass(frozen=True)
class Quiet:
    """The migration of a site without concurrent clients.

    Attributes:
        ran: The run of the migrations.
        read: The number of rows that it read.
        inserted: The number of rows that it inserted.
        replaced: The tables whose UUID differs afterwards.
        layout: The engines, keys and columns of both tables afterwards.
        fault: The errors in the figures afterwards; empty if there are none.
    """

    ran: Completed
    read: int
    inserted: int
    replaced: list[str]
    layout: Layout
    fault: str

    @property
    def summary(self) -> str:
        """Summarize the migration, for use in messages."""
        return f"on another site migrate.py {describe_end(self.ran)}"


def counter_value(state: State, event: str) -> int:
    """Return the value of a counter for the agent's database user since the server started."""
    sql = f"select sum(ProfileEvents['{event}']) from system.user_processes where user = 'app'"
    return int(state.clickhouse.scalar(sql) or 0)


def layout(state: State | Graded) -> Layout:
    """Return the engine, keys and ordered columns of both tables."""
    tables = """
        select name, engine, sorting_key, partition_key from system.tables
        where database = 'ads' and name in ('events', 'daily') order by name
    """
    columns = """
        select table, name, type, default_kind from system.columns
        where database = 'ads' and table in ('events', 'daily') order by table, position
    """
    return [*state.clickhouse.query(tables), *state.clickhouse.query(columns)]


def _identities(state: State) -> dict[str, str]:
    sql = "select name, toString(uuid) from system.tables where database = 'ads' and name in ('events', 'daily')"
    return dict(state.clickhouse.query(sql))


@cache
def quiet_run(graded: Graded) -> Quiet:
    """Migrate another site; all checks share one run."""
    with graded.copy(data="starting") as copy:
        tables, read, inserted = (
            _identities(copy),
            counter_value(copy, "SelectedRows"),
            counter_value(copy, "InsertedRows"),
        )
        completed = copy.run(MIGRATE)
        read, inserted = counter_value(copy, "SelectedRows") - read, counter_value(copy, "InsertedRows") - inserted
        now = _identities(copy)
        replaced = sorted(name for name in tables if tables[name] != now.get(name))
        return Quiet(completed, read, inserted, replaced, layout(copy), describe_errors(graded, copy))
