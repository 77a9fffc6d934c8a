set -eu
cp /solution/server.py .
sed -i 's/^TOTALS = .*/TOTALS = "sum(deliveries), sum(revenue), sum(late)"/; s/toDate(delivered_at)/day/g; s/FROM analytics.deliveries/FROM analytics.per_day/' server.py
cat >> schema.sql <<'SQL'

CREATE TABLE IF NOT EXISTS analytics.per_day
(
    day Date,
    region LowCardinality(String),
    service LowCardinality(String),
    deliveries UInt64,
    revenue Decimal(18, 2),
    late UInt64
)
ENGINE = SummingMergeTree
ORDER BY (day, region, service);

SQL
cat >> schema.sql <<'SQL'
CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.per_day_view TO analytics.per_day AS
SELECT toDate(delivered_at) AS day, region, service, count() AS deliveries, sum(fee) AS revenue, countIf(minutes_late > 0) AS late
FROM analytics.deliveries
GROUP BY day, region, service;

INSERT INTO analytics.per_day
SELECT toDate(delivered_at) AS day, region, service, count(), sum(fee), countIf(minutes_late > 0)
FROM analytics.deliveries
GROUP BY day, region, service;
SQL
python3 apply.py
