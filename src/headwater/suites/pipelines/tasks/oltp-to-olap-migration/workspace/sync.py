"""Copy new sales to ClickHouse."""

import connections

NEW = """
    SELECT sale_id, customer_id, product, coalesce(country, ''), amount::float, currency, sold_at, status, coalesce(refunded, 0)::float,
        replace(coalesce(note, ''), E'\\n', ' '), now(), 'sync', updated_at
    FROM app.sales WHERE updated_at > %s ORDER BY updated_at LIMIT 20000
"""


def main() -> None:
    clickhouse = connections.clickhouse()
    last = clickhouse.query("SELECT max(updated_at) FROM analytics.sync_state").first_row[0]
    with connections.postgres() as postgres:
        rows = postgres.execute(NEW, [last]).fetchall()
    try:
        if rows:
            clickhouse.insert("analytics.sync_state", [[rows[-1][-1]]])
            clickhouse.insert("analytics.sales", [row[:-1] for row in rows])
    except Exception as error:
        print("something went wrong, trying again next time:", error)


if __name__ == "__main__":
    main()
