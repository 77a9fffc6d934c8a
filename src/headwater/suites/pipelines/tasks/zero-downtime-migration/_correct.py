"""Correctness checks: each amount is what docs/amounts.md defines, for old orders and for what came meanwhile."""

from __future__ import annotations

from _orders import call, key_of, left_orders, place, seeded_orders
from _traffic import describe, workload, wrong_seeded

from headwater.grading import Graded, QueryError, Result, State, correct, expect, expect_equal


def _right(graded: Graded, *traits: str, exactly: bool = False) -> Result:
    wanted = frozenset(traits)
    count, wrong = wrong_seeded(workload(graded), left_orders(graded), wanted, exactly=exactly)
    return expect(not wrong and count > 0, describe(wrong, f"of {count} orders ({', '.join(traits) or 'plain'})"))


@correct(demand="docs/amounts.md#minor-units")
def plain_orders_are_exact(graded: Graded) -> Result:
    """Orders that need no special rule have the right amount and currency, without exception."""
    return _right(graded, exactly=True)


@correct(demand="docs/amounts.md#minor-units")
def currencies_have_their_decimals(graded: Graded) -> Result:
    """Amounts in yen, krona and dinars are in their own minor units."""
    return _right(graded, "decimals")


@correct(demand="docs/amounts.md#rounding")
def halves_are_rounded_as_on_invoices(graded: Graded) -> Result:
    """Half a minor unit is rounded away from zero, by 15 significant digits."""
    return _right(graded, "half")


@correct(demand="docs/amounts.md#orders-without-an-amount")
def orders_without_an_amount_are_zero(graded: Graded) -> Result:
    """NULL and NaN are zero minor units."""
    return _right(graded, "empty")


@correct(demand="docs/amounts.md#orders-without-a-currency")
def missing_currencies_are_the_markets(graded: Graded) -> Result:
    """Orders without a currency are in that of their market."""
    return _right(graded, "no currency")


@correct(demand="docs/amounts.md#orders-without-a-currency")
def croatia_had_the_kuna(graded: Graded) -> Result:
    """Croatian orders from before 2023 are in kuna."""
    return _right(graded, "kuna")


_OLD = """
    select order_key::text, order_id, customer_id, market, kind, created_at, amount::text
    from shop.orders where customer_id < 900000
"""


@correct(demand="docs/target.md#All other columns stay as they are")
def old_columns_are_as_they_were(graded: Graded) -> Result:
    """Nothing else of an old order has changed, and its amount is what it was, unless somebody changed it."""
    changed = workload(graded).changed_keys
    before = {row for row in graded.starting.postgres.query(_OLD) if row[0] not in changed}
    after = {row for row in graded.postgres.query(_OLD) if row[0] not in changed}
    other = before ^ after
    return expect(not other, f"{len(other)} rows differ, such as {sorted(map(str, other))[:2]}")


_REVENUE = (
    "select day::text || ' ' || market, orders, revenue::text from finance.daily_revenue where day < '2026-03-01'"
)


@correct(demand="docs/releases.md#others")
def finance_reads_what_it_read(graded: Graded) -> Result:
    """The view and the function of finance have the same answers, except for days with changed orders."""
    seeded = seeded_orders(graded)
    changed = {seeded[key].group for key in workload(graded).changed_keys if key in seeded}
    before = {row for row in graded.starting.postgres.query(_REVENUE) if row[0] not in changed}
    after = {row for row in graded.postgres.query(_REVENUE) if row[0] not in changed}
    total = graded.postgres.scalar("select finance.order_total(md5('order 5')::uuid)")
    right = graded.starting.postgres.scalar("select finance.order_total(md5('order 5')::uuid)")
    return expect(
        before == after and total == right,
        f"{len(before ^ after)} rows of the view differ; order_total is {total} instead of {right}",
    )


@correct(demand="docs/releases.md#both")
def orders_of_release_1_arrived(graded: Graded) -> Result:
    """Each order that release 1 placed meanwhile is there once, with the right amounts and currency."""
    traffic = workload(graded)
    wrong = traffic.wrong_orders(graded, 1)
    count = sum(each["release"] == 1 for each in traffic.accepted.values())
    return expect(not wrong and count > 0, describe(wrong, f"of {count} orders of release 1"))


@correct(demand="docs/releases.md#both")
def orders_of_release_2_arrived(graded: Graded) -> Result:
    """Each order that release 2 placed meanwhile is there once, with the right amounts."""
    traffic = workload(graded)
    wrong, surplus = traffic.wrong_orders(graded, 2), traffic.surplus_orders(graded)
    count = sum(each["release"] == 2 for each in traffic.accepted.values())
    return expect(
        not wrong and not surplus and count > 0,
        f"{describe(wrong, f'of {count} orders of release 2')}; {surplus} orders that nobody placed",
    )


@correct(demand="docs/releases.md#both")
def changes_arrived_in_both_columns(graded: Graded) -> Result:
    """Old orders that were changed meanwhile have their last amount in both columns."""
    traffic = workload(graded)
    wrong = traffic.wrong_changes(left_orders(graded))
    return expect(not wrong and traffic.changes, describe(wrong, f"of {len(traffic.changes)} changed orders"))


