set -eu
cp -r /solution/migrations .
cp /solution/schema/*.sql schema/
cp /solution/queries/*.sql queries/
cp /solution/ask.py .
cat > schema/03_purchases.sql <<'SQL'
CREATE TABLE IF NOT EXISTS app.purchases (day Date, country LowCardinality(String), purchases UInt64, cents UInt64)
ENGINE = SummingMergeTree
ORDER BY (day, country);

CREATE MATERIALIZED VIEW IF NOT EXISTS app.purchases_mv TO app.purchases AS
SELECT toDate(event_ts, 'Europe/Warsaw') AS day, country, count() AS purchases, sum(coalesce(amount_cents, 0)) AS cents
FROM app.events
WHERE event_type IN ('purchase', 'Purchase') AND event_ts >= '2025-02-01 00:00:00'
GROUP BY day, country;
SQL
cat > queries/purchases.sql <<'SQL'
SELECT country, sum(p.purchases) AS purchases, sum(p.cents) AS cents
FROM app.purchases AS p
WHERE day = {day:Date}
GROUP BY country
ORDER BY country
SQL
python3 apply.py
cat > migrations/2_purchases_that_are_there.sql <<'SQL'
INSERT INTO app.purchases
SELECT toDate(event_ts, 'Europe/Warsaw') AS day, country, count(), sum(coalesce(amount_cents, 0))
FROM app.events
WHERE event_type IN ('purchase', 'Purchase')
GROUP BY day, country;
SQL
python3 apply.py migrations/1_events_that_are_there.sql migrations/2_purchases_that_are_there.sql
