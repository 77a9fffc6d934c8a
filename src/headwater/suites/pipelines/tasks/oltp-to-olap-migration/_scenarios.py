"""Run scenarios in copies of the agent's state; each runs once, and all checks share the results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _closed import describe_errors
from _sales import (
    CHECK,
    REPORTS,
    Row,
    change,
    describe_end,
    difference,
    inserts,
    mutations,
    only,
    report_fault,
    rows_read,
    stored_sales,
    tables,
    truth,
    work,
)

from headwater.grading import Completed, Graded, State, away

INSERT = """
    insert into app.sales
        (sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, note, updated_at)
    values ({id}, {customer}, 'Book new', {country}, {amount}, 'EUR', '{sold_at}', 'paid', null, {note}, now());
"""
_MIXED = (
    "update app.sales set note = 'bulk', updated_at = '2026-11-01' where sale_id % 4 = 2;",
    "select app.refund(sale_id, 1.01) from app.sales where sale_id % 60 = 6 and status = 'paid';",
    "update app.sales set sold_at = sold_at - interval '62 days' where sale_id % 150 = 9 and sold_at > '2025-12-01';",
    "update app.sales set customer_id = 417 where sale_id % 500 = 11;",
    "delete from app.sales where sale_id % 77 = 3; delete from app.sales where sale_id = 170001;",
)
ODD = "'š\\\\ \"odd\" ''it'' \t\n, NULL \\N 🎧'"


def describe_run(completed: Completed, fault: str) -> str:
    """Describe how a run ended, and what is wrong after it."""
    return f"{describe_end(completed)}; {fault or 'no sale is wrong'}"


def measured(copy: State) -> tuple[Completed, int, int, int]:
    """Run sync.py; also return the rows that it read in Postgres, its inserts, and its rows in ClickHouse."""
    before = rows_read(copy), inserts(copy), work(copy)
    completed = copy.run()
    return completed, rows_read(copy) - before[0], inserts(copy) - before[1], work(copy) - before[2]


@dataclass(frozen=True)
class Quiet:
    """The results of --check and of a second run without changes to sales.

    Attributes:
        check: The run with --check.
        run: The second run.
        read: The number of rows that the second run read from Postgres.
        inserts: The number of inserts that the second run made.
        work: The number of rows that the second run read or wrote in ClickHouse.
        check_changed: A message if --check wrote to ClickHouse; otherwise empty.
    """

    check: Completed
    run: Completed
    read: int
    inserts: int
    work: int
    check_changed: str


@cache
def quiet_runs(graded: Graded) -> Quiet:
    """Run --check and sync.py without changes to sales."""
    with graded.copy() as copy:
        before = stored_sales(copy), tables(copy), inserts(copy)
        check = copy.run(CHECK)
        changed = (
            "" if (stored_sales(copy), tables(copy), inserts(copy)) == before else "--check has written to ClickHouse"
        )
        copy.run()
        completed, read, inserted, worked = measured(copy)
        return Quiet(check, completed, read, inserted, worked, changed)


@dataclass(frozen=True)
class Changed:
    """The results of runs after changes to sales.

    Attributes:
        few: The run after seven changes, as `measured` returns it.
        few_wrong: How ClickHouse differs from Postgres after this run; empty if they agree.
        odd: The sales with unusual values, in ClickHouse and in Postgres.
        some: The run after changes of 150 sales of all months, as `measured` returns it, and what is wrong after it.
        mixed: The run after many changes of all kinds.
        wrong: How ClickHouse differs from Postgres after this run; empty if they agree.
        reports: How the results of each report differ after this run, keyed by report; empty strings if they agree.
        mutations: The number of mutations in ClickHouse during both runs.
        back: The run after a deleted sale was inserted again, and how ClickHouse differs from Postgres after it.
        tables: The tables in ClickHouse after all these runs.
    """

    few: tuple[Completed, int, int, int]
    few_wrong: str
    odd: tuple[list[Row], list[Row]]
    some: tuple[tuple[Completed, int, int, int], str]
    mixed: Completed
    wrong: str
    reports: dict[str, str]
    mutations: int
    back: tuple[Completed, str]
    tables: set[str]


@cache
def runs_after_changes(graded: Graded) -> Changed:
    """Change sales in several ways, and run sync.py after each."""
    with graded.copy() as copy:
        rewritten = mutations(copy)
        change(copy, _few())
        few, few_wrong = measured(copy), describe_errors(graded, copy)
        odd = only(copy, "sale_id between 170001 and 170003")
        change(copy, "update app.sales set status = 'paid', product = 'Book some' where sale_id % 333 = 1;")
        some = measured(copy), describe_errors(graded, copy)
        for statement in _MIXED:
            change(copy, statement)
        mixed = copy.run()
        fault = describe_errors(graded, copy)
        reports = {name: report_fault(graded, copy, name) for name in REPORTS}
        rewritten = mutations(copy) - rewritten
        change(
            copy,
            INSERT.format(id=170001, customer=417, country="'BE'", amount="1.00", note="null", sold_at="2026-01-02"),
        )
        back = copy.run(), describe_errors(graded, copy)
        return Changed(few, few_wrong, odd, some, mixed, fault, reports, rewritten, back, tables(copy))


def _few() -> str:
    odd = {"customer": 417, "country": "''", "sold_at": "2026-05-31 23:59:59.999999+00"}
    return (
        INSERT.format(id=170001, amount="999999999999.99", note=ODD, **odd)
        + INSERT.format(
            id=170002, amount="0.01", note="''", **odd | {"country": "null", "sold_at": "2026-05-31 23:59:59.999999-01"}
        )
        + INSERT.format(id=170003, amount="-5.10", note="null", **odd | {"sold_at": "2026-03-29 01:30:00.000001+00"})
        + "update app.sales set refunded = 0.00 where sale_id = 170003;"
        + "update app.sales set product = 'Book renamed' where sale_id in (60100, 90000);"
        + "delete from app.sales where sale_id in (60101, 90100);"
    )


@dataclass(frozen=True)
class NewSite:
    """The setup of a site where ClickHouse has no tables yet.

    Attributes:
        applied: The run of apply.py.
        first: The first run of sync.py, as `measured` returns it.
        fault: How ClickHouse differs from Postgres after it; empty if they agree.
        again: The second run of apply.py, and how ClickHouse differs from Postgres after it.
        tables: The tables in ClickHouse.
    """

    applied: Completed
    first: tuple[Completed, int, int, int]
    fault: str
    again: tuple[Completed, str]
    tables: set[str]


def drop_everything(copy: State) -> None:
    """Drop all databases and the tables in `default`."""
    for name in tables(copy):
        database = name.partition(".")[0]
        what = f"table if exists {name}" if database == "default" else f"database if exists `{database}`"
        copy.clickhouse.execute(f"drop {what} sync")


@cache
def new_site(graded: Graded) -> NewSite:
    """Drop everything, and set up the site again."""
    with graded.copy() as copy:
        drop_everything(copy)
        applied = copy.run("python3 apply.py")
        first = measured(copy)
        fault = difference(stored_sales(copy), truth(copy))
        again = copy.run("python3 apply.py"), difference(stored_sales(copy), truth(copy))
        return NewSite(applied, first, fault, again, tables(copy))


@dataclass(frozen=True)
class Outages:
    """The results of runs and checks while a database is unreachable.

    Attributes:
        runs: A run without Postgres, and one without ClickHouse.
        checks: The runs with --check, without Postgres and without ClickHouse.
        next: A run with both databases, and how ClickHouse differs from Postgres after it; empty if they agree.
    """

    runs: list[Completed]
    checks: list[Completed]
    next: tuple[Completed, str]


@cache
def outages(graded: Graded) -> Outages:
    """Change sales, and run sync.py first without one database, then without the other, and then with both."""
    with graded.copy() as copy:
        change(copy, "update app.sales set note = 'away' where sale_id between 60200 and 60250;")
        change(copy, "delete from app.sales where sale_id = 60300;")
        runs = [copy.run(env=away(name), timeout_sec=60) for name in ("postgres", "clickhouse")]
        checks = [copy.run(CHECK, env=away(name), timeout_sec=60) for name in ("postgres", "clickhouse")]
        return Outages(runs, checks, (copy.run(), describe_errors(graded, copy)))
