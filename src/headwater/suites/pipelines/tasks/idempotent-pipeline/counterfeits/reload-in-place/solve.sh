set -eu
cp /solution/README.md /solution/pipeline.py .
cat > schema.sql <<'SQL'
CREATE DATABASE IF NOT EXISTS analytics;
CREATE TABLE IF NOT EXISTS analytics.orders (
    order_id String, customer_id Nullable(Int64), status LowCardinality(String),
    currency LowCardinality(Nullable(String)), amount Nullable(Decimal(18, 4)),
    ordered_at DateTime64(6, 'UTC'), updated_at DateTime64(6, 'UTC')
) ENGINE = MergeTree ORDER BY order_id;
CREATE VIEW IF NOT EXISTS analytics.daily_revenue AS
SELECT toDate(o.ordered_at) AS day, assumeNotNull(o.currency) AS currency, count() AS orders, sum(assumeNotNull(o.amount)) AS revenue
FROM analytics.orders AS o
WHERE status IN ('paid', 'shipped') AND o.amount IS NOT NULL AND o.currency IS NOT NULL GROUP BY day, currency;
SQL
python3 - <<'PY'
from pathlib import Path

pipeline = Path("pipeline.py")
text = pipeline.read_text()
text = text.replace("analytics.order_versions", "analytics.orders").replace('COLUMNS = ("row_id", ', "COLUMNS = (")
start, end = text.index("    COPY ("), text.index("    ) TO STDOUT")
text = text[:start] + """    COPY (
        SELECT order_id, customer_id, status, upper(btrim(currency)), amount,
               to_char(ordered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
               to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
        FROM (
            SELECT DISTINCT ON (order_id) * FROM raw.orders WHERE btrim(order_id) <> ''
            ORDER BY order_id, updated_at DESC, row_id DESC
        ) latest
        WHERE status <> 'deleted'
""" + text[end:]
start, end = text.index("    highest = clickhouse"), text.index("    written = 0")
text = text[:start] + text[end:]
text = text.replace(
    "        apply_schema(clickhouse)\n", '        apply_schema(clickhouse)\n        clickhouse.command("TRUNCATE TABLE analytics.orders")\n'
)
text = text.replace("(NEW_ROWS, (floor, known))", "(NEW_ROWS)").replace("(WITHOUT_NUMBER, (floor,))", "(WITHOUT_NUMBER, (-1,))")
pipeline.write_text(text)
PY
python3 pipeline.py
