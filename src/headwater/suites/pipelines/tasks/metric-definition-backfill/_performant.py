"""Performance checks: runs write and read few rows, within the limits of docs/operations.md."""

from __future__ import annotations

from _figures import computed, describe_end, faults, hours, judge, measure_run, page

from headwater.grading import Graded, Result, expect, performant

_YEARS = range(2014, 2024)
_FIGURES_OF_A_YEAR = """
    insert into analytics.metric_daily (metric, campaign_id, day, value, definition, computed_at)
    select ['impressions', 'viewable_impressions', 'viewable_spend'][1 + number % 3], 100 + intDiv(number, 3) % 60,
        makeDate({year}, 7, 1) + intDiv(number, 180), number % 900, 1, makeDate({year}, 7, 3) + intDiv(number, 180)
    from numbers(180 * toUInt32(makeDate({year} + 1, 7, 1) - makeDate({year}, 7, 1)))
    settings max_partitions_per_insert_block = 0
"""
_OLD = """
    select count(), sum(cityHash64(toString(metric), toInt64(campaign_id), toDate(day), toFloat64(value),
                                   toInt64(definition), toUnixTimestamp(computed_at)))
    from analytics.metric_daily where day < '2024-07-01'
"""
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


@performant(demand="docs/operations.md#kept for ten years")
def ten_years_of_figures_cost_no_more(graded: Graded) -> Result:
    """With ten more years of figures, runs write as little, the page reads as little, and the old figures stay."""
    with graded.copy() as copy:
        for year in _YEARS:
            copy.clickhouse.execute(_FIGURES_OF_A_YEAR.format(year=year))
        before = copy.clickhouse.query(_OLD)
        idle = measure_run(copy)
        judge(copy, "invalid", "served_at between '2025-02-03 08:00:00+00' and '2025-02-03 14:00:00+00'", every=2)
        day = measure_run(copy)
        same = copy.clickhouse.query(_OLD) == before
        fault = faults(copy, computed(copy))
        read = copy.clickhouse.rows_read(page(graded, "advertiser_page"))
    return expect(
        same and not fault and idle.inserted == 0 and day.inserted <= ONE_DAY and read <= PAGE,
        f"{describe_end(day.completed)}; a run without news inserted {idle.inserted} rows, one with news of a day "
        f"{day.inserted}, at most {ONE_DAY}; the page reads {read} rows, at most {PAGE}; old figures "
        f"{'stayed' if same else 'changed'}; {fault or 'all is right'}",
    )
