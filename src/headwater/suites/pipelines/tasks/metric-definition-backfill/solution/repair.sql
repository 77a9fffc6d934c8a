-- Run once: delete the rows of the broken runs and the duplicates of the day that was loaded twice, and partition by metric, so
-- that a month of one metric can be replaced without touching the loader's rows.
CREATE TABLE analytics.metric_daily_repaired (
    metric LowCardinality(String),
    campaign_id UInt32,
    day Date,
    value Decimal(18, 6),
    definition UInt8,
    computed_at DateTime('UTC')
) ENGINE = MergeTree PARTITION BY (metric, toYYYYMM(day)) ORDER BY (metric, campaign_id, day);

INSERT INTO analytics.metric_daily_repaired SELECT DISTINCT * FROM analytics.metric_daily WHERE definition = 1;

EXCHANGE TABLES analytics.metric_daily AND analytics.metric_daily_repaired;

-- Copy the rows that the loader inserted meanwhile.
INSERT INTO analytics.metric_daily
SELECT DISTINCT * FROM analytics.metric_daily_repaired
WHERE metric = 'impressions'
  AND (campaign_id, day) NOT IN (SELECT campaign_id, day FROM analytics.metric_daily WHERE metric = 'impressions');

DROP TABLE analytics.metric_daily_repaired;
