"""Functional checks: pages show the history, invoices are no longer doubled, and a run loads another site's history."""

from __future__ import annotations

from _site import site
from _usage import READ, at_the_start, describe_end, difference, monthly, monthly_wanted, rows_of

from headwater.grading import Graded, Result, expect, functional

_DAYS = """
    select toDate(moment) as day, name, count(), sum(bytes) from ({})
    where customer_id = 17 and moment >= '2025-10-01 00:00:00' and moment < '2025-11-01 00:00:00'
    group by day, name order by day, name
"""


@functional(demand="docs/history.md#until 2 July 2026")
def closed_months_have_their_history(graded: Graded) -> Result:
    """Each closed month has the right number of historical events."""
    found, right = (
        {month: row[0] for month, row in months.items() if month < 202607}
        for months in (rows_of(graded), at_the_start(graded))
    )
    other = sorted(month for month in right if found.get(month) != right[month])
    return expect(not other and len(found) == len(right), f"months with a wrong number of events: {other or 'none'}")


@functional(demand="queries/customer.sql")
def the_page_of_a_customer_is_right(graded: Graded) -> Result:
    """A customer's page shows the days of October 2025, with the bytes of each meter."""
    query = (graded.workspace.shipped_text("queries/customer.sql") or "").strip().rstrip(";")
    found = [(day, meter, count, int(size)) for day, meter, count, size in graded.clickhouse.query(query)]
    right = [(*row[:3], int(row[3])) for row in graded.starting.clickhouse.query(_DAYS.format(READ))]
    return expect(found == right, f"the page has {len(found)} lines, and {len(right)} are expected")


@functional(demand="docs/usage.md#usage.invoiced", required=True)
def invoices_are_not_doubled(graded: Graded) -> Result:
    """For the months that the interrupted first run loaded, usage.monthly has the invoiced amounts."""
    first = (202501, 202502, 202503)
    found, right = (
        {m: months.get(m, (0, 0)) for m in first} for months in (monthly(graded), monthly_wanted(graded.starting))
    )
    fault = difference(found, right, "usage.monthly")
    return expect(not fault, fault or "three months are as invoiced")


@functional(demand="docs/usage.md#including those from the history")
def july_has_what_live_usage_lost(graded: Graded) -> Result:
    """The open month, July, includes its history in usage.events and in usage.monthly."""
    found, right = rows_of(graded).get(202607), at_the_start(graded)[202607]
    counted, events = monthly(graded).get(202607), monthly_wanted(graded)[202607]
    return expect(
        found == right and counted == events,
        f"July has {found and found[0]} of {right[0]} events; the month is {'right' if counted == events else 'wrong'}",
    )


@functional(demand="docs/operations.md")
def another_site_is_brought_to_its_end(graded: Graded) -> Result:
    """On another site in the same starting state, backfill.py succeeds, and afterwards every month has its history."""
    outcome = site(graded)
    missing = sorted(set(at_the_start(graded)) - set(outcome.months))
    return expect(
        outcome.completed.exit_code == 0 and not missing,
        f"{describe_end(outcome.completed)}; months without history: {missing}",
    )
