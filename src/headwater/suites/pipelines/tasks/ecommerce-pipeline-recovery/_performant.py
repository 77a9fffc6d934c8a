"""Performance checks: runs read few rows and make few inserts, and dashboards read few rows."""

from __future__ import annotations

from _busy import ten_deliveries
from _sales import describe_end, shipped_query
from _scenarios import new_site, outcomes, quiet_runs

from headwater.grading import Graded, Result, expect, performant

_MOST_READ = 30_000
_MOST_INSERTS = 10
_MOST_READ_BY_DASHBOARDS = 5_000


@performant(demand="docs/oncall.md#with at most ten new deliveries reads at most")
def a_run_without_news_reads_little(graded: Graded) -> Result:
    """A run without new deliveries reads at most 30,000 order rows."""
    outcome = quiet_runs(graded)
    return expect(
        outcome.idle.exit_code == 0 and outcome.read <= _MOST_READ,
        f"{describe_end(outcome.idle)} and read {outcome.read} rows",
    )


@performant(demand="docs/oncall.md#with at most ten new deliveries reads at most")
def a_run_with_one_delivery_reads_little(graded: Graded) -> Result:
    """A run with one delivery that moves an order to another day reads at most 30,000 order rows."""
    outcome = outcomes(graded)
    completed = outcome.moved[0]
    return expect(
        completed.exit_code == 0 and outcome.read <= _MOST_READ and not outcome.moved_fault,
        f"{describe_end(completed)} and read {outcome.read} rows; {outcome.moved_fault}",
    )


@performant(demand="docs/oncall.md#with at most ten new deliveries reads at most")
def a_run_with_ten_deliveries_reads_little(graded: Graded) -> Result:
    """A run with deliveries for orders of ten days, after the newest ones were withdrawn, reads at most 30,000 rows."""
    outcome = ten_deliveries(graded)
    return expect(
        outcome.completed.exit_code == 0 and outcome.read <= _MOST_READ and not outcome.fault,
        f"{describe_end(outcome.completed)} and read {outcome.read} rows; {outcome.fault}",
    )


@performant(demand="docs/oncall.md#clickhouse gets few inserts")
def the_first_run_writes_few_times(graded: Graded) -> Result:
    """On a new site, the first run executes at most ten inserts."""
    outcome = new_site(graded)
    return expect(
        outcome.first.exit_code == 0 and 0 < outcome.first_inserts <= _MOST_INSERTS,
        f"{describe_end(outcome.first)} after {outcome.first_inserts} inserts",
    )


@performant(demand="docs/oncall.md#clickhouse gets few inserts")
def recomputing_writes_few_times(graded: Graded) -> Result:
    """When all days are recomputed and many have changed, the run executes at most ten inserts."""
    outcome = new_site(graded)
    return expect(
        outcome.days.exit_code == 0 and 0 < outcome.days_inserts <= _MOST_INSERTS,
        f"{describe_end(outcome.days)} after {outcome.days_inserts} inserts",
    )


@performant(demand="docs/oncall.md#reads at most 5,000 rows")
def dashboards_read_little(graded: Graded) -> Result:
    """The dashboards for one week of all shops and for all months of one shop read at most 5,000 ClickHouse rows."""
    read = {name: graded.clickhouse.rows_read(shipped_query(graded, name)) for name in ("week", "shop_year")}
    return expect(max(read.values()) <= _MOST_READ_BY_DASHBOARDS, f"the dashboards read {read} rows")
