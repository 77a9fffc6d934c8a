"""Functional checks: the table has all rows, the invoice is right, and new rows are copied."""

from __future__ import annotations

from decimal import Decimal

from _usage import MEANT, TARGET, arrive, describe_end, expected_page, months, page, row

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="prompt")
def every_month_has_its_rows(graded: Graded) -> Result:
    """Each month has the same number of rows as in raw.usage."""
    expected = months(graded.starting.clickhouse, MEANT)
    return expect_equal(months(graded.clickhouse, TARGET), expected, "rows by month")


@functional(demand="queries/invoice.sql")
def the_invoice_is_right(graded: Graded) -> Result:
    """The invoice is right to three decimals."""
    found = sorted((*row[:3], f"{row[3]:.3f}") for row in graded.clickhouse.query(page(graded, "invoice")))
    expected = sorted((*row[:3], f"{row[3]:.3f}") for row in expected_page(graded, "invoice"))
    return expect_equal(found, expected, "the invoice")


@functional(demand="prompt")
def new_rows_arrive(graded: Graded) -> Result:
    """After the next run, the table contains new rows from the collectors."""
    used = f"select count(), sum(value) from {TARGET} where account = 'acct-new'"
    with graded.copy() as copy:
        arrive(copy, [row(n, f"2026-05-01 00:00:{n:02}.500", f"{n}.25") for n in range(1, 41)])
        completed = copy.run()
        count, total = copy.clickhouse.query(used)[0]
    return expect(
        completed.exit_code == 0 and count == 40 and Decimal(str(total)) == 830,
        f"{describe_end(completed)}; {count} of 40 new rows are stored, and add up to {total} instead of 830",
    )
