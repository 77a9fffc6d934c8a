"""Functional checks: the mart has all usage, adjustments are posted, and a run adds new records."""

from __future__ import annotations

from _arrivals import NEW_KEYS, arrivals
from _model import at_start, part_rows
from _runs import describe_end

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="docs/billing.md#One row for each day, account and product")
def every_day_has_its_rows(graded: Graded) -> Result:
    """mart.daily_usage has a row for each day, account and product of the open month with usable records."""
    mart = at_start(graded)
    found = len({row[:3] for row in part_rows(graded, mart, "open")})
    return expect_equal(found, len(mart.open), "rows of the open month")


@functional(demand="docs/billing.md#sales looks for")
def usage_without_a_plan_is_there(graded: Graded) -> Result:
    """Usage of accounts without a plan has rows with the plan `unassigned`."""
    mart = at_start(graded)
    found, right = (
        sorted((row[:3] for row in rows if row[3] == "unassigned"), key=str)
        for rows in (part_rows(graded, mart, "open"), mart.open)
    )
    return expect(found == right, f"{len(found)} rows are unassigned, and {len(right)} should be")


@functional(demand="docs/billing.md#the difference is posted in the open month")
def adjustments_are_posted(graded: Graded) -> Result:
    """mart.adjustments has the right number of rows in the open month, within 15 %."""
    mart = at_start(graded)
    found, right = sum(row[0] == mart.open_month for row in part_rows(graded, mart, "adjustments")), mart.posted
    return expect(abs(found - right) <= 0.15 * right, f"{found} adjustments for {right}")


@functional(demand="tickets/322-account-17.md")
def the_box_of_account_17_is_counted(graded: Graded) -> Result:
    """The quantities of account 17, with adjustments, are those that its box has sent, within 1 %."""
    mart = at_start(graded)
    found = [*part_rows(graded, mart, "open"), *part_rows(graded, mart, "closed")]
    right = mart.open | mart.closed
    sums = [
        sum(row[4] for row in daily if row[1] == 17) + sum(row[4] for row in posted if row[2] == 17)
        for daily, posted in ((found, part_rows(graded, mart, "adjustments")), (right, mart.adjustments))
    ]
    return expect(
        abs(sums[0] - sums[1]) <= 0.01 * float(sums[1]), f"a quantity of {sums[0] / 1000} for {sums[1] / 1000}"
    )


@functional(demand="docs/runbook.md#After a run", required=True)
def a_run_adds_new_usage(graded: Graded) -> Result:
    """After a run, mart.daily_usage has the days, accounts and products of new records."""
    results = arrivals(graded)
    fit = results.fresh.completed.exit_code == 0 and results.new_keys == NEW_KEYS
    return expect(fit, f"{describe_end(results.fresh.completed)}; new rows: {results.new_keys[:5]}")


@functional(demand="dashboards/month.sql")
def the_page_of_finance_answers(graded: Graded) -> Result:
    """The query of finance's page returns the sums of August, within 1 %."""
    rows = graded.postgres.query(graded.workspace.shipped_text("dashboards/month.sql") or "")
    found = [float(sum(row[column] for row in rows)) for column in (3, 4)]
    mart = at_start(graded).open
    right = [sum(row[4] for row in mart) / 1000, sum(row[5] for row in mart) / 100]
    fit = all(abs(one - other) <= 0.01 * other for one, other in zip(found, right, strict=True))
    return expect(fit, f"a quantity of {found[0]} for {right[0]}, and an amount of {found[1]} for {right[1]}")
