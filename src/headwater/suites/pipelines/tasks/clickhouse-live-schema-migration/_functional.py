"""Functional checks: the sales page has figures, new events get their region, and other sites can be migrated."""

from __future__ import annotations

from datetime import date

from _figures import REGION, at_the_start, collect, describe_end, shipped, stored_figures
from _quiet import quiet_run

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="queries/regions.sql")
def the_sales_page_has_figures(graded: Graded) -> Result:
    """The sales page shows September's impressions for regions whose markets never moved."""
    answer = {row[0]: row[1] for row in graded.clickhouse.query(shipped(graded, "queries/regions.sql"))}
    right: dict[str, int] = {}
    for (day, _, region), figures in at_the_start(graded).items():
        if day >= date(2026, 9, 1) and region in ("dach", "apac", "nordics"):
            right[region] = right.get(region, 0) + figures[0]
    return expect_equal({region: answer.get(region) for region in right}, right, "impressions in September")


@functional(demand="queries/clicks.sql")
def clicks_of_a_region_are_listed(graded: Graded) -> Result:
    """A campaign's clicks in a region are those from the region's markets."""
    answer = graded.clickhouse.query(shipped(graded, "queries/clicks.sql"))
    sql = f"""
        select event_id, at, account from ads.events
        where campaign_id = 17 and kind = 'click' and {REGION} = 'benelux' order by at, event_id
    """
    right = graded.starting.clickhouse.query(sql)
    return expect(bool(right) and answer == right, f"the page lists {len(answer)} clicks, and {len(right)} are right")


@functional(demand="docs/tables.md#adds up each insert")
def a_new_event_counts_under_its_region(graded: Graded) -> Result:
    """A click inserted by a collector counts in the figures for its day and region."""
    with graded.copy() as copy:
        completed = collect(copy, (1, "2026-09-30 12:00:00", "jp-10001", 9001, "click", 77))
        figures = {key[2]: value for key, value in stored_figures(copy).items() if key[1] == 9001}
    return expect(
        completed.exit_code == 0 and figures == {"apac": (0, 1, 77)},
        f"the collector {describe_end(completed)}; {figures}",
    )


@functional(demand="dashboards/months.sql")
def the_year_is_what_it_was(graded: Graded) -> Result:
    """The figures for all months are unchanged."""
    sql = shipped(graded, "dashboards/months.sql")
    answer, right = graded.clickhouse.query(sql), graded.starting.clickhouse.query(sql)
    other = [str(b[0]) for a, b in zip(answer, right, strict=False) if a != b] or right[len(answer) :]
    return expect(answer == right, f"months with wrong figures: {other or 'none'}")


@functional(demand="docs/migrations.md")
def another_site_can_be_migrated(graded: Graded) -> Result:
    """On a site where only the first migration was applied, migrate.py adds the region to both tables."""
    outcome = quiet_run(graded)
    with_region = [row[0] for row in outcome.layout if row[1] == "region"]
    return expect(
        outcome.ran.exit_code == 0 and with_region == ["daily", "events"],
        f"{outcome.summary}; tables with a region: {with_region}",
    )
