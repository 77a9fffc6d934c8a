"""Functional checks: ClickHouse has the sales, runs load changes, and reports agree with Postgres."""

from __future__ import annotations

from _sales import describe_end, only, printed_count, report_fault, start, stored_sales
from _scenarios import quiet_runs, runs_after_changes

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="prompt#analytics.sales")
def the_number_of_sales_is_right(graded: Graded) -> Result:
    """ClickHouse has the same number of sales as Postgres."""
    return expect_equal(len(stored_sales(graded)), len(start(graded)), "the number of sales in ClickHouse")


@functional(demand="docs/sales.md#exact to the cent")
def the_sum_is_right(graded: Graded) -> Result:
    """The sum of all amounts equals the sum in Postgres."""
    return expect_equal(
        sum(row[4] for row in stored_sales(graded)), sum(row[4] for row in start(graded)), "the sum of amounts"
    )


@functional(demand="docs/handover.md#broke off")
def the_month_that_came_twice_is_right(graded: Graded) -> Result:
    """ClickHouse has each sale from March once, although a broken run loaded March twice."""
    return _month(graded, "2026-03-01", "2026-04-01")


@functional(demand="docs/sales.md#sees each sale of Postgres once")
def the_last_months_are_right(graded: Graded) -> Result:
    """ClickHouse has each sale from the last months once, although the colleague's runs did not reach these months."""
    return _month(graded, "2026-09-01", "2026-12-01")


def _month(graded: Graded, first: str, last: str) -> Result:
    where = f"sold_at >= '{first} 00:00:00' and sold_at < '{last} 00:00:00'"
    found, right = only(graded, where)
    numbers, expected = [row[0] for row in found], [row[0] for row in right]
    return expect(
        len(expected) > 0 and numbers == expected,
        f"{len(numbers)} sales ({len(set(numbers))} distinct) instead of {len(expected)}",
    )


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
    """A run after a few changes loads new and changed sales, and removes deleted ones."""
    completed, fault = runs_after_changes(graded).few[0], runs_after_changes(graded).few_wrong
    return expect(
        completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or 'all sales are right'}"
    )


@functional(demand="docs/operations.md#the number of sales that the run")
def a_run_says_what_it_changed(graded: Graded) -> Result:
    """The last line of a run gives the number of sales that it inserted, changed or removed."""
    return expect_equal(printed_count(runs_after_changes(graded).few[0]), 7, "the number of changed sales")


@functional(demand="docs/operations.md#it prints `ok`")
def the_check_is_fine(graded: Graded) -> Result:
    """In the final state, --check reports that both databases agree."""
    completed = quiet_runs(graded).check
    return expect(
        (completed.exit_code, completed.stdout.strip()) == (0, "ok"),
        f"--check exited with {completed.exit_code} and printed {completed.stdout.strip()[:200]!r}",
    )
