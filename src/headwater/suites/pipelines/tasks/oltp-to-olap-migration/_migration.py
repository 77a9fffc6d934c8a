"""Run migrate.py on the starting data, as at the second site, and kill it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _closed import closed_sales, describe_errors
from _sales import CHECK, tables

from headwater.grading import Completed, Graded, QueryError, State, kill_points

MIGRATE = "python3 migrate.py"


@dataclass(frozen=True)
class Migrated:
    """The results of migrate.py at the second site.

    Attributes:
        first: The run of migrate.py, and how ClickHouse is wrong after it.
        requests: The number of requests that it sent.
        check: The run of --check after it.
        again: Another run of migrate.py, and how ClickHouse is wrong after it.
        next: A run of sync.py after it, and how ClickHouse is wrong after it.
        tables: The tables after these runs.
    """

    first: tuple[Completed, str]
    requests: int
    check: Completed
    again: tuple[Completed, str]
    next: tuple[Completed, str]
    tables: set[str]


@cache
def migrated(graded: Graded) -> Migrated:
    """Migrate the second site twice, and run sync.py."""
    with graded.copy(data="starting") as copy:
        whole = copy.run_killed(MIGRATE, after=None, timeout_sec=150)
        first = whole.completed, describe_errors(graded, copy)
        check = copy.run(CHECK)
        again = copy.run(MIGRATE, timeout_sec=150), describe_errors(graded, copy)
        following = copy.run(), describe_errors(graded, copy)
        return Migrated(first, whole.requests, check, again, following, tables(copy))


@dataclass(frozen=True)
class KilledMigration:
    """The results of killed runs of migrate.py.

    Attributes:
        lost: The smallest number of closed sales that readers saw after a killed run, and their right number.
        last: The run that was not killed, and how ClickHouse is wrong after it.
        check: The run of --check after it.
        next: A run of sync.py after it.
        tables: The tables after it.
    """

    lost: tuple[int, int]
    last: tuple[Completed, str]
    check: Completed
    next: Completed
    tables: set[str]


@cache
def killed_migration(graded: Graded) -> KilledMigration:
    """Kill runs of migrate.py at several of their requests, and then let one end."""
    right = fewest = len(closed_sales(graded))
    with graded.copy(data="starting") as copy:
        for after in kill_points(migrated(graded).requests):
            copy.run_killed(MIGRATE, after=after, timeout_sec=150)
            fewest = min(fewest, _closed_held(copy))
        last = copy.run(MIGRATE, timeout_sec=150), describe_errors(graded, copy)
        return KilledMigration((fewest, right), last, copy.run(CHECK), copy.run(), tables(copy))


def _closed_held(state: State) -> int:
    try:
        return int(state.clickhouse.scalar("select uniqExact(sale_id) from analytics.sales where sale_id <= 40000"))
    except QueryError:
        return 0
