set -eu
cp /solution/README.md /solution/pipeline.py .
sed -i 's/analytics.order_versions/analytics.orders/g' pipeline.py
sed -i 's/SELECT row_id, order_id, customer_id/SELECT DISTINCT ON (order_id) row_id, order_id, customer_id/; s/        ORDER BY row_id/        ORDER BY order_id, raw.orders.updated_at DESC, row_id DESC/' pipeline.py
cat > schema.sql <<'SQL'
CREATE DATABASE IF NOT EXISTS analytics;
CREATE TABLE IF NOT EXISTS analytics.orders (
    row_id UInt64, order_id String, customer_id Nullable(Int64), status LowCardinality(String),
    currency LowCardinality(Nullable(String)), amount Nullable(Decimal(18, 4)),
    ordered_at DateTime64(6, 'UTC'), updated_at DateTime64(6, 'UTC'),
    is_deleted UInt8 MATERIALIZED status = 'deleted'
) ENGINE = ReplacingMergeTree(updated_at, is_deleted) ORDER BY order_id
SETTINGS allow_experimental_replacing_merge_with_cleanup = 1;
CREATE VIEW IF NOT EXISTS analytics.daily_revenue AS
SELECT toDate(o.ordered_at) AS day, assumeNotNull(o.currency) AS currency, count() AS orders, sum(assumeNotNull(o.amount)) AS revenue
FROM analytics.orders AS o FINAL
WHERE status IN ('paid', 'shipped') AND o.amount IS NOT NULL AND o.currency IS NOT NULL GROUP BY day, currency;
SQL
python3 pipeline.py
python3 - <<'PY'
import os
import clickhouse_connect

clickhouse = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
clickhouse.command("OPTIMIZE TABLE analytics.orders FINAL CLEANUP")
PY
