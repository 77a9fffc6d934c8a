"""Performance checks: runs write and read few rows, within the limits of docs/operations.md."""

from __future__ import annotations

from _figures import hours, page

from headwater.grading import Graded, Result, expect, performant

ONE_DAY, INSERTS, READS, PAGE = 10_000, 60, 3, 20_000


@performant(demand="docs/operations.md#budgets")
def a_run_without_news_writes_nothing(graded: Graded) -> Result:
    """Without changes, a run inserts no rows."""
    outcome = hours(graded)
    rows = outcome.idle.inserted
    return expect(
        rows == 0 and not outcome.fault,
        f"a run without changes inserted {rows} rows; {outcome.fault or 'all is right'}",
    )


@performant(demand="docs/operations.md#budgets")
def news_of_a_day_cost_little(graded: Graded) -> Result:
    """After verdicts on a few hours of a day, a run inserts few rows."""
    outcome = hours(graded)
    return expect(
        outcome.day.inserted <= ONE_DAY and not outcome.fault,
        f"for changes in a day, a run inserted {outcome.day.inserted} rows, "
        f"at most {ONE_DAY}; {outcome.fault or 'all is right'}",
    )


@performant(demand="docs/operations.md#budgets")
def all_figures_come_in_few_inserts(graded: Graded) -> Result:
    """A run that recomputes months inserts them in few statements, because each statement creates parts to merge."""
    outcome = hours(graded)
    return expect(
        outcome.everything.inserts <= INSERTS and not outcome.fault,
        f"a run made {outcome.everything.inserts} inserts for all days, at most {INSERTS}; "
        f"{outcome.fault or 'all is right'}",
    )


@performant(demand="docs/operations.md#budgets")
def impressions_are_read_a_few_times(graded: Graded) -> Result:
    """A run reads the impressions at most three times."""
    outcome = hours(graded)
    read = max(outcome.idle.read, outcome.day.read, outcome.everything.read)
    return expect(
        read <= READS * outcome.impressions and not outcome.fault,
        f"a run read {read} rows of {outcome.impressions} impressions; {outcome.fault or 'all is right'}",
    )


@performant(demand="docs/operations.md#readers")
def the_page_reads_little(graded: Graded) -> Result:
    """An advertiser's page reads at most 20,000 rows, even from unmerged parts, and shows the days of the month."""
    read = graded.clickhouse.rows_read(page(graded, "advertiser_page"))
    days = len(graded.clickhouse.query(page(graded, "advertiser_page")))
    return expect(read <= PAGE and days > 20, f"the page reads {read} rows, at most {PAGE}, and shows {days} days")
