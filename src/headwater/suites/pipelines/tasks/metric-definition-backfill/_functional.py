"""Functional checks: monthly totals are right, pages show figures, and new impressions are counted."""

from __future__ import annotations

from decimal import Decimal

from _figures import TABLE, VIEWABLE, computed, intended, page, serve

from headwater.grading import Graded, Result, expect, expect_equal, functional


def _month(graded: Graded, month: int) -> Result:
    """Compare the totals for a month."""
    expected = {metric: Decimal(0) for metric in VIEWABLE}
    for (metric, _, day), value in intended(graded).items():
        if day.year * 100 + day.month == month:
            expected[metric] += value
    rows = graded.clickhouse.query(page(graded, "months"))
    found = {name: Decimal(str(total)) for of, name, total in rows if of == month and name in VIEWABLE}
    return expect_equal(found, expected, f"the board's totals of {month}")


@functional(demand="docs/metrics.md#definition-2")
def january_adds_up(graded: Graded) -> Result:
    """January, which the broken runs counted up to three times, has the right totals under definition 2."""
    return _month(graded, 202501)


@functional(demand="docs/metrics.md#definition-2")
def march_adds_up(graded: Graded) -> Result:
    """March, which the broken runs never reached, has the right totals under definition 2."""
    return _month(graded, 202503)


@functional(demand="tickets/AM-512-figures-off-since-april.md#14 October")
def october_shows_once(graded: Graded) -> Result:
    """October, whose impressions are purged, has the audited totals."""
    sql = f"""
        select metric, sum(value) from (
            select distinct * from {TABLE} where definition = 1 and toYYYYMM(day) = 202410
        ) group by metric order by metric
    """
    expected = [(202410, *row) for row in graded.starting.clickhouse.query(sql)]
    found = [row for row in graded.clickhouse.query(page(graded, "months")) if row[0] == 202410]
    return expect_equal(found, expected, "the board's totals of October")


@functional(demand="dashboards/advertiser_page.sql")
def the_page_of_a_campaign_is_right(graded: Graded) -> Result:
    """The page for campaign 117 shows the figures computed from its impressions."""
    expected = {
        day: value
        for (metric, campaign, day), value in intended(graded).items()
        if (metric, campaign) == (VIEWABLE[0], 117)
    }
    found = {row[0]: row[2] for row in graded.clickhouse.query(page(graded, "advertiser_page"))}
    february = {day: value for day, value in expected.items() if (day.year, day.month) == (2025, 2)}
    return expect(
        found == february,
        f"{sum(found.get(day) == value for day, value in february.items())} of {len(february)} days are right",
    )


@functional(demand="prompt")
def what_is_new_arrives(graded: Graded) -> Result:
    """The figures include new impressions after the next run."""
    served = [(9_000_000 + n, 111, f"2025-04-20 12:00:{n:02}+00", 40 + n, 3000, 1_000_001) for n in range(40)]
    sql = f"select metric, sum(value) from {TABLE} where day >= '2025-04-15' and campaign_id = 111 group by metric"
    with graded.copy() as copy:
        serve(copy, served)
        completed = copy.run()
        found = sorted((str(metric), Decimal(str(value))) for metric, value in copy.clickhouse.query(sql))
        expected = sorted(
            (key[0], value) for key, value in computed(copy).items() if key[1] == 111 and str(key[2]) > "2025-04-15"
        )
    return expect(
        completed.exit_code == 0 and found == expected,
        f"the run exited with {completed.exit_code}; {found} instead of {expected}",
    )
