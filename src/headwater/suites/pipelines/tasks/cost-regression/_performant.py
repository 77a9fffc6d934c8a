"""Performance checks: nights and dashboards cost no more than the budget allows for what has arrived."""

from __future__ import annotations

from _nights import Night, allowance, budget
from _scenarios import DASHBOARDS, ordinary, revised

from headwater.grading import Graded, Result, expect, performant


@performant(demand="clickhouse:ops.budget#read_rows")
def a_usual_night_reads_within_the_budget(graded: Graded) -> Result:
    """A night with as many rows as always reads no more rows than the budget allows."""
    return _is_within(graded, ordinary(graded).usual, "read_rows")


@performant(demand="clickhouse:ops.budget#read_rows")
def a_small_night_reads_within_the_budget(graded: Graded) -> Result:
    """A night with few rows, some of them old, reads no more rows than the budget allows."""
    return _is_within(graded, ordinary(graded).small, "read_rows")


@performant(demand="clickhouse:ops.budget#written_rows")
def a_usual_night_writes_within_the_budget(graded: Graded) -> Result:
    """A night with as many rows as always writes no more rows than the budget allows."""
    return _is_within(graded, ordinary(graded).usual, "written_rows")


@performant(demand="clickhouse:ops.budget#written_rows")
def a_large_night_writes_within_the_budget(graded: Graded) -> Result:
    """A night with four times as many rows reads and writes no more than the budget allows."""
    return _is_within(graded, ordinary(graded).large, "read_rows", "written_rows")


@performant(demand="clickhouse:ops.budget#inserts")
def a_large_night_inserts_few_times(graded: Graded) -> Result:
    """A night with four times as many rows makes no more inserts and rewrites than the budget allows."""
    return _is_within(graded, ordinary(graded).large, "inserts", "rewrites")


@performant(demand="clickhouse:ops.budget#rewrites")
def voids_rewrite_nothing(graded: Graded) -> Result:
    """A night with voids makes no more inserts and rewrites than the budget allows."""
    return _is_within(graded, revised(graded).voided, "inserts", "rewrites")


@performant(demand="clickhouse:ops.budget#dashboards/accounts.sql")
def the_dashboard_of_accounts_reads_within_the_budget(graded: Graded) -> Result:
    """The dashboard of accounts reads no more rows than the budget allows, and is right."""
    return _opens_cheaply(graded, DASHBOARDS[0])


@performant(demand="clickhouse:ops.budget#dashboards/campaign.sql")
def the_dashboard_of_a_campaign_reads_within_the_budget(graded: Graded) -> Result:
    """The dashboard of a campaign reads no more rows than the budget allows, and is right."""
    return _opens_cheaply(graded, DASHBOARDS[1])


def _is_within(graded: Graded, night: Night, *measures: str) -> Result:
    allowed = {measure: allowance(graded, night, measure) for measure in measures}
    over = [
        f"{night.cost[each]} {each} for {allowed[each]:.0f}" for each in measures if night.cost[each] > allowed[each]
    ]
    summary = f"{night.cost}; {night.arrived} rows arrived for {night.touched} days; {night.message}"
    return expect(night.is_good and not over, f"over the budget: {', '.join(over) or 'nothing'}; {summary}")


def _opens_cheaply(graded: Graded, path: str) -> Result:
    read, allowed = ordinary(graded).dashboards[path], budget(graded)[path, "read_rows"][0]
    night = ordinary(graded).large
    return expect(night.is_good and 0 < read <= allowed, f"{read} rows were read for {allowed:.0f}; {night.message}")
