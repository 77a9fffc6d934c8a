"""Functional checks: the new column is there and required, both releases work, and a sister shop can be migrated."""

from __future__ import annotations

from _catalog import has_required
from _orders import call, describe_end, key_of, left_orders, place, seeded_orders, state_line, statement
from _sites import MIGRATE, quiet_site
from _traffic import describe, workload

from headwater.grading import Graded, QueryError, Result, expect, expect_equal, functional


@functional(demand="docs/target.md")
def the_column_is_there(graded: Graded) -> Result:
    """The amounts in minor units are a bigint column."""
    return expect_equal(graded.postgres.columns("shop.orders").get("amount_minor"), "bigint", "type of amount_minor")


@functional(demand="docs/target.md")
def both_columns_are_required(graded: Graded) -> Result:
    """The amount in minor units and the currency are NOT NULL, and validated."""
    missing = [name for name in ("amount_minor", "currency") if not has_required(graded, name)]
    return expect(not missing, f"without a validated NOT NULL constraint: {missing or 'none'}")


@functional(demand="docs/target.md")
def the_old_column_is_there(graded: Graded) -> Result:
    """The columns of the starting state are there, with their types and in their order."""
    before, after = graded.starting.postgres.columns("shop.orders"), graded.postgres.columns("shop.orders")
    kept = {name: kind for name, kind in after.items() if name in before}
    return expect_equal(list(kept.items()), list(before.items()), "columns")


@functional(demand="docs/runbook.md#no order is lost or stored twice")
def every_order_is_still_there(graded: Graded) -> Result:
    """Each order of the starting state is there."""
    lost = seeded_orders(graded).keys() - left_orders(graded).keys()
    return expect(not lost, f"{len(lost)} of {len(seeded_orders(graded))} orders are lost")


@functional(demand="queries/revenue.sql")
def the_month_has_its_revenue(graded: Graded) -> Result:
    """The page of release 2 shows the revenue of November 2025 in each currency."""
    traffic = workload(graded)
    right: dict[str, list[int]] = {}
    for key, order in seeded_orders(graded).items():
        if order.is_of_november:
            total = right.setdefault(order.currency, [0, 0])
            total[0], total[1] = total[0] + 1, total[1] + (traffic.expected(key).minor or 0)
    rows = graded.postgres.query(statement(graded, "queries/revenue.sql"))
    found = {currency: [count, int(revenue)] for currency, count, revenue in rows}
    return expect_equal(found, right, "orders and revenue by currency")


@functional(demand="queries/latest.sql")
def the_latest_orders_are_listed(graded: Graded) -> Result:
    """The page of the latest orders in a currency shows fifty orders with their amounts."""
    traffic = workload(graded)
    rows = graded.postgres.query(statement(graded, "queries/latest.sql"))
    wrong = [str(key) for _, key, minor, _ in rows if traffic.expected(str(key)).minor != minor]
    return expect(len(rows) == 50 and not wrong, f"{len(rows)} orders, {len(wrong)} with a wrong amount")


@functional(demand="docs/amounts.md#minor-units")
def plain_orders_have_their_amount(graded: Graded) -> Result:
    """Most orders of November 2025 that need no special rule have the right amount."""
    traffic, left = workload(graded), left_orders(graded)
    keys = [key for key, order in seeded_orders(graded).items() if order.is_of_november and not order.traits]
    wrong = [str(left.get(key)) for key in keys if left.get(key) != traffic.expected(key)]
    return expect(len(wrong) * 10 < len(keys), describe(wrong, f"of {len(keys)} plain orders of November 2025"))


@functional(demand="app/release_1/place_order.sql")
def release_1_goes_on(graded: Graded) -> Result:
    """Release 1 places an order and reads it, and its amount is in minor units as well."""
    with graded.copy() as copy:
        placed = place(graded, copy, 1, 1, amount=12.34)
        shown = call(graded, copy, "app/release_1/read_order.sql", order_key=key_of(1))
        minor = call(graded, copy, "app/release_2/read_order.sql", order_key=key_of(1))
    found = (len(placed), [row[1:] for row in shown], [row[1:] for row in minor])
    return expect_equal(found, (1, [(12.34, "paid")], [("EUR", 1234, "paid")]), "rows, as both releases read them")


@functional(demand="app/release_2/place_order.sql")
def release_2_works(graded: Graded) -> Result:
    """Release 2 places an order and changes it, and release 1 reads the amount."""
    with graded.copy() as copy:
        placed = place(graded, copy, 2, 2, amount_minor=1234)
        first = call(graded, copy, "app/release_1/read_order.sql", order_key=key_of(2))
        call(graded, copy, "app/release_2/change_amount.sql", order_key=key_of(2), amount_minor=999)
        second = call(graded, copy, "app/release_1/read_order.sql", order_key=key_of(2))
    found = (len(placed), [row[1] for row in first], [row[1] for row in second])
    return expect_equal(found, (1, [12.34], [9.99]), "rows, and the amounts that release 1 reads")


@functional(demand="docs/releases.md#release-2")
def release_2_took_over(graded: Graded) -> Result:
    """Release 2 took orders and showed orders while the agent worked."""
    traffic = workload(graded)
    taken = sum(not each["error"] for each in traffic.of("order", 2))
    shown = sum(not each["error"] for each in traffic.of("read", 2))
    return expect(taken > 0 and shown > 0, f"release 2 took {taken} orders and showed {shown}")


@functional(demand="docs/runbook.md")
def the_state_is_migrated(graded: Graded) -> Result:
    """The status is that the table is migrated."""
    with graded.copy() as copy:
        completed = copy.run(f"{MIGRATE} status")
    return expect_equal((completed.exit_code, completed.stdout.strip()), (0, "state=migrated"), "the status")


@functional(demand="docs/runbook.md")
def a_sister_shop_is_migrated(graded: Graded) -> Result:
    """The script migrates a sister shop, and says so."""
    try:
        site = quiet_site(graded)
    except QueryError as error:
        return Result(False, f"at a sister shop, a query was refused: {error}")
    return expect(
        site.ran.exit_code == 0 and state_line(site.ran) == "state=migrated" and site.largest < 1e9,
        f"at a sister shop the script {describe_end(site.ran)}",
    )
