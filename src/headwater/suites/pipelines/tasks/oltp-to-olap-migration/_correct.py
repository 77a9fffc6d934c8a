"""Correctness checks: ClickHouse has the right values for every sale, whoever changes it and whenever."""

from __future__ import annotations

from _concurrency import late_commit
from _sales import COLUMNS, REPORTS, TYPES, Row, describe_end, difference, start, stored_sales
from _scenarios import new_site, runs_after_changes

from headwater.grading import Graded, Result, correct, expect, expect_equal


@correct(demand="docs/sales.md#sees each sale of Postgres once")
def every_sale_is_exact(graded: Graded) -> Result:
    """ClickHouse has each sale once, with the same values as Postgres."""
    fault = difference(stored_sales(graded), start(graded))
    return expect(not fault, fault or "all sales are right")


@correct(demand="docs/sales.md#it has these columns, in this order")
def columns_have_their_types(graded: Graded) -> Result:
    """analytics.sales has the documented columns, in the documented order and with the documented types."""
    return expect_equal(list(graded.clickhouse.columns("analytics.sales").items()), list(TYPES.items()), "the columns")


@correct(demand="docs/sales.md#the same as an empty text")
def unknown_countries_stay_unknown(graded: Graded) -> Result:
    """The numbers of sales with NULL or empty countries and notes are the same as in Postgres."""
    found, right = _column(stored_sales(graded), "country"), _column(start(graded), "country")
    notes, best = _column(stored_sales(graded), "note"), _column(start(graded), "note")
    return expect(
        found == right and notes == best,
        f"NULL and empty countries: {found} instead of {right}; notes: {notes} instead of {best}",
    )


def _column(rows: list[Row], name: str) -> tuple[int, int]:
    values = [row[COLUMNS.index(name)] for row in rows]
    return values.count(None), values.count("")


@correct(demand="docs/sales.md#in any language")
def odd_values_arrive(graded: Graded) -> Result:
    """Special characters, extreme amounts, and times within microseconds of a month's end arrive unchanged."""
    found, right = runs_after_changes(graded).odd
    return expect(len(right) == 3 and found == right, difference(found, right) or "they are right")


@correct(demand="docs/sales.md#a trigger sets for every change")
def a_large_transaction_arrives_whole(graded: Graded) -> Result:
    """More than seven thousand sales that one statement changed, all with the same `updated_at`, arrive completely."""
    found, right = runs_after_changes(graded).bulk
    return expect(len(right) > 5_000 and found == right, difference(found, right) or "they are right")


@correct(demand="docs/sales.md#not by the refund job")
def what_the_refund_job_changes_arrives(graded: Graded) -> Result:
    """Refunds arrive although their job does not set `updated_at`."""
    found, right = runs_after_changes(graded).refunds
    return expect(len(right) > 200 and found == right, difference(found, right) or "they are right")


@correct(demand="docs/sales.md#also into another month")
def a_sale_moves_to_another_month(graded: Graded) -> Result:
    """Sales whose time was corrected are in the new month, and no longer in the old one."""
    found, right = runs_after_changes(graded).moved
    return expect(len(right) > 100 and found == right, difference(found, right) or "they are right")


@correct(demand="docs/sales.md#app.sales_deleted")
def deleted_sales_go(graded: Graded) -> Result:
    """After many changes of all kinds, including deletions, both databases have the same sales."""
    outcome = runs_after_changes(graded)
    return expect(
        outcome.mixed.exit_code == 0 and not outcome.wrong,
        f"{describe_end(outcome.mixed)}; {outcome.wrong or 'all is right'}",
    )


@correct(demand="docs/sales.md#comes back under its number")
def a_deleted_sale_comes_back(graded: Graded) -> Result:
    """If a deleted sale is inserted again with the same id, it reappears in ClickHouse."""
    completed, fault = runs_after_changes(graded).back
    return expect(
        completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or 'all sales are right'}"
    )


@correct(demand="docs/sales.md#becomes visible long after others")
def a_late_commit_is_not_missed(graded: Graded) -> Result:
    """A transaction's changes arrive although it commits after runs have loaded changes from later transactions."""
    codes, fault = late_commit(graded)
    return expect(codes == "[0, 0, 0]" and not fault, f"the runs exited with {codes}; {fault or 'all sales are right'}")


@correct(demand="docs/operations.md#the same columns, rows and order")
def reports_follow_changes(graded: Graded) -> Result:
    """After many changes, all reports return the same results as in Postgres."""
    faults = [runs_after_changes(graded).reports[name] for name in REPORTS]
    return expect(not any(faults), next((fault for fault in faults if fault), "all answers are the same"))


@correct(demand="docs/operations.md#the first run brings everything")
def a_new_site_is_exact(graded: Graded) -> Result:
    """On a new site, all sales are correct after apply.py and one run."""
    outcome = new_site(graded)
    return expect(
        outcome.applied.exit_code == outcome.first[0].exit_code == 0 and not outcome.fault,
        f"apply.py: {describe_end(outcome.applied)}; sync.py: {describe_end(outcome.first[0])}; "
        f"{outcome.fault or 'all sales are right'}",
    )
