"""Migrate sister shops without traffic, and measure the work: once quietly, once interrupted, once by two engineers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _catalog import Catalog, has_required, read_catalog
from _orders import place, read_orders, seeded_orders, state_line
from _traffic import Traffic, wrong_seeded

from headwater.grading import Completed, Graded, QueryError, State

MIGRATE = "bash migrate.sh"
LIMIT_SEC = 180
_IS_VALID = "select indisvalid from pg_index where indexrelid = to_regclass('shop.orders_currency_created')"
_TABLES = "schemaname = 'shop' and relname not in ('currencies', 'markets', 'shipments')"
_SCANNED = f"select coalesce(sum(seq_tup_read), 0)::bigint from pg_stat_user_tables where {_TABLES}"
_READ = f"""
    select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::bigint
    from pg_stat_user_tables where {_TABLES}
"""
_WRITTEN = "select tup_inserted + tup_updated + tup_deleted from pg_stat_database where datname = current_database()"
_LARGEST = "select max(n) from (select count(*) as n from shop.orders group by xmin::text) sizes"
_SIZE = "select pg_table_size('shop.orders')"

# Kill the migration when it has printed that a part of the rows is filled, or after the given seconds.
_KILLED = r"""
import os, re, signal, subprocess, sys, time

share, limit = float(sys.argv[1]), float(sys.argv[2])
with open(".printed", "w") as printed:
    process = subprocess.Popen(["bash", "migrate.sh"], stdout=printed, stderr=printed, start_new_session=True)
deadline = time.monotonic() + limit
while process.poll() is None and time.monotonic() < deadline:
    found = re.findall(r"filled=(\d+) of (\d+)", open(".printed").read())
    if found and int(found[-1][0]) >= share * int(found[-1][1]):
        break
    time.sleep(0.02)
if process.poll() is None:
    os.killpg(process.pid, signal.SIGKILL)
process.wait()
os.remove(".printed")
"""
_INVALID = r"""
import psycopg

with psycopg.connect("") as reader, psycopg.connect("", autocommit=True) as builder:
    reader.execute("set transaction isolation level repeatable read")
    reader.execute("select count(*) from shop.currencies").fetchone()
    builder.execute("set lock_timeout = '300ms'")
    try:
        builder.execute("create index concurrently orders_currency_created on shop.orders (currency, created_at)")
    except psycopg.errors.LockNotAvailable:
        print("invalid")
