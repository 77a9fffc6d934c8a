set -eu
cp /solution/migrations/002_region_of_events.sql migrations/
cp /solution/pacing.sql dashboards/
sed -i '/MATERIALIZE COLUMN/d; /^-- Otherwise/d' migrations/002_region_of_events.sql
cat > migrations/003_region_of_daily.sql <<'SQL'
RENAME TABLE ads.daily TO ads.daily_before;

CREATE TABLE ads.daily (
    day Date,
    campaign_id UInt32,
    region LowCardinality(String),
    impressions Int64,
    clicks Int64,
    cost_micros Int64
)
ENGINE = SummingMergeTree
ORDER BY (day, campaign_id, region)
SETTINGS index_granularity = 512;

INSERT INTO ads.daily
SELECT day, campaign_id, '', b.impressions, b.clicks, b.cost_micros FROM ads.daily_before AS b;

INSERT INTO ads.daily
SELECT day, campaign_id, moved.1, moved.2 * i, moved.2 * c, moved.2 * m
FROM (
    SELECT toDate(at) AS day, campaign_id, e.region AS of, toInt64(countIf(kind = 'impression')) AS i,
        toInt64(countIf(kind = 'click')) AS c, toInt64(sum(e.cost_micros)) AS m
    FROM ads.events AS e
    GROUP BY day, campaign_id, of
)
ARRAY JOIN [(toString(of), 1), ('', -1)] AS moved;

ALTER TABLE ads.daily_mv MODIFY QUERY
SELECT toDate(at) AS day, campaign_id, e.region AS region, countIf(kind = 'impression') AS impressions,
    countIf(kind = 'click') AS clicks, sum(e.cost_micros) AS cost_micros
FROM ads.events AS e
GROUP BY day, campaign_id, region;

DROP TABLE ads.daily_before SYNC;
SQL
python3 migrate.py
