"""Run scenarios in copies of the agent's state; each runs once, and all checks share the results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from _sales import (
    CHECK,
    REPORTS,
    Row,
    change,
    describe_errors,
    inserts,
    mutations,
    only,
    report_fault,
    rows_read,
    stored_sales,
    tables,
    truth,
)

from headwater.grading import Completed, Graded, State, away

INSERT = """
    insert into app.sales
        (sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, note, updated_at)
    values ({id}, {customer}, 'Book new', {country}, {amount}, 'EUR', '{sold_at}', 'paid', null, {note}, now());
"""
ODD = "'š\\\\ \"odd\" ''it'' \t\n, NULL \\N 🎧'"


@dataclass(frozen=True)
class Quiet:
    """The results of --check and of a second run without changes to sales.

    Attributes:
        check: The run with --check.
        run: The second run.
        read: The number of rows that the second run read from Postgres.
        inserts: The number of inserts that the second run made.
        check_changed: A message if --check wrote to ClickHouse; otherwise empty.
    """

    check: Completed
    run: Completed
    read: int
    inserts: int
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
        read, inserts_before = rows_read(copy), inserts(copy)
        completed = copy.run()
        return Quiet(check, completed, rows_read(copy) - read, inserts(copy) - inserts_before, changed)


@dataclass(frozen=True)
class Changed:
    """The results of runs after changes to sales.

    Attributes:
        few: The run after a few changes, the number of rows that it read from Postgres, and its number of inserts.
        few_wrong: How ClickHouse differs from Postgres after this run; empty if they agree.
        odd: The sales with unusual values, in ClickHouse and in Postgres.
        mixed: The run after many changes of all kinds.
        bulk: The sales from one large transaction, in ClickHouse and in Postgres after this run.
        refunds: The sales that the refund job changed, in both databases.
        moved: The sales that moved to another month, in both databases.
        wrong: How ClickHouse differs from Postgres after this run; empty if they agree.
        reports: How the results of each report differ after this run, keyed by report; empty strings if they agree.
        mutations: The number of mutations in ClickHouse during both runs.
        back: The run after a deleted sale was inserted again, and how ClickHouse differs from Postgres after it.
        tables: The tables in ClickHouse after all these runs.
    """

    few: tuple[Completed, int, int]
    few_wrong: str
    odd: tuple[list[Row], list[Row]]
    mixed: Completed
    bulk: tuple[list[Row], list[Row]]
    refunds: tuple[list[Row], list[Row]]
    moved: tuple[list[Row], list[Row]]
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
        read, inserts_before = rows_read(copy), inserts(copy)
        completed = copy.run()
        few, few_wrong = (completed, rows_read(copy) - read, inserts(copy) - inserts_before), describe_errors(copy)
        odd = only(copy, "sale_id between 70001 and 70003")
        change(copy, "update app.sales set note = 'bulk', updated_at = '2026-11-01' where sale_id % 4 = 2;")
        change(
            copy,
            "update app.sales set refunded = 1.01, status = 'refunded' where sale_id % 60 = 6 and status = 'paid';",
        )
        change(copy, "update app.sales set sold_at = sold_at - interval '62 days' where sale_id % 150 = 9;")
        change(copy, "delete from app.sales where sale_id % 77 = 3; delete from app.sales where sale_id = 70001;")
        mixed = copy.run()
        checks = [only(copy, where) for where in ("sale_id % 4 = 2", "sale_id % 60 = 6", "sale_id % 150 = 9")]
        fault = describe_errors(copy)
        reports = {name: report_fault(graded, copy, name) for name in REPORTS}
        rewritten = mutations(copy) - rewritten
        change(
            copy,
            INSERT.format(id=70001, customer=417, country="'BE'", amount="1.00", note="null", sold_at="2026-01-02"),
        )
        back = copy.run(), describe_errors(copy)
        return Changed(few, few_wrong, odd, mixed, *checks, fault, reports, rewritten, back, tables(copy))


def _few() -> str:
    odd = {"customer": 417, "country": "''", "sold_at": "2026-05-31 23:59:59.999999+00"}
    return (
        INSERT.format(id=70001, amount="999999999999.99", note=ODD, **odd)
        + INSERT.format(
            id=70002, amount="0.01", note="''", **odd | {"country": "null", "sold_at": "2026-05-31 23:59:59.999999-01"}
        )
        + INSERT.format(id=70003, amount="-5.10", note="null", **odd | {"sold_at": "2026-03-29 01:30:00.000001+00"})
        + "update app.sales set refunded = 0.00 where sale_id = 70003;"
        + "update app.sales set product = 'Book renamed' where sale_id in (100, 20000);"
        + "delete from app.sales where sale_id in (101, 20001);"
    )


@dataclass(frozen=True)
class NewSite:
    """The setup of a site where ClickHouse has no tables yet.

    Attributes:
        applied: The run of apply.py.
        first: The first run of sync.py, the number of rows that it read from Postgres, and its number of inserts.
        fault: How ClickHouse differs from Postgres after it; empty if they agree.
        types: The column types of analytics.sales, in column order.
        again: The second run of apply.py, and how ClickHouse differs from Postgres after it.
    """

    applied: Completed
    first: tuple[Completed, int, int]
    fault: str
    types: dict[str, str]
    again: tuple[Completed, str]


@cache
def new_site(graded: Graded) -> NewSite:
    """Drop all databases and the tables in `default`, and set up the site again."""
    with graded.copy() as copy:
        for name in tables(copy):
            database = name.partition(".")[0]
            what = f"table if exists {name}" if database == "default" else f"database if exists `{database}`"
            copy.clickhouse.execute(f"drop {what} sync")
        applied = copy.run("python3 apply.py")
        read, inserts_before = rows_read(copy), inserts(copy)
        completed = copy.run()
        first = completed, rows_read(copy) - read, inserts(copy) - inserts_before
        fault = describe_errors(copy)
        types = dict(copy.clickhouse.columns("analytics.sales")) if copy.clickhouse.has_table("analytics.sales") else {}
        return NewSite(applied, first, fault, types, (copy.run("python3 apply.py"), describe_errors(copy)))


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
        change(copy, "update app.sales set note = 'away' where sale_id < 50; delete from app.sales where sale_id = 60;")
        runs = [copy.run(env=away(name), timeout_sec=60) for name in ("postgres", "clickhouse")]
        checks = [copy.run(CHECK, env=away(name), timeout_sec=60) for name in ("postgres", "clickhouse")]
        return Outages(runs, checks, (copy.run(), describe_errors(copy)))


@dataclass(frozen=True)
class Drifted:
    """The results of --check while the databases differ, and of a run while Postgres has no sales.

    Attributes:
        number: The run of --check after sales were deleted and inserted, and the lines that it should print.
        amount: The run of --check after the amount of one sale changed, and the lines that it should print.
        empty: A run while app.sales is empty, and whether ClickHouse has the same sales as before it.
    """

    number: tuple[Completed, list[str]]
    amount: tuple[Completed, list[str]]
    empty: tuple[Completed, bool]


@cache
def drifted(graded: Graded) -> Drifted:
    """Change only Postgres and run --check; finally, delete all sales and run sync.py."""
    with graded.copy() as copy:
        change(
            copy,
            "delete from app.sales where sale_id % 3000 = 14;"
            + INSERT.format(id=70009, customer=1, country="null", amount="1.00", note="null", sold_at="2027-02-01"),
        )
        number = copy.run(CHECK), _months(copy)
        copy.run()
        change(copy, "update app.sales set amount = amount + 0.01 where sale_id = 777;")
        amount = copy.run(CHECK), _months(copy)
        copy.run()
        change(
            copy,
            "alter table app.sales disable trigger user; delete from app.sales;"
            "alter table app.sales enable trigger user;",
        )
        before = stored_sales(copy)
        empty = copy.run()
        return Drifted(number, amount, (empty, stored_sales(copy) == before))


def _months(state: State) -> list[str]:
    sides = []
    for rows in (stored_sales(state), truth(state)):
        months: dict[str, set[Row]] = {}
        for row in rows:
            months.setdefault(_month(row[6]), set()).add(row)
        sides.append(months)
    first_side, second_side = sides
    other = sorted(
        month for month in first_side.keys() | second_side.keys() if first_side.get(month) != second_side.get(month)
    )
    return [f"{month} {len(first_side.get(month, ()))} {len(second_side.get(month, ()))}" for month in other]


def _month(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m")
