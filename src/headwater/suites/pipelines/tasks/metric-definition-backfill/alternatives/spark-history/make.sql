CREATE OR REPLACE TABLE analytics.metric_daily_history (
    metric LowCardinality(String),
    campaign_id UInt32,
    day Date,
    value Decimal(18, 6),
    definition UInt8,
    computed_at DateTime('UTC')
) ENGINE = MergeTree PARTITION BY (metric, toYYYYMM(day)) ORDER BY (metric, campaign_id, day);
