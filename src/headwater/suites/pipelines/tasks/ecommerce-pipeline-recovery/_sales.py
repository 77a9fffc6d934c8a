"""Compute the expected sales.daily from raw.orders, read the actual table, and write deliveries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache

from headwater.grading import Completed, Graded, QueryError, State

Figures = dict[tuple[date, str], tuple[int, int]]
"""Orders and revenue in cents, by day and shop."""

FIRST_DAY = date(2026, 9, 21)
EVERY_DAY = "python3 pipeline.py --days 2026-09-01 2026-12-31"
STATUS = "python3 status.py"

_TRUTH = """
    with latest as (select distinct on (order_id) * from raw.orders order by order_id, revision desc)
    select (placed_at at time zone time_zone)::date, shop,
        count(*) filter (where status in ('paid', 'shipped')),
        coalesce(sum(total_cents) filter (where status in ('paid', 'shipped')), 0)::bigint
    from latest join raw.shops using (shop) group by 1, 2
"""
_STORED_FIGURES = (
    "select day, toString(shop), sum(orders) as o, sum(revenue_cents) as r from sales.daily group by day, shop"
)
_DELIVERY = """
    insert into raw.orders (delivery_id, order_id, revision, shop, status, total_cents, placed_at, received_at)
    values ({number}, '{order}', {revision}, '{shop}', '{status}', {total}, '{placed}',
        timestamptz '2026-11-20 12:00:00+00' + interval '{seconds} seconds');
"""
_MANY = """
    insert into raw.orders (delivery_id, order_id, revision, shop, status, total_cents, placed_at, received_at)
    select latest.id + k, '{prefix}-' || k, 1, (array['lisbon', 'helsinki', 'austin', 'auckland'])[1 + k % 4], 'paid',
        1000 + k, timestamptz '2026-11-10 00:00:00+00' + k * interval '290 seconds',
        latest.received + k * interval '1 second'
    from (select max(delivery_id) as id, max(received_at) as received from raw.orders) as latest,
        generate_series(1, 3000) k;
"""
_FETCHED = """
    select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_user_tables where relid = 'raw.orders'::regclass
"""
_INSERTS = """
    select count() from system.query_log
    where type = 'QueryFinish' and user = 'app' and query_kind = 'Insert' and is_initial_query
"""


@dataclass(frozen=True)
class Delivery:
    """A new delivery of an order.

    Attributes:
        order: The order.
        revision: The order's revision number.
        status: The status in this revision.
        total: The amount that the customer pays, in cents; None if there is none.
        placed: The time at which the order was placed.
        after: The time of the delivery, in seconds after the last one in the starting state.
        shop: The shop.
    """

    order: str
    revision: int
    status: str
    total: int | None
    placed: str
    after: int
    shop: str = "lisbon"


def truth(state: State) -> Figures:
    """Compute the figures for all days in a state's raw.orders."""
    return {(day, shop): (int(orders), int(cents)) for day, shop, orders, cents in state.postgres.query(_TRUTH)}


@cache
def at_the_start(graded: Graded) -> Figures:
    """Compute the figures for the starting state."""
    return truth(graded.starting)


def stored_figures(state: State | Graded) -> Figures:
    """Return the figures in sales.daily."""
    return {
        (day, shop): (int(orders), int(cents)) for day, shop, orders, cents in state.clickhouse.query(_STORED_FIGURES)
    }


def difference(found: Figures, right: Figures) -> str:
    """Describe which figures differ, where a missing figure equals zero; return an empty string if none does."""
    pairs = sorted(found.keys() | right.keys())
    other = [pair for pair in pairs if found.get(pair, (0, 0)) != right.get(pair, (0, 0))]
    if not other:
        return ""
    day, shop = other[0]
    return (
        f"{len(other)} of {len(pairs)} figures are wrong, such as {day} {shop}: "
        f"{found.get(other[0], (0, 0))} for {right.get(other[0], (0, 0))}"
    )


def describe_errors(state: State) -> str:
    """Describe which of a state's figures differ from its raw.orders; return an empty string if none does."""
    try:
        right = truth(state)
        first = min((day for day, _ in right), default=FIRST_DAY)
        return difference({pair: value for pair, value in stored_figures(state).items() if pair[0] >= first}, right)
    except QueryError as error:
        return f"a query failed: {error}"


def old(state: State | Graded) -> Figures:
    """Return the figures for days whose orders were no longer in Postgres at the start."""
    return {pair: value for pair, value in stored_figures(state).items() if pair[0] < FIRST_DAY}


def deliver(state: State, *deliveries: Delivery, number: int | None = None) -> int:
    """Insert deliveries with increasing numbers, after all others or starting at ``number``; return the last number."""
    # The numbers have gaps, like those of a sequence after rollbacks.
    first = number or int(state.postgres.scalar("select max(delivery_id) + 300 from raw.orders"))
    statements = [
        _DELIVERY.format(
            number=first + place,
            order=delivery.order,
            revision=delivery.revision,
            shop=delivery.shop,
            status=delivery.status,
            total="null" if delivery.total is None else delivery.total,
            placed=delivery.placed,
            seconds=delivery.after,
        )
        for place, delivery in enumerate(deliveries)
    ]
    state.postgres.execute("".join(statements))
    return first + len(deliveries) - 1


def deliver_many(state: State, prefix: str) -> None:
    """Write three thousand new orders."""
    state.postgres.execute(_MANY.format(prefix=prefix))


def fetched(state: State) -> int:
    """Return the number of rows read from raw.orders, according to Postgres's statistics."""
    # Sessions flush their statistics when they end; those of grading stay open.
    state.postgres.app.query("select pg_stat_force_next_flush(), pg_sleep(0.1)")
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.3)")
    return int(state.postgres.scalar(_FETCHED))


def inserts(state: State) -> int:
    """Return the number of inserts by the agent's database user."""
    state.clickhouse.execute("system flush logs")
    return int(state.clickhouse.scalar(_INSERTS))


def last_line(completed: Completed) -> str:
    """Return the last line of standard output, or an empty string."""
    return (completed.stdout.strip().splitlines() or [""])[-1]


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"it exited with {completed.exit_code}" + (f" ({completed.last_line[:200]})" if completed.exit_code else "")


def shipped_query(graded: Graded, name: str) -> str:
    """Return a dashboard query that the task ships."""
    return (graded.workspace.shipped_text(f"queries/{name}.sql") or "").strip().rstrip(";")
