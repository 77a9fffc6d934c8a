"""Functional checks: the figures are there, nights add to them, and they have become much cheaper."""

from __future__ import annotations

from _scenarios import DASHBOARDS, ordinary
from _truth import STORED

from headwater.grading import Graded, Result, expect, expect_equal, functional

_BEFORE = """
    select max(cost) from (
        select night, sum({measure}) as cost from ops.ledger
        where night > '2026-03-21' and night <= '2026-03-28' and not startsWith(step, 'dashboards/') group by night
    )
"""
_TOTALS = "select count(), sum(micros), sum(impressions), sum(clicks) from marts.campaign_daily"


@functional(demand="contracts/daily.sql#FROM marts.campaign_daily")
def the_figures_are_there(graded: Graded) -> Result:
    """marts.campaign_daily has all lines of 200 days, with the right totals."""
    return expect_equal(
        graded.clickhouse.query(_TOTALS),
        graded.starting.clickhouse.query(_TOTALS),
        "lines, micros, impressions, clicks",
    )


@functional(demand="dashboards/accounts.sql")
def dashboards_answer(graded: Graded) -> Result:
    """The dashboards' queries return the same rows as at the start."""
    wrong = []
    for path in DASHBOARDS:
        sql = graded.workspace.shipped_text(path) or ""
        rows = graded.clickhouse.query(sql)
        if not rows or rows != graded.starting.clickhouse.query(sql):
            wrong.append(f"{path}: {len(rows)} rows, other than at the start")
    return expect(not wrong, "; ".join(wrong) or "both return the right rows")


@functional(demand="prompt#python3 nightly.py")
def a_night_loads_what_arrived(graded: Graded) -> Result:
    """After a night with ordinary batches, the figures of marts.campaign_daily are right."""
    night = ordinary(graded).usual
    fault = night.faults[next(iter(STORED))]
    return expect(night.completed.exit_code == 0 and not fault, fault or night.message)


@functional(demand="prompt#ops.budget")
def a_night_reads_less(graded: Graded) -> Result:
    """A usual night reads less than half of the rows that the dearest night of the last week has read."""
    return _is_less(graded, "read_rows")


@functional(demand="prompt#ops.budget")
def a_night_writes_less(graded: Graded) -> Result:
    """A usual night writes less than half of the rows that the dearest night of the last week has written."""
    return _is_less(graded, "written_rows")


def _is_less(graded: Graded, measure: str) -> Result:
    before, night = graded.starting.clickhouse.scalar(_BEFORE.format(measure=measure)), ordinary(graded).usual
    cost = night.cost[measure]
    return expect(0 < cost < before / 2, f"{cost} {measure} for {before} in the last week; {night.message}")
