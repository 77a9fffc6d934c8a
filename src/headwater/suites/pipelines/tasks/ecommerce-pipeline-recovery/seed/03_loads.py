"""Write the figures that version 1 loaded up to 9 November, and those that version 2 added."""

RIGHT = """
    with latest as (
        select distinct on (order_id) * from raw.orders where delivery_id <= %s order by order_id, revision desc
    )
    select (placed_at at time zone time_zone)::date, shop, count(*), coalesce(sum(total_cents), 0)::bigint
    from latest join raw.shops using (shop) where status in ('paid', 'shipped') group by 1, 2 order by 1, 2
"""
ADDED = """
    select (placed_at at time zone 'UTC')::date, shop, count(*), sum(total_cents)::bigint
    from raw.orders where delivery_id > %s and delivery_id <= %s and status in ('paid', 'shipped')
    group by 1, 2 order by 1, 2
"""
STARTED = "2026-11-09 02:00:00+00"
DIED = "2026-11-11 08:10:00+00"
FAILED = "2026-11-13 10:00:00+00"
SKIPPED_TO = "2026-11-14 21:00:00+00"
STOPPED = "2026-11-16 06:00:00+00"


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Load the orders from each period once, twice or not at all, as the pipeline did."""
    postgres, clickhouse = services.postgres, services.clickhouse
    last = {
        moment: postgres.scalar("select max(delivery_id) from raw.orders where received_at < %s", [moment])
        for moment in (STARTED, "2026-11-10 00:00:00+00", DIED, FAILED, SKIPPED_TO, STOPPED)
    }
    started, first, died, failed, skipped, stopped = last.values()
    columns = ["day", "shop", "orders", "revenue_cents"]
    clickhouse.insert("sales.daily", [list(row) for row in postgres.query(RIGHT, [started])], columns)
    for low, high in ((started, first), (first, died), (first, died), (died, failed), (skipped, stopped)):
        clickhouse.insert("sales.daily", [list(row) for row in postgres.query(ADDED, [low, high])], columns)
    loads = [
        [1, 1, started, "version 1"],
        [2, started + 1, first, ""],
        [3, first + 1, died, ""],
        [4, died + 1, failed, ""],
        [5, skipped, skipped, "by hand, Pedro"],
        [6, skipped + 1, stopped, ""],
    ]
    clickhouse.insert("sales.loads", loads, ["load_id", "first_delivery", "last_delivery", "note"])
    clickhouse.execute("optimize table sales.daily final")