"""


@dataclass(frozen=True)
class Work:
    """Counters of a state: rows read by scans, rows read in any way, and rows written."""

    scanned: int
    read: int
    written: int

    def __sub__(self, other: Work) -> Work:
        return Work(self.scanned - other.scanned, self.read - other.read, self.written - other.written)


def work(state: State) -> Work:
    """Return the counters, after all sessions have reported theirs."""
    state.postgres.query("select pg_stat_force_next_flush(), pg_sleep(0.3)")
    state.postgres.app.query("select pg_stat_force_next_flush(), pg_sleep(0.3)")
    return Work(*(int(state.postgres.scalar(sql)) for sql in (_SCANNED, _READ, _WRITTEN)))


def site_fault(graded: Graded, state: State) -> str:
    """Describe what is wrong with the orders of a migrated site without traffic; empty if nothing is."""
    try:
        if not has_required(state, "amount_minor"):
            return "amount_minor is not required"
        _, wrong = wrong_seeded(Traffic((), seeded_orders(graded)), read_orders(state), frozenset())
    except QueryError as error:
        return str(error)
    return f"{len(wrong)} orders are wrong, such as {wrong[0]}" if wrong else ""


@dataclass(frozen=True)
class Quiet:
    """A site that is migrated, migrated again, taken back twice, and migrated once more.

    Attributes:
        before: What ``status`` printed at first.
        ran: The migration.
        cost: The work of the migration.
        largest: The number of rows that the largest transaction changed.
        growth: The size of the table, relative to its size before.
        fault: What is wrong with the orders after the migration.
        status: ``status`` after the migration, and its work.
        again: The second run, and its work.
        rolled: The rollback, and its work.
        restored: The catalog after the rollback.
        status_restored: What ``status`` printed after the rollback.
        kept_amount: The amount that an order of release 2 has after the rollback.
        release_1_writes: Whether release 1 can place an order after the rollback.
        rolled_again: A second rollback.
        once_more: The migration after the rollbacks, and what is wrong with the orders after it.
    """

    before: str
    ran: Completed
    cost: Work
    largest: int
    growth: float
    fault: str
    status: tuple[Completed, Work]
    again: tuple[Completed, Work]
    rolled: tuple[Completed, Work]
    restored: Catalog
    status_restored: str
    kept_amount: float | None
    release_1_writes: bool
    rolled_again: Completed
    once_more: tuple[Completed, str]


def _measured(state: State, command: str) -> tuple[Completed, Work]:
    before = work(state)
    completed = state.run(command, timeout_sec=LIMIT_SEC)
    return completed, work(state) - before


def _accepts(graded: Graded, state: State, release: int, number: int, **values: object) -> bool:
    try:
        return bool(place(graded, state, release, number, **values))
    except QueryError:
        return False


def _number(state: State, sql: str) -> float:
    try:
        return float(state.postgres.scalar(sql) or 0)
    except QueryError:
        return float("inf")


@cache
def quiet_site(graded: Graded) -> Quiet:
    """Migrate a site without traffic; all checks share one run."""
    with graded.copy(data="starting") as site:
        size = _number(site, _SIZE)
        before = state_line(site.run(f"{MIGRATE} status"))
        ran, cost = _measured(site, MIGRATE)
        largest, growth = int(min(_number(site, _LARGEST), 1e9)), _number(site, _SIZE) / size
        fault = site_fault(graded, site)
        status, again = _measured(site, f"{MIGRATE} status"), _measured(site, MIGRATE)
        _accepts(graded, site, 2, 1, amount_minor=1234)
        rolled = _measured(site, f"{MIGRATE} rollback")
        restored = read_catalog(site)
        return Quiet(
            before,
            ran,
            cost,
            largest,
            growth,
            fault,
            status,
            again,
            rolled,
            restored,
            state_line(site.run(f"{MIGRATE} status")),
            _kept_amount(site),
            _accepts(graded, site, 1, 2, amount=1.5),
            site.run(f"{MIGRATE} rollback", timeout_sec=LIMIT_SEC),
            (site.run(MIGRATE, timeout_sec=LIMIT_SEC), site_fault(graded, site)),
        )


def _kept_amount(site: State) -> float | None:
    sql = "select amount from shop.orders where order_key = '00000000-0000-4000-8000-000000000001'"
    amount = site.postgres.scalar(sql)
    return None if amount is None else float(amount)


@dataclass(frozen=True)
class Interrupted:
    """A site whose migration is killed twice and taken back, and killed and resumed.

    Attributes:
        halfway: What ``status`` printed after the migration was killed.
        taken_back: The rollback of the migration that was half done.
        restored: The catalog after that rollback.
        resumed: The run that went on after another kill.
        fault: What is wrong with the orders at the end.
        written: The number of rows written by the killed and the resumed run together.
    """

    halfway: str
    taken_back: Completed
    restored: Catalog
    resumed: Completed
    fault: str
    written: int


@cache
def interrupted_site(graded: Graded) -> Interrupted:
    """Kill the migration of a site without traffic; all checks share one run."""
    with graded.copy(data="starting") as site:
        site.write(".kill", _KILLED)
        site.run("python3 -I .kill 0.2 20", timeout_sec=60)
        halfway = state_line(site.run(f"{MIGRATE} status"))
        taken_back = site.run(f"{MIGRATE} rollback", timeout_sec=LIMIT_SEC)
        restored = read_catalog(site)
        before = work(site)
        site.run("python3 -I .kill 0.6 20", timeout_sec=60)
        resumed = site.run(MIGRATE, timeout_sec=LIMIT_SEC)
        written = (work(site) - before).written
        return Interrupted(halfway, taken_back, restored, resumed, site_fault(graded, site), written)


@dataclass(frozen=True)
class Twins:
    """A site with an invalid index of an earlier attempt, where two engineers start the migration at the same time.

    Attributes:
        prepared: Whether the invalid index could be made.
        runs: Both exit codes and last lines.
        index: Whether the index is valid at the end; None if there is none.
        fault: What is wrong with the orders at the end.
    """

    prepared: bool
    runs: list[str]
    index: bool | None
    fault: str


@cache
def twin_site(graded: Graded) -> Twins:
    """Run two migrations at once on a site with an invalid index; all checks share one run."""
    both = f"({MIGRATE} > .one; echo $? >> .one) & ({MIGRATE} > .two; echo $? >> .two) & wait"
    with graded.copy(data="starting") as site:
        site.write(".invalid", _INVALID)
        prepared = site.run("python3 -I .invalid").stdout.strip() == "invalid"
        site.run(both, timeout_sec=LIMIT_SEC)
        runs = [" ".join(site.run(f"tail -n 2 {name}").stdout.split()) for name in (".one", ".two")]
        return Twins(prepared, runs, site.postgres.scalar(_IS_VALID), site_fault(graded, site))
