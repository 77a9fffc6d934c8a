"""Copy sales to ClickHouse like the past runs of sync.py, and then change some of the copied sales in Postgres."""

SEEN = """
    select sale_id, customer_id, product, coalesce(country, ''), amount::float, currency, sold_at, status,
        coalesce(refunded, 0)::float, replace(coalesce(note, ''), E'\\n', ' ')
    from app.sales where updated_at > %s and updated_at <= %s order by updated_at, sale_id
"""
COLUMNS = [
    *("sale_id", "customer_id", "product", "country", "amount"),
    *("currency", "sold_at", "status", "refunded", "note"),
]
RUNS = (
    ("2025-01-01", "2025-12-31 23:00:00+00"),
    ("2025-12-31 23:00:00+00", "2026-03-10 00:00:00+00"),
    ("2026-02-20 00:00:00+00", "2026-03-20 00:00:00+00"),
    ("2026-03-21 12:00:00+00", "2026-09-30 00:00:00+00"),
)
LATER = (
    "update app.sales set refunded = round(amount / 2, 2), status = 'refunded' "
    "where sale_id % 23 = 4 and status = 'paid'",
    "update app.sales set sold_at = sold_at - interval '31 days' where sale_id % 900 = 5",
    "update app.sales set country = 'LI' where country = 'CH' and sale_id % 4 = 1",
    "delete from app.sales where sale_id % 211 = 7",
)


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Copy each period as sync.py does, one twice and one not at all, and then change sales in Postgres."""
    postgres, clickhouse = services.postgres, services.clickhouse
    for first, last in RUNS:
        rows = [list(row) for row in postgres.query(SEEN, [first, last])]
        clickhouse.insert("analytics.sales", rows, COLUMNS)
        clickhouse.execute(f"insert into analytics.sync_state values ('{last[:19]}')" if " " in last else "select 1")
    for statement in LATER:
        postgres.app.execute(statement)
    postgres.app.execute("analyze app.sales")
    clickhouse.execute("optimize table analytics.sales final")
