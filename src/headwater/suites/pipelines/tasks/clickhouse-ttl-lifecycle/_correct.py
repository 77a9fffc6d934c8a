"""Correctness checks: deadlines apply by calendar year, holds are respected, and no copies of the data remain."""

from __future__ import annotations

from _bookings import are_details_due, digest, is_row_due

from headwater.grading import Graded, Result, correct, expect, expect_equal

_TEXTS = """
    select t.database, t.name, c.name from system.columns c
    join system.tables t on t.database = c.database and t.name = c.table
    where t.database not in ('system', 'information_schema', 'INFORMATION_SCHEMA')
      and match(c.type, 'String|JSON') and not t.is_temporary and t.engine not in ('View', 'MaterializedView')
"""
_SAMPLE = 2_000


@correct(demand="docs/retention.md#Earlier is as wrong as later")
def bookings_are_kept_for_ten_years(graded: Graded) -> Result:
    """Each booking that is not due keeps its trip and price, and no booking that is due remains."""
    columns = "booking_id, booked_at, travel_on, line, cents, hold, loaded_at"
    condition = f"not {is_row_due()}"
    found, expected = (
        digest(graded.clickhouse, columns, condition),
        digest(graded.starting.clickhouse, columns, condition),
    )
    late = graded.clickhouse.scalar(f"select countIf({is_row_due()}) from rail.bookings")
    return expect(
        found == expected and not late,
        f"{found[0]} of {expected[0]} bookings are kept, "
        f"{'unchanged' if found[1] == expected[1] else 'changed'}; {late} are still due",
    )


@correct(demand="docs/retention.md#raise a claim until 31 December")
def details_are_kept_for_three_years(graded: Graded) -> Result:
    """Bookings that can still be the subject of a claim keep all details."""
    columns, condition = "booking_id, name, email, phone, born", f"not {are_details_due()} and hold = 0"
    return expect_equal(
        digest(graded.clickhouse, columns, condition),
        digest(graded.starting.clickhouse, columns, condition),
        "bookings of the last three years, and a digest of their details",
    )


@correct(demand="docs/retention.md#claims")
def bookings_with_a_claim_are_untouched(graded: Graded) -> Result:
    """Bookings with a hold are unchanged, whatever their age."""
    found, expected = (digest(state.clickhouse, "*", "hold = 1") for state in (graded, graded.starting))
    return expect_equal(found, expected, "bookings with a hold, and a digest of all their columns")


@correct(demand="docs/retention.md#gone-is-gone")
def nothing_due_is_on_the_disk(graded: Graded) -> Result:
    """No table stores an address whose removal is due, not even in rows that queries do not return."""
    sample = f"select email from rail.bookings where {are_details_due()} order by sipHash64(booking_id) limit {_SAMPLE}"
    emails = [email for (email,) in graded.starting.clickhouse.query(sample)]
    found = {}
    for database, table, column in graded.clickhouse.query(_TEXTS):
        sql = (
            f"select count() from `{database}`.`{table}` where toString(`{column}`) in {{emails:Array(String)}}"
            " settings apply_deleted_mask = 0"
        )
        if count := graded.clickhouse.scalar(sql, {"emails": emails}):
            found[f"{database}.{table}"] = count
    return expect(
        bool(emails) and not found,
        f"of {len(emails)} addresses that are due, these are still stored: {found or 'none'}",
    )
