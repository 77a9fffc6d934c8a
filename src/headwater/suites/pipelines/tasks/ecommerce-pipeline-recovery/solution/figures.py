"""Compute the figures for sales.daily from raw.orders, as docs/figures.md describes."""

from collections.abc import Iterable
from datetime import date

import psycopg

Pair = tuple[date, str]
Figures = tuple[int, int]

# Only latest revisions count: an earlier one can have a time on a day that was deleted. An order on the first local
# day has a time at most 26 hours after the first one. The subquery on revisions uses the index on order_id.
FIRST_DAY = """
    WITH latest AS NOT MATERIALIZED (
        SELECT shop, placed_at FROM raw.orders
        WHERE revision = (SELECT max(other.revision) FROM raw.orders AS other WHERE other.order_id = orders.order_id)
    )
    SELECT min((placed_at AT TIME ZONE time_zone)::date) FROM latest JOIN raw.shops USING (shop)
    WHERE placed_at <= (SELECT placed_at FROM latest ORDER BY placed_at LIMIT 1) + interval '26 hours'
"""
ALL = """
    SELECT (placed_at AT TIME ZONE time_zone)::date, shop, count(*), coalesce(sum(total_cents), 0)::bigint
    FROM (SELECT DISTINCT ON (order_id) * FROM raw.orders ORDER BY order_id, revision DESC) AS latest
    JOIN raw.shops USING (shop)
    WHERE status IN ('paid', 'shipped')
    GROUP BY 1, 2
"""
# All orders that had a time on this day in any revision. The lateral join avoids a scan of the whole table. Where the
# clock goes back to midnight, the first hour of the day comes twice, and Postgres takes the second one for its start.
ONE = """
    SELECT count(*), coalesce(sum(latest.total_cents), 0)::bigint
    FROM raw.shops
    CROSS JOIN LATERAL (
        SELECT DISTINCT order_id FROM raw.orders
        WHERE shop = shops.shop
            AND placed_at >= %(day)s::date::timestamp AT TIME ZONE time_zone - interval '1 hour'
            AND placed_at < (%(day)s::date + 1)::timestamp AT TIME ZONE time_zone
    ) AS candidates
    CROSS JOIN LATERAL (
        SELECT * FROM raw.orders WHERE order_id = candidates.order_id ORDER BY revision DESC LIMIT 1
    ) AS latest
    WHERE shops.shop = %(shop)s
        AND latest.status IN ('paid', 'shipped')
        AND (latest.placed_at AT TIME ZONE time_zone)::date = %(day)s
"""
FEW = 20


def first_day(postgres: psycopg.Connection) -> date | None:
    """Return the first day in raw.orders, or None if the table is empty."""
    return postgres.execute(FIRST_DAY).fetchone()[0]


def all_figures(postgres: psycopg.Connection) -> dict[Pair, Figures]:
    """Compute the figures for all days in raw.orders."""
    return {(day, shop): (orders, revenue) for day, shop, orders, revenue in postgres.execute(ALL)}


def figures_of(postgres: psycopg.Connection, pairs: Iterable[Pair]) -> dict[Pair, Figures]:
    """Compute the figures for the given days and shops."""
    wanted = set(pairs)
    if len(wanted) > FEW:
        right = all_figures(postgres)
        return {pair: right.get(pair, (0, 0)) for pair in wanted}
    return {(day, shop): postgres.execute(ONE, {"day": day, "shop": shop}).fetchone() for day, shop in wanted}
