"""Run scenarios in copies of the agent's state; each runs once, and all checks share the results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from _sales import (
    EVERY_DAY,
    STATUS,
    Delivery,
    Figures,
    deliver,
    deliver_many,
    describe_errors,
    difference,
    fetched,
    inserts,
    old,
    stored_figures,
    truth,
)

from headwater.grading import Completed, Graded, State, away, kill_points

_NOON = "2026-11-18 12:00:00+00"
_CHANGES = (
    Delivery("N-1", 1, "paid", 4321, "2026-11-20 11:00:00+00", 1),
    Delivery("N-11", 1, "paid", 1000, _NOON, 2),
    Delivery("N-11", 2, "shipped", 900, _NOON, 3),
    Delivery("N-11", 2, "shipped", 900, _NOON, 4),
    Delivery("N-12", 3, "cancelled", 5000, _NOON, 5, "helsinki"),
    Delivery("N-12", 2, "paid", 5000, _NOON, 6, "helsinki"),
    Delivery("N-13", 1, "paid", None, _NOON, 7, "austin"),
    Delivery("N-14", 1, "on_hold", 700, _NOON, 8, "austin"),
    Delivery("N-15", 1, "paid", 800, "2026-11-19 09:30:00+00", 9, "honolulu"),
    Delivery("N-16", 1, "paid", 600, _NOON, 10, "apia"),
)
_SHIPPED = """
    select order_id, shop, (placed_at - {ago} * interval '1 day')::text from raw.orders
    where status = 'shipped' and revision = 3 and placed_at between '2026-10-20' and '2026-10-21' order by 1 limit 1
"""
_WITHDRAW = """
    delete from raw.orders where order_id in (
        select order_id from raw.orders where placed_at between '2026-11-03 12:00+00' and '2026-11-03 15:00+00'
    );
"""
_PURGE = """
    delete from raw.orders where order_id in (
        select order_id from (select distinct on (order_id) * from raw.orders order by order_id, revision desc) latest
        join raw.shops using (shop) where (placed_at at time zone time_zone)::date < '2026-09-25'
    );
"""
_READ_MEANWHILE = r"""
import json, os, subprocess, sys, threading
import clickhouse_connect

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
SQL = "SELECT sum(orders), sum(revenue_cents) FROM sales.daily WHERE day < '2026-11-10' OR shop = 'lisbon'"
ended, answers, asked, failed = threading.Event(), set(), 0, ""


def read():
    global asked, failed
    while not ended.is_set():
        try:
            answers.add(tuple(client.query(SQL).first_row))
            asked += 1
        except clickhouse_connect.driver.exceptions.ClickHouseError as error:
            failed = str(error)[:200]


thread = threading.Thread(target=read)
thread.start()
codes = []
for command in (["pipeline.py"], ["pipeline.py", "--days", "2026-09-21", "2026-11-30"]):
    codes.append(subprocess.run([sys.executable, *command], capture_output=True).returncode)
