"""Correctness checks: each figure follows its definition and has one row, and other figures are unchanged."""

from __future__ import annotations

from _figures import (
    VIEWABLE,
    computed,
    describe_end,
    faults,
    final_rows,
    first_days,
    intended,
    loader_rows,
    uncomputable_rows,
)
from _rounds import rounds

from headwater.grading import Graded, Result, correct, expect, expect_equal


@correct(demand="docs/metrics.md#definition-2", required=True)
def viewable_impressions_are_exact(graded: Graded) -> Result:
    """Each campaign and day has the viewable impressions according to definition 2."""
    fault = faults(graded, intended(graded), VIEWABLE[0])
    return expect(not fault, fault or "all are right")


@correct(demand="docs/metrics.md#metrics")
def viewable_spend_is_exact(graded: Graded) -> Result:
    """Each campaign and day has the cost of its viewable impressions, to the millionth."""
    fault = faults(graded, intended(graded), VIEWABLE[1])
    return expect(not fault, fault or "all are right")


@correct(demand="docs/metrics.md#days")
def days_are_those_of_the_advertiser(graded: Graded) -> Result:
    """Campaigns have figures for exactly those days, in their own time zones, on which they had impressions."""
    first, expected = first_days(graded), set(intended(graded))
    found = {key for key in final_rows(graded) if key[2] >= first.get(key[1], key[2])}
    return expect(
        found == expected,
        f"of {len(expected)} figures {len(expected - found)} are missing; "
        f"{len(found - expected)} are for days without impressions",
    )


@correct(demand="docs/metrics.md#days")
def a_day_can_begin_at_one_o_clock(graded: Graded) -> Result:
    """A day whose first hour is skipped is complete if everything since its first instant is there."""
    with graded.copy() as copy:
        copy.postgres.execute("""
            insert into ads.accounts values (21, 'Manzana', 'America/Havana');
            insert into ads.campaigns values (201, 21, 'Manzana in March', 'display');
            update ads.retention set complete_since = '2025-03-09 05:00:00+00' where table_name = 'ads.impressions';
            delete from ads.impressions where served_at < '2025-03-09 05:00:00+00' and impression_id % 4 <> 0;
            insert into ads.impressions values (9100009, 201, '2025-03-09 05:00:00+00', 50, 1000, 7)
        """)
        completed = copy.run()
        fault = faults(copy, computed(copy))
    return expect(completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or 'all are right'}")


@correct(demand="docs/metrics.md#days-that-cannot-be-computed", required=True)
def what_cannot_be_computed_stays(graded: Graded) -> Result:
    """Figures whose impressions are partly or fully purged keep their audited values, definition and time."""
    expected, first = uncomputable_rows(graded), first_days(graded)
    found = {key: each for key, each in final_rows(graded).items() if key[2] < first.get(key[1], key[2])}
    wrong = [key for key in expected.keys() | found.keys() if found.get(key) != [expected.get(key)]]
    return expect(not wrong, f"{len(wrong)} of {len(expected)} such figures changed, such as {sorted(wrong)[:1]}")


@correct(demand="docs/metrics.md#metrics")
def each_figure_is_there_once_with_its_definition(graded: Graded) -> Result:
    """Each combination of metric, campaign and day has one row, with the definition that was used to compute it."""
    found, known = final_rows(graded), intended(graded)
    repeated = sum(len(each) > 1 for each in found.values())
    mislabelled = sum(row.definition != (2 if key in known else 1) for key, each in found.items() for row in each)
    return expect(
        found and not repeated and not mislabelled,
        f"of {len(found)} figures, {repeated} have several rows and {mislabelled} have a wrong definition",
    )


@correct(demand="docs/operations.md#other-writers", required=True)
def the_loaders_figures_are_as_they_were(graded: Graded) -> Result:
    """The loader's metric is unchanged, except on the day that was loaded twice."""
    expected = loader_rows(graded.starting, "(select distinct * from analytics.metric_daily)")
    return expect_equal(loader_rows(graded), expected, "the loader's number of rows and their digest")


@correct(demand="docs/metrics.md#the latest verdict on an impression holds", required=True)
def figures_are_exact_in_every_round(graded: Graded) -> Result:
    """Figures are exact after each of many rounds of late impressions, verdicts, purges, kills and overlapping runs."""
    outcome = rounds(graded)
    return expect(
        not outcome.figures,
        outcome.figures[0] if outcome.figures else "in each round all figures are right",
        faults=outcome.figures[:5],
        log=outcome.log,
    )
