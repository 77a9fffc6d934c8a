"""Correctness checks: dimensions, metrics and sort orders are right, and excluded delivery is not counted."""

from __future__ import annotations

from _reports import ALL, DIMENSIONS, METRICS, MONTH, WEEK, Report, faults

from headwater.grading import Graded, Result, correct, expect


def _are_right(graded: Graded, *reports: Report) -> Result:
    mismatch = faults(graded, *reports)
    return expect(not mismatch, mismatch or f"{len(reports)} reports are right")


@correct(demand="docs/api.md#dimensions")
def every_dimension_is_right(graded: Graded) -> Result:
    """Each dimension has the right groups. Weeks begin on Monday, even if that is before the report's first day."""
    return _are_right(graded, *(Report((name,), ("impressions", "cost"), limit=1000) for name in DIMENSIONS))


@correct(demand="docs/api.md#not rounded")
def every_metric_is_right(graded: Graded) -> Result:
    """Each metric is computed from the sums of its group, without rounding."""
    return _are_right(graded, *(Report((name,), METRICS, ALL) for name in ("category", "device")))


@correct(demand="docs/api.md#without impressions")
def ratios_without_impressions_are_null(graded: Graded) -> Result:
    """A group whose sums are zero after corrections is still listed, and its ratios are null."""
    days = ("2026-02-03", "2026-02-05")
    return _are_right(
        graded,
        Report(("day", "device"), METRICS, days, (("device", "console"),)),
        Report(("device",), ("ctr",), days, sort="-ctr"),
    )


@correct(demand="docs/api.md#how many campaigns have delivery")
def campaigns_are_counted_once(graded: Graded) -> Result:
    """Each campaign is counted once per group, and once in the total."""
    return _are_right(
        graded,
        Report(("day",), ("campaigns", "impressions"), WEEK),
        Report(("country", "device"), ("campaigns",), MONTH, (("advertiser", 12), ("advertiser", 20))),
    )


@correct(demand="docs/data.md#The ad server is ahead of Postgres")
def what_postgres_does_not_know_counts(graded: Graded) -> Result:
    """Delivery for unknown campaigns and sites counts in the total and in the null groups, which no filter selects."""
    return _are_right(
        graded,
        Report(("advertiser", "country"), ("impressions",), limit=1000),
        Report(("advertiser",), ("clicks", "campaigns"), MONTH, tuple(("campaign", n) for n in (181, 184, 3))),
        Report(("device",), ("impressions",), MONTH, (("country", "DE"), ("country", ""))),
    )


@correct(demand="docs/data.md#for trying things out")
def tests_count_nowhere(graded: Graded) -> Result:
    """Test campaigns count in no group and in no total."""
    return _are_right(
        graded,
        Report(("campaign",), ("impressions",), WEEK, limit=1000),
        Report(("day",), ("cost",), MONTH, (("campaign", 30), ("campaign", 58), ("campaign", 29))),
    )


@correct(demand="docs/api.md#in the order of their dimensions")
def rows_are_in_order(graded: Graded) -> Result:
    """Rows are sorted by `sort` and then by dimensions, with nulls last in both directions, and the limit applies."""
    return _are_right(
        graded,
        Report(("country", "week"), ("impressions",), sort="-country", limit=1000),
        Report(("country", "week"), ("impressions",), sort="-country", limit=7),
        Report(("advertiser", "category"), ("campaigns", "clicks"), sort="campaigns", limit=60),
        Report(("category", "advertiser"), ("clicks", "campaigns"), sort="-campaigns", limit=60),
        Report(("week", "campaign"), ("clicks",), sort="campaign", limit=40),
    )


@correct(demand="docs/api.md#one to three dimensions")
def dimensions_and_filters_combine(graded: Graded) -> Result:
    """Reports can combine three dimensions and several filters."""
    filters = (("country", "DE"), ("country", "ÅX"), ("device", "phone"), ("device", "tv"), ("category", "Sport"))
    return _are_right(
        graded,
        Report(("device", "country", "week"), METRICS, ALL, filters, sort="-impressions"),
        Report(("category", "day", "advertiser"), ("clicks", "ctr"), WEEK, (("advertiser", 14), *filters[:2])),
        Report(("campaign", "category", "country"), ("cpm", "cost"), ("2026-03-01", "2026-03-02"), limit=1000),
    )