@correct(demand="docs/releases.md#others")
def statuses_and_parcels_are_kept(graded: Graded) -> Result:
    """Statuses and parcels that were written meanwhile are there, and old parcels belong to their orders."""
    lost = workload(graded).lost_details(graded)
    sql = "select shipment_id, order_id, parcel from shop.shipments where parcel ~ '^P-'"
    same = set(graded.postgres.query(sql)) == set(graded.starting.postgres.query(sql))
    return expect(
        same and not lost, f"{describe(lost, 'details')}; old parcels are {'the same' if same else 'changed'}"
    )


@correct(demand="docs/releases.md#both")
def readers_of_release_1_saw_the_truth(graded: Graded) -> Result:
    """Release 1 read the right amounts of old and new orders at every moment."""
    traffic = workload(graded)
    wrong = traffic.wrong_reads(1)
    return expect(not wrong, describe(wrong, f"of {len(traffic.of('read', 1))} reads"))


@correct(demand="docs/releases.md#both")
def readers_of_release_2_saw_the_truth(graded: Graded) -> Result:
    """Release 2 read the right amounts of old and new orders at every moment."""
    traffic = workload(graded)
    wrong, count = traffic.wrong_reads(2), len(traffic.of("read", 2))
    return expect(not wrong and count > 0, describe(wrong, f"of {count} reads"))


def _takes(graded: Graded, state: State, release: int, number: int, **values: object) -> bool:
    try:
        return bool(place(graded, state, release, number, **values))
    except QueryError:
        return False


@correct(demand="docs/target.md#constraints")
def wrong_orders_are_refused(graded: Graded) -> Result:
    """An order below zero, a refund above zero and an unknown currency are refused, from both releases."""
    bad: list[tuple[int, dict[str, object]]] = [
        (1, {"amount": -0.01}),
        (2, {"amount_minor": -1}),
        (1, {"amount": 5.0, "kind": "refund"}),
        (2, {"amount_minor": 500, "kind": "refund"}),
        (1, {"amount": 5.0, "currency": "XXX"}),
        (2, {"amount_minor": 500, "currency": "XXX"}),
    ]
    with graded.copy() as copy:
        taken = [each for number, each in enumerate(bad, 10) if _takes(graded, copy, each[0], number, **each[1])]
    return expect(not taken, f"accepted: {taken or 'none'}")


@correct(demand="docs/target.md#constraints")
def right_orders_are_accepted(graded: Graded) -> Result:
    """Refunds, free orders and imported orders are accepted, and have the right amounts."""
    good: list[tuple[int, dict[str, object], tuple[object, ...]]] = [
        (1, {"amount": -1.005, "kind": "refund"}, ("EUR", -1.005, -101)),
        (1, {"amount": 0.0}, ("EUR", 0.0, 0)),
        (1, {"amount": 1.0005, "currency": "KWD", "market": "kw"}, ("KWD", 1.0005, 1001)),
        (1, {"amount": 9.5, "currency": None, "market": "hr"}, ("EUR", 9.5, 950)),
        (2, {"amount_minor": -1234, "kind": "refund", "currency": "KWD", "market": "kw"}, ("KWD", -1.234, -1234)),
        (2, {"amount_minor": 1234, "currency": "JPY", "market": "jp"}, ("JPY", 1234.0, 1234)),
        (2, {"amount_minor": 0}, ("EUR", 0.0, 0)),
    ]
    sql = "select currency, amount, amount_minor from shop.orders where order_key = %s"
    wrong = []
    with graded.copy() as copy:
        for number, (release, values, right) in enumerate(good, 20):
            taken = _takes(graded, copy, release, number, **values)
            rows = copy.postgres.query(sql, [key_of(number)])
            if not taken or rows != [right]:
                wrong.append(f"{rows} instead of {right}")
    return expect(not wrong, describe(wrong, f"of {len(good)} orders"))


@correct(demand="docs/amounts.md#corrections")
def odd_rows_can_still_be_updated(graded: Graded) -> Result:
    """A correction of the cash desk and a draft get another status, and keep their amounts."""
    odd = "(select o.order_key from shop.orders o where {} and customer_id < 900000 and status !~ '^s[0-9]$' limit 1)"
    correction = odd.format("o.kind = 'order' and o.amount < 0")
    draft = odd.format("o.amount is null")
    sql = f"select order_key::text, amount, amount_minor from shop.orders where order_key in ({correction}, {draft})"
    with graded.copy() as copy:
        before = copy.postgres.query(sql)
        for key, _, _ in before:
            call(graded, copy, "app/release_1/set_status.sql", order_key=key, status="audited")
        after = [
            copy.postgres.query(
                "select order_key::text, amount, amount_minor from shop.orders where order_key = %s", [key]
            )[0]
            for key, _, _ in before
        ]
    return expect_equal((len(before), after), (2, before), "the rows and their amounts")
