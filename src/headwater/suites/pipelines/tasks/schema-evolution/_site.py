"""Another site, which goes the same way: migrated while items wait for the sync, then synced."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _items import MIGRATE, difference, in_postgres, insert, same_in_both, truth

from headwater.grading import Completed, Graded, QueryError, State

_FILE = "select relfilenode from pg_class where oid = 'catalog.items'::regclass"
_OF_THE_SEED = "(select xmin::text from catalog.items where item_id < 10 order by item_id limit 1)"


@dataclass(frozen=True)
class Site:
    """What happened on it.

    Attributes:
        migrated: The first run of the migrations.
        rewritten: Whether the table of Postgres is in another file.
        largest: Rows that one transaction changed, at most.
        needless: Rows without a weight that were written all the same.
        carried: Rows that the migrations inserted into ClickHouse.
        synced: The sync after it.
        sent: Rows that this inserted.
        fault: What is wrong in the end; empty if nothing.
        schema: Columns of both tables.
    """

    migrated: Completed
    rewritten: bool
    largest: int
    needless: int
    carried: int
    synced: Completed
    sent: int
    fault: str
    schema: tuple[dict[str, str], dict[str, str]]


def inserted(state: State) -> int:
    """Return how many rows were inserted into ClickHouse as the workspace's user."""
    sql = "select sum(ProfileEvents['InsertedRows']) from system.user_processes where user = 'app'"
    return int(state.clickhouse.scalar(sql) or 0)


PENDING = 40


@cache
def site(graded: Graded) -> Site:
    """Take another site the same way; done once for all checks."""
    with graded.copy(data="starting") as state:
        return _taken(state)


def _taken(state: State) -> Site:
    # What waits for the sync: first items without a weight, then such that have one.
    insert(state, *((910_000 + n, '{"colour": "red"}') for n in range(PENDING)))
    insert(state, *((920_000 + n, f'{{"weight": "{n + 1} kg"}}') for n in range(PENDING)))
    before, file = inserted(state), state.postgres.scalar(_FILE)
    migrated = state.run(MIGRATE)
    carried, rewritten = inserted(state) - before, state.postgres.scalar(_FILE) != file
    largest, needless = _transactions(state)
    before = inserted(state)
    synced = state.run()
    return Site(
        migrated,
        rewritten,
        largest,
        needless,
        carried,
        synced,
        inserted(state) - before,
        _fault(state),
        (state.postgres.columns("catalog.items"), state.clickhouse.columns("analytics.items")),
    )


def _transactions(state: State) -> tuple[int, int]:
    """Return the rows that one transaction changed at most, and those that none needed to."""
    rows = f"from catalog.items where xmin::text != {_OF_THE_SEED} and item_id < 900000"
    try:
        sizes = state.postgres.query(f"select count(*) {rows} group by xmin::text")
        needless = state.postgres.scalar(f"select count(*) {rows} and weight_kg is null")
    except QueryError:
        return 0, 0
    return max((int(size) for (size,) in sizes), default=0), int(needless)


def _fault(state: State) -> str:
    try:
        fault = difference(in_postgres(state.postgres), truth(state.postgres), "weights in Postgres")
    except QueryError as error:
        return str(error)
    return fault or same_in_both(state)
