CREATE OR REPLACE TABLE analytics.metric_daily_split
(
    metric LowCardinality(String),
    campaign_id UInt32,
    day Date,
    value Decimal(18, 6),
    definition UInt8,
    computed_at DateTime('UTC')
)
ENGINE = MergeTree
PARTITION BY (metric = 'impressions', toYYYYMM(day))
ORDER BY (campaign_id, metric, day);
INSERT INTO analytics.metric_daily_split SELECT DISTINCT * FROM analytics.metric_daily WHERE definition = 1;
EXCHANGE TABLES analytics.metric_daily AND analytics.metric_daily_split;
INSERT INTO analytics.metric_daily
SELECT DISTINCT * FROM analytics.metric_daily_split
WHERE metric = 'impressions'
    AND (campaign_id, day) NOT IN (SELECT campaign_id, day FROM analytics.metric_daily WHERE metric = 'impressions');
DROP TABLE analytics.metric_daily_split;
