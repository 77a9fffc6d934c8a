"""Migrate another site while items are waiting for the sync, and then run the sync."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _items import MIGRATE, difference, in_postgres, insert, same_in_both, truth

from headwater.grading import Completed, Graded, QueryError, State

_FILE = "select relfilenode from pg_class where oid = 'catalog.items'::regclass"
_OF_THE_SEED = "(select xmin::text from catalog.items where item_id < 10 order by item_id limit 1)"


@dataclass(frozen=True)
class Site:
    """The results of the migration and the sync.

    Attributes:
        migrated: The first run of the migrations.
        rewritten: Whether the Postgres table has a new file afterwards.
        largest: The largest number of rows changed by one transaction.
        needless: The number of updates to rows without a weight.
        carried: The number of rows that the migrations inserted into ClickHouse.
        synced: The sync after the migrations.
        sent: The number of rows that the sync inserted.
        fault: The errors at the end; empty if there are none.
        schema: The columns of both tables.
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
    """Return the number of rows that the workspace's user has inserted into ClickHouse."""
    sql = "select sum(ProfileEvents['InsertedRows']) from system.user_processes where user = 'app'"
    return int(state.clickhouse.scalar(sql) or 0)


PENDING = 40


@cache
def site(graded: Graded) -> Site:
    """Migrate another site; all checks share one run."""
    with graded.copy(data="starting") as state:
        return _migrate(state)


def _migrate(state: State) -> Site:
    # These items wait for the sync: first some without a weight, then some with one.
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
    """Return the largest number of rows in one transaction, and the number of needless updates."""
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
