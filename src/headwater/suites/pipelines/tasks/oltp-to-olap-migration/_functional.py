"""Functional checks: ClickHouse has the sales, runs load changes, and reports agree with Postgres."""

from __future__ import annotations

from _closed import closed_sales, everything
from _sales import TYPES, left, only, printed_count, report_fault
from _scenarios import describe_run, new_site, quiet_runs, runs_after_changes

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="prompt#analytics.sales")
def the_number_of_sales_is_close(graded: Graded) -> Result:
    """ClickHouse has as many sales as Postgres and the closed months, within one percent."""
    held, right = len(left(graded)), len(everything(graded))
    return expect(abs(held - right) <= right // 100, f"there are {held} sales, and should be {right}")


@functional(demand="docs/sales.md#exact to the cent")
def the_open_sum_is_right(graded: Graded) -> Result:
    """The sum of all amounts since September 2025 equals the sum in Postgres."""
    held, right = only(graded, "sold_at >= '2025-09-01 00:00:00'")
    return expect_equal(sum(row[4] for row in held), sum(row[4] for row in right), "the sum of amounts")


@functional(demand="docs/handover.md#broke off")
def the_month_that_came_twice_is_right(graded: Graded) -> Result:
    """ClickHouse has each sale from March once, although a broken run loaded March twice."""
    return _month(graded, "2026-03-01", "2026-04-01")


@functional(demand="docs/sales.md#as it is in Postgres")
def the_last_months_are_right(graded: Graded) -> Result:
    """ClickHouse has each sale from the last months once, although the colleague's runs did not reach these months."""
    return _month(graded, "2026-09-01", "2026-12-01")


def _month(graded: Graded, first: str, last: str) -> Result:
    where = f"sold_at >= '{first} 00:00:00' and sold_at < '{last} 00:00:00'"
    held, right = only(graded, where)
    numbers, expected = [row[0] for row in held], [row[0] for row in right]
    return expect(
        len(expected) > 0 and numbers == expected,
        f"{len(numbers)} sales ({len(set(numbers))} distinct) instead of {len(expected)}",
    )


@functional(demand="docs/sales.md#in ClickHouse for another ten years", required=True)
def closed_sales_are_kept(graded: Graded) -> Result:
    """ClickHouse still has at least 99 % of the sales of the closed months, which Postgres has no longer."""
    right = {row[0] for row in closed_sales(graded)}
    held = {row[0] for row in left(graded)} & right
    return expect(len(held) >= 0.99 * len(right), f"{len(held)} of {len(right)} closed sales are there")


@functional(demand="docs/handover.md#finance wants the three reports")
def the_month_is_reported(graded: Graded) -> Result:
    """The monthly report returns the same result as in Postgres."""
    return _report(graded, "month")


@functional(demand="docs/handover.md#finance wants the three reports")
def a_customer_is_reported(graded: Graded) -> Result:
    """The customer report returns the same result as in Postgres."""
    return _report(graded, "customer")


@functional(demand="docs/handover.md#finance wants the three reports")
def products_are_reported(graded: Graded) -> Result:
    """The product report returns the same result as in Postgres."""
    return _report(graded, "products")


def _report(graded: Graded, name: str) -> Result:
    fault = report_fault(graded, graded, name)
    return expect(not fault, fault or "the results are the same")


@functional(demand="docs/operations.md#has all changes that were committed")
def a_few_changes_arrive(graded: Graded) -> Result:
    """A run after a few changes loads new and changed sales, removes deleted ones, and prints their number."""
    completed, *_ = runs_after_changes(graded).few
    held, right = runs_after_changes(graded).odd
    count = printed_count(completed)
    return expect(
        completed.exit_code == 0 and count == 7 and len(held) == len(right),
        f"{describe_run(completed, '')}; {len(held)} of {len(right)} new sales arrived, and it printed changed={count}",
    )


@functional(demand="docs/sales.md#It has these columns, in this order")
def columns_have_their_types(graded: Graded) -> Result:
    """analytics.sales has the documented columns, in the documented order and with the documented types."""
    return expect_equal(list(graded.clickhouse.columns("analytics.sales").items()), list(TYPES.items()), "the columns")


@functional(demand="docs/operations.md#the first run brings everything", required=True)
def a_new_site_is_exact(graded: Graded) -> Result:
    """On a new site, all sales of Postgres are right after apply.py and one run."""
    outcome = new_site(graded)
    ends = [outcome.applied, outcome.first[0]]
    return expect(
        not any(end.exit_code for end in ends) and not outcome.fault,
        "; ".join(describe_run(end, outcome.fault) for end in ends),
    )


@functional(demand="docs/operations.md#it prints `ok`")
def the_check_runs(graded: Graded) -> Result:
    """In the final state, --check prints `ok`, or lines with months."""
    completed = quiet_runs(graded).check
    return expect(completed.exit_code in (0, 1) and bool(completed.stdout.strip()), describe_run(completed, ""))
