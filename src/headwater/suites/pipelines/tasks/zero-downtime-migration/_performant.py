"""Performance checks: the migration writes each row once in small transactions, and the app's statements stay cheap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from _orders import describe_end, place, seeded_orders, statement
from _sites import interrupted_site, quiet_site, work

from headwater.grading import Graded, Result, expect, performant


def _rows_read(plan: Mapping[str, Any]) -> int:
    def nodes(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        yield node
        for below in node.get("Plans", []):
            yield from nodes(below)

    scans = [node for node in nodes(plan["Plan"]) if "Relation Name" in node]
    return int(
        sum((node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"] for node in scans)
    )


@performant(demand="docs/runbook.md#while-everybody-works")
def transactions_are_small(graded: Graded) -> Result:
    """No transaction of the migration changes more than 5,000 rows."""
    site = quiet_site(graded)
    return expect(
        site.ran.exit_code == 0 and site.largest <= 5_000,
        f"the migration {describe_end(site.ran)}; the largest transaction changed {site.largest} rows",
    )


@performant(demand="docs/runbook.md#cost")
def each_row_is_written_once(graded: Graded) -> Result:
    """The migration writes at most 1.2 times as many rows as there are orders."""
    site, orders = quiet_site(graded), len(seeded_orders(graded))
    return expect(
        site.ran.exit_code == 0 and orders / 2 < site.cost.written <= 1.2 * orders,
        f"the migration of {orders} orders wrote {site.cost.written} rows",
    )


@performant(demand="docs/runbook.md#eight times")
def the_table_is_scanned_rarely(graded: Graded) -> Result:
    """The migration scans at most eight times as many rows as there are orders."""
    site, orders = quiet_site(graded), len(seeded_orders(graded))
    return expect(
        site.ran.exit_code == 0 and site.cost.scanned <= 8.2 * orders,
        f"the migration of {orders} orders scanned {site.cost.scanned} rows",
    )


@performant(demand="docs/runbook.md#two and a half times its size")
def the_table_does_not_swell(graded: Graded) -> Result:
    """The table grows to at most two and a half times its size."""
    site = quiet_site(graded)
    return expect(site.ran.exit_code == 0 and site.growth <= 2.5, f"the table has {site.growth:.2f} times its size")


@performant(demand="docs/runbook.md#it does not do the work again")
def a_resumed_migration_writes_the_rest(graded: Graded) -> Result:
    """A killed and a resumed run together write at most 1.2 times as many rows as there are orders."""
    site, orders = interrupted_site(graded), len(seeded_orders(graded))
    return expect(
        site.resumed.exit_code == 0 and orders / 2 < site.written <= 1.2 * orders,
        f"for {orders} orders, the killed and the resumed run wrote {site.written} rows",
    )


@performant(demand="docs/runbook.md#ends at once")
def a_run_without_work_reads_nothing(graded: Graded) -> Result:
    """A run on a migrated table reads at most 1,000 rows, and writes none."""
    completed, cost = quiet_site(graded).again
    return expect(
        completed.exit_code == 0 and cost.read <= 1_000 and cost.written <= 20,
        f"a second run {describe_end(completed)}, read {cost.read} and wrote {cost.written} rows",
    )


@performant(demand="docs/runbook.md#rewrites no rows")
def a_rollback_writes_nothing(graded: Graded) -> Result:
    """A rollback reads and writes at most 1,000 rows."""
    completed, cost = quiet_site(graded).rolled
    return expect(
        completed.exit_code == 0 and cost.written <= 1_000 and cost.scanned <= 1_000,
        f"the rollback {describe_end(completed)}, scanned {cost.scanned} and wrote {cost.written} rows",
    )


@performant(demand="docs/runbook.md#changes nothing; its only line is")
def the_status_reads_little(graded: Graded) -> Result:
    """The status of a migrated table reads at most 1,000 rows."""
    completed, cost = quiet_site(graded).status
    return expect(
        completed.exit_code == 0 and cost.read <= 1_000, f"status {describe_end(completed)} and read {cost.read} rows"
    )


@performant(demand="docs/target.md#index")
def the_latest_orders_are_found_by_index(graded: Graded) -> Result:
    """The page of the latest orders in a currency reads few more rows than it shows."""
    read = _rows_read(graded.postgres.plan(statement(graded, "queries/latest.sql")))
    return expect(read <= 100, f"the page of 50 orders reads {read} rows")


@performant(demand="docs/runbook.md#an order is one row written")
def an_order_is_one_row_written(graded: Graded) -> Result:
    """Twenty orders of both releases write twenty rows, and scan no table."""
    with graded.copy() as copy:
        before = work(copy)
        for number in range(10):
            place(graded, copy, 1, 100 + number, amount=1.5)
            place(graded, copy, 2, 200 + number, amount_minor=150)
        cost = work(copy) - before
    return expect(
        20 <= cost.written <= 24 and cost.scanned <= 100,
        f"20 orders wrote {cost.written} rows and scanned {cost.scanned}",
    )


@performant(demand="docs/target.md#so it gets no other new index")
def one_index_is_new(graded: Graded) -> Result:
    """The table has one index more than at the start, and all its columns are needed."""
    sql = "select count(*) from pg_index where indrelid = 'shop.orders'::regclass"
    columns = """
        select string_agg(a.attname, ', ' order by k.place) from pg_index i
        cross join unnest(i.indkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indexrelid = to_regclass('shop.orders_currency_created')
    """
    before, after = graded.starting.postgres.scalar(sql), graded.postgres.scalar(sql)
    indexed = graded.postgres.scalar(columns)
    return expect(
        after == before + 1 and indexed == "currency, created_at",
        f"{after} indexes instead of {before}; orders_currency_created is on ({indexed})",
    )
