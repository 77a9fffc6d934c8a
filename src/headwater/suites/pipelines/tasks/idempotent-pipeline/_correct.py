"""Correctness checks: each order has one row, with the exact values of its latest version."""

from __future__ import annotations

import re
from decimal import Decimal

from _orders import CURRENT, ORDERS, TIME, difference, expected, stored_orders

from headwater.grading import Graded, Result, correct, expect


@correct(demand="docs/analysts.md#one row for each order")
def each_order_is_there_once(graded: Graded) -> Result:
    """Each order that is not deleted has exactly one row."""
    fault = difference(stored_orders(graded.clickhouse, "order_id"), expected(graded.postgres, "order_id"))
    return expect(not fault, fault or "every order has one row")


@correct(demand="postgres:raw.orders#the highest row_id")
def the_version_that_counts_is_shown(graded: Graded) -> Result:
    """Status, customer and time come from the latest change or, if several are tied, from the one written last."""
    columns = "order_id, status, customer_id, {}"
    actual = stored_orders(graded.clickhouse, columns.format("toString(toDateTime64(updated_at, 6, 'UTC'))"))
    fault = difference(actual, expected(graded.postgres, columns.format(f"to_char(updated_at, {TIME})")))
    return expect(not fault, fault or "every order shows its latest version")


@correct(demand="docs/analysts.md#to the last of the four places")
def amounts_are_exact(graded: Graded) -> Result:
    """Amounts are decimals that keep all 18 digits, and a missing amount is NULL."""
    actual = stored_orders(graded.clickhouse, "order_id, amount")
    fault = difference(actual, expected(graded.postgres, "order_id, amount"))
    return expect(not fault and any(isinstance(row[1], Decimal) for row in actual), fault or "every amount is exact")


@correct(demand="docs/analysts.md#to the microsecond")
def order_times_are_exact(graded: Graded) -> Result:
    """Order times are in UTC and exact to the microsecond."""
    actual = stored_orders(graded.clickhouse, "order_id, toString(toDateTime64(ordered_at, 6, 'UTC'))")
    fault = difference(actual, expected(graded.postgres, f"order_id, to_char(ordered_at, {TIME})"))
    return expect(not fault, fault or "every time is exact")


@correct(demand="docs/analysts.md#capitals, no blanks")
def currencies_are_tidy(graded: Graded) -> Result:
    """Currencies are in upper case without blanks, and NULL if missing."""
    fault = difference(
        stored_orders(graded.clickhouse, "order_id, toString(currency)"),
        expected(graded.postgres, "order_id, currency"),
    )
    return expect(not fault, fault or "every currency is right")


@correct(demand="docs/clickhouse.md#types")
def types_fit(graded: Graded) -> Result:
    """Column types fit exact decimals, UTC times to the microsecond, NULLs where allowed, and compact statuses."""
    columns = graded.clickhouse.columns(ORDERS)
    fitting = {
        "order_id": r"(LowCardinality\()?String\)?",
        "customer_id": r"Nullable\(U?Int64\)|Nullable\(U?Int32\)",
        "status": r"LowCardinality\(String\)|Enum\d+\(.*",
        "currency": r"(LowCardinality\()?Nullable\((String|FixedString\(3\))\)\)?",
        "amount": r"Nullable\(Decimal\(\d+, 4\)\)",
        "ordered_at": r"DateTime64\(6(, '(Etc/)?UTC')?\)",
        "updated_at": r"DateTime64\(6(, '(Etc/)?UTC')?\)",
    }
    unfit = {name: columns.get(name) for name, kind in fitting.items() if not re.fullmatch(kind, columns.get(name, ""))}
    return expect(not unfit, f"wrong types: {unfit or 'none'}")


@correct(demand="finance/revenue.sql")
def daily_revenue_is_exact(graded: Graded) -> Result:
    """The orders and revenue for each UTC day and currency match the source."""
    expected_rows = graded.postgres.query(f"""
        select ordered_at::date, currency, count(*), sum(amount) from ({CURRENT}) orders
        where status in ('paid', 'shipped') and amount is not null and currency is not null
        group by 1, 2 order by 1, 2
    """)
    sql = "select toDate(day), toString(currency), orders, revenue from analytics.daily_revenue order by 1, 2"
    fault = difference(graded.clickhouse.query(sql), expected_rows)
    return expect(not fault, fault or f"{len(expected_rows)} sums are exact")
