set -eu
cp /solution/server.py .
cat > schema.sql <<'SQL'
CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.deliveries
(
    delivery_id UInt64,
    delivered_at DateTime,
    region LowCardinality(String),
    service LowCardinality(String),
    fee Decimal(9, 2),
    minutes_late Int16,
    PROJECTION per_day
    (
        SELECT toDate(delivered_at), region, service, count(), sum(fee), countIf(minutes_late > 0)
        GROUP BY toDate(delivered_at), region, service
    )
)
ENGINE = MergeTree
ORDER BY (region, delivered_at);
SQL
python3 - <<'PY'
import os

import clickhouse_connect

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"],
    port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"],
    password=os.environ["CLICKHOUSE_PASSWORD"],
)
client.command("RENAME TABLE analytics.deliveries TO analytics.deliveries_old")
for statement in open("schema.sql").read().split(";\n"):
    if statement.strip():
        client.command(statement)
client.command(
    "INSERT INTO analytics.deliveries "
    "SELECT delivery_id, delivered_at, region, service, fee, minutes_late FROM analytics.deliveries_old"
)
client.command("DROP TABLE analytics.deliveries_old")
PY
