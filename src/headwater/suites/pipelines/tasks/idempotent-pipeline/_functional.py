"""Functional: the orders and their revenue can be read, and new ones arrive."""

from __future__ import annotations

from _orders import ORDERS, REVENUE, add, query_of

from headwater.grading import Graded, Result, expect, functional


@functional
def orders_are_there(graded: Graded) -> Result:
    """The orders can be read, and there are some."""
    rows = graded.clickhouse.scalar("select count() from analytics.orders") or 0
    return expect(rows > 0, f"{ORDERS} has {rows} rows")


@functional
def daily_revenue_is_there(graded: Graded) -> Result:
    """So can the revenue."""
    rows = graded.clickhouse.scalar("select count() from analytics.daily_revenue") or 0
    return expect(rows > 0, f"{REVENUE} has {rows} rows")


@functional
def columns_have_the_agreed_names(graded: Graded) -> Result:
    """Readers find the columns that they were promised."""
    orders, revenue = set(graded.clickhouse.columns(ORDERS)), set(graded.clickhouse.columns(REVENUE))
    agreed = {"order_id", "customer_id", "status", "currency", "amount", "ordered_at", "updated_at"}
    missing = sorted((agreed - orders) | ({"day", "currency", "orders", "revenue"} - revenue))
    return expect(not missing, f"missing columns: {', '.join(missing) or 'none'}")


@functional
def readers_queries_answer(graded: Graded) -> Result:
    """The queries that the analysts have today give rows."""
    queries = ("queries/order.sql", "queries/statuses.sql", "queries/revenue.sql")
    rows = {path: len(graded.clickhouse.query(query_of(graded, path))) for path in queries}
    return expect(all(rows.values()), f"rows by query: {rows}")


@functional
def a_new_order_arrives(graded: Graded) -> Result:
    """What is written to the source is in the target after the next run."""
    with graded.copy() as copy:
        add(copy, "select 'OX-900001', 'placed', 12.5, timestamptz '2026-04-01 12:00:00+00'")
        completed = copy.run()
        rows = copy.clickhouse.query("select order_id, status from analytics.orders where order_id = 'OX-900001'")
    return expect(
        rows == [("OX-900001", "placed")],
        f"the run ended with {completed.exit_code}; the new order is {rows}",
    )
