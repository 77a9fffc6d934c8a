"""Functional checks: readers get the orders and their revenue, and new orders are loaded."""

from __future__ import annotations

from _orders import ORDERS, REVENUE, add, expected, query_of

from headwater.grading import Graded, Result, expect, functional


@functional(demand="prompt#analytics.orders")
def orders_are_there(graded: Graded) -> Result:
    """The target contains exactly the source's orders that are not deleted."""
    found = {row[0] for row in graded.clickhouse.query("select distinct order_id from analytics.orders")}
    expected_ids = {row[0] for row in expected(graded.postgres, "order_id")}
    written = {row[0] for row in graded.postgres.query("select distinct order_id from raw.orders")}
    missing, strange = len(expected_ids - found), len(found - written)
    return expect(
        found and not missing and not strange,
        f"{ORDERS} has {len(found)} orders; {missing} of {len(expected_ids)} are missing, "
        f"and {strange} are not in the source",
    )


@functional(demand="prompt#analytics.daily_revenue")
def daily_revenue_is_there(graded: Graded) -> Result:
    """The daily revenue can be read."""
    rows = graded.clickhouse.scalar("select count() from analytics.daily_revenue") or 0
    return expect(rows > 0, f"{REVENUE} has {rows} rows")


@functional(demand="docs/analysts.md#with the columns of")
def columns_have_the_agreed_names(graded: Graded) -> Result:
    """The target tables have the agreed column names."""
    orders, revenue = set(graded.clickhouse.columns(ORDERS)), set(graded.clickhouse.columns(REVENUE))
    agreed = {"order_id", "customer_id", "status", "currency", "amount", "ordered_at", "updated_at"}
    missing = sorted((agreed - orders) | ({"day", "currency", "orders", "revenue"} - revenue))
    return expect(not missing, f"missing columns: {', '.join(missing) or 'none'}")


@functional(demand="docs/analysts.md#our queries are in")
def readers_queries_answer(graded: Graded) -> Result:
    """The analysts' queries return rows, and the order page returns the right customer."""
    queries = ("queries/order.sql", "queries/statuses.sql", "queries/revenue.sql")
    rows = {path: graded.clickhouse.query(query_of(graded, path)) for path in queries}
    found = {row[:2] for row in rows["queries/order.sql"]}
    expected_rows = {row for row in expected(graded.postgres, "order_id, customer_id") if row[0] == "OX-000235"}
    counts = {path: len(answer) for path, answer in rows.items()}
    return expect(
        all(counts.values()) and found == expected_rows, f"rows by query: {counts}; order and customer: {found}"
    )


@functional(demand="prompt#every few minutes")
def a_new_order_arrives(graded: Graded) -> Result:
    """After the next run, a new order in the source is in the target, with its amount."""
    expected_rows = [(f"OX-9000{n}", "placed", n * n / 8) for n in range(11, 19)]
    sql = """
        select order_id, status, toFloat64(amount) from analytics.orders
        where order_id in {ids:Array(String)} order by order_id
    """
    values = " union all ".join(
        f"select '{order}', '{status}', {amount}, timestamptz '2026-04-01 12:00:00+00'"
        for order, status, amount in expected_rows
    )
    with graded.copy() as copy:
        add(copy, values)
        completed = copy.run()
        rows = copy.clickhouse.query(sql, {"ids": [row[0] for row in expected_rows]})
    return expect(
        rows == expected_rows,
        f"the run exited with {completed.exit_code}; "
        f"{len(rows)} of {len(expected_rows)} new orders are loaded: {rows[:2]}",
    )