ended.set()
thread.join()
print(json.dumps({"codes": codes, "answers": sorted(answers)[:4], "asked": asked, "failed": failed}))
"""


@dataclass(frozen=True)
class Quiet:
    """A scenario without new deliveries: the status, a recomputation of all days, a run, and the rows that it read."""

    status: Completed
    days: Completed
    days_changed: str
    idle: Completed
    read: int


@cache
def quiet_runs(graded: Graded) -> Quiet:
    """Run all programs without new deliveries."""
    with graded.copy() as copy:
        status = copy.run(STATUS)
        before = stored_figures(copy)
        days = copy.run(EVERY_DAY)
        changed = difference(stored_figures(copy), before)
        copy.run()
        fetched_before = fetched(copy)
        idle = copy.run()
        return Quiet(status, days, changed, idle, fetched(copy) - fetched_before)


@dataclass(frozen=True)
class Outcomes:
    """A scenario with deliveries of all kinds, one that moves an order, and one that becomes visible late.

    Attributes:
        mixed: The run after deliveries of all kinds.
        grown: The changes to the figures in that run.
        moved: The run after a revision that moves an order, and the next run.
        moved_fault: The errors after the run that moved the order; empty if there are none.
        read: The number of rows that this run read from raw.orders.
        late: The run after the late delivery.
        late_fault: The errors after that run; empty if there are none.
    """

    mixed: Completed
    grown: Figures
    moved: tuple[Completed, Completed]
    moved_fault: str
    read: int
    late: Completed
    late_fault: str


@cache
def outcomes(graded: Graded) -> Outcomes:
    """Insert deliveries and run the pipeline after each."""
    with graded.copy() as copy:
        for shop in ("Honolulu", "Apia"):
            copy.postgres.execute(f"insert into raw.shops values ('{shop.lower()}', 'Pacific/{shop}');")
        deliver(copy, *_CHANGES)
        before = stored_figures(copy)
        mixed = copy.run()
        grown = _growth(before, stored_figures(copy))
        order, shop, placed = copy.postgres.query(_SHIPPED.format(ago=3))[0]
        deliver(copy, Delivery(order, 9, "shipped", 77, placed, 1_000, shop))
        fetched_before = fetched(copy)
        first = copy.run()
        read, moved_fault = fetched(copy) - fetched_before, describe_errors(copy)
        second = copy.run()
        number = deliver(copy, Delivery("N-22", 1, "paid", 2200, "2026-11-20 11:30:00+00", 1_990))
        copy.run()
        deliver(copy, Delivery("N-21", 1, "paid", 2100, "2026-11-20 11:30:00+00", 1_740, "austin"), number=number - 250)
        late = copy.run()
        return Outcomes(mixed, grown, (first, second), moved_fault, read, late, describe_errors(copy))


def _growth(before: Figures, after: Figures) -> Figures:
    grown: Figures = {}
    for pair in before.keys() | after.keys():
        (orders, cents), (more_orders, more_cents) = before.get(pair, (0, 0)), after.get(pair, (0, 0))
        if (orders, cents) != (more_orders, more_cents):
            grown[pair] = more_orders - orders, more_cents - cents
    return grown


@dataclass(frozen=True)
class Withdrawn:
    """A scenario in which the gateway withdraws orders, changes a total, and deletes its oldest days.

    Attributes:
        status: The status after orders were withdrawn and one arrived, and the lines that it should print.
        elsewhere: A recomputation of unaffected days, and the figures that it changed.
        days: A recomputation of these orders' days, and the errors after it.
        revenue: The status after the total of an order changed, and the order's shop.
        lost: A run, a recomputation and the status after the oldest days were deleted, and the figures that changed.
    """

    status: tuple[Completed, list[str]]
    elsewhere: tuple[Completed, str]
    days: tuple[Completed, str]
    revenue: tuple[Completed, str]
    lost: tuple[list[Completed], str]


@cache
def withdrawn(graded: Graded) -> Withdrawn:
    """Delete and change deliveries, and run the programs after each step."""
    with graded.copy() as copy:
        copy.postgres.execute(_WITHDRAW)
        deliver(copy, Delivery("N-41", 1, "paid", 100, "2026-11-03 09:00:00+00", 1, "helsinki"))
        status = copy.run(STATUS), expected_status(copy)
        before = stored_figures(copy)
        elsewhere = (
            copy.run("python3 pipeline.py --days 2026-10-20 2026-10-25"),
            difference(stored_figures(copy), before),
        )
        days = copy.run("python3 pipeline.py --days 2026-11-01 2026-11-06"), describe_errors(copy)
        order, shop, placed = copy.postgres.query(_SHIPPED.format(ago=0))[0]
        deliver(copy, Delivery(order, 9, "shipped", 1, placed, 1_000, shop))
        revenue = copy.run(STATUS), shop
        copy.run()
        copy.postgres.execute(_PURGE)
        before = stored_figures(copy)
        lost = [copy.run(), copy.run(EVERY_DAY), copy.run(STATUS)]
        return Withdrawn(status, elsewhere, days, revenue, (lost, difference(stored_figures(copy), before)))


def expected_status(state: State) -> list[str]:
    """Return the lines that status.py has to print."""
    held_figures, expected_figures = stored_figures(state), truth(state)
    first = min(day for day, _ in expected_figures)
    pairs = sorted(pair for pair in held_figures.keys() | expected_figures.keys() if pair[0] >= first)
    found = [(pair, held_figures.get(pair, (0, 0)), expected_figures.get(pair, (0, 0))) for pair in pairs]
    return [f"{day} {shop} {stored[0]} {expected[0]}" for (day, shop), stored, expected in found if stored != expected]


@dataclass(frozen=True)
class NewSite:
    """A scenario on a new site: the schema, the first run, and the recomputation of many figures.

    Attributes:
        applied: The run of apply.py.
        first: The first run.
        first_inserts: The number of its inserts.
        fault: The errors after the first run; empty if there are none.
        days: The run that recomputes all days after every tenth order was withdrawn.
        days_inserts: The number of its inserts.
    """

    applied: Completed
    first: Completed
    first_inserts: int
    fault: str
    days: Completed
    days_inserts: int


@cache
def new_site(graded: Graded) -> NewSite:
    """Set up and fill a new site."""
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database sales sync")
        applied = copy.run("python3 apply.py")
        before = inserts(copy)
        first = copy.run()
        first_inserts = inserts(copy) - before
        fault = describe_errors(copy) or ("there are days that Postgres does not have" if old(copy) else "")
        copy.postgres.execute("delete from raw.orders where hashtext(order_id) % 10 = 0;")
        before = inserts(copy)
        days = copy.run(EVERY_DAY)
        return NewSite(applied, first, first_inserts, fault, days, inserts(copy) - before)


@dataclass(frozen=True)
class Disturbed:
    """Complete runs after killed runs and after concurrent runs, each with the errors that remain after it."""

    killed: tuple[Completed, str]
    overlapping: tuple[Completed, str]


@cache
def disturbed(graded: Graded) -> Disturbed:
    """Kill runs that load many orders at several of their requests, and then start four runs at the same time."""
    with graded.copy() as copy:
        deliver_many(copy, "K")
        whole = copy.run_killed(after=None)
        for number, after in enumerate(kill_points(whole.requests)):
            deliver_many(copy, f"K{number}")
            copy.run_killed(after=after)
        killed = copy.run(), describe_errors(copy)
        deliver_many(copy, "L")
        copy.run("for n in 1 2 3 4; do python3 pipeline.py & done; wait", timeout_sec=60)
        return Disturbed(killed, (copy.run(), describe_errors(copy)))


@cache
def read_meanwhile(graded: Graded) -> tuple[dict[str, Any], str]:
    """Read figures that do not change while runs write others; return the values read, and the errors at the end."""
    with graded.copy() as copy:
        deliver_many(copy, "R")
        copy.postgres.execute(
            "delete from raw.orders where order_id like 'R-%' and (shop = 'lisbon' or placed_at < '2026-11-11');"
        )
        copy.write(".meanwhile", _READ_MEANWHILE)
        completed = copy.run("python3 -I .meanwhile", timeout_sec=90)
        report = json.loads(completed.stdout.strip().rpartition("\n")[2]) if completed.exit_code == 0 else {}
        return report, describe_errors(copy)


@dataclass(frozen=True)
class Outages:
    """Runs of both programs without Postgres and without ClickHouse, and the figures that changed meanwhile."""

    runs: list[Completed]
    statuses: list[Completed]
    changed: str


@cache
def outages(graded: Graded) -> Outages:
    """Run both programs without Postgres, and then without ClickHouse."""
    with graded.copy() as copy:
        before = stored_figures(copy)
        runs = [copy.run(env=away(name), timeout_sec=40) for name in ("postgres", "clickhouse")]
        statuses = [copy.run(STATUS, env=away(name), timeout_sec=40) for name in ("postgres", "clickhouse")]
        return Outages(runs, statuses, difference(stored_figures(copy), before))
