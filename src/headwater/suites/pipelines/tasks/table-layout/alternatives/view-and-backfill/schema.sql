CREATE TABLE IF NOT EXISTS analytics.usage
(
    `seq` UInt64 COMMENT 'raw.usage.seq' CODEC(T64, ZSTD),
    `ts` DateTime64(3, 'UTC') COMMENT 'time of measurement' CODEC(DoubleDelta, ZSTD),
    `account` LowCardinality(String) COMMENT 'customer account',
    `resource` String COMMENT 'resource of the account' CODEC(ZSTD(3)),
    `meter` Enum8('vm_hours', 'volume_gb_hours', 'bucket_gb_hours', 'requests', 'egress_gb', 'ingress_gb', 'db_hours', 'backup_gb') COMMENT 'kind of usage',
    `unit` LowCardinality(String) COMMENT 'unit of value',
    `region` LowCardinality(Nullable(String)) COMMENT 'region, NULL if unknown',
    `plan` LowCardinality(Nullable(String)) COMMENT 'plan, NULL if none',
    `value` Decimal128(6) COMMENT 'metered quantity' CODEC(ZSTD(3))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(ts)
ORDER BY (meter, account, resource, ts, seq)
SETTINGS index_granularity = 4096;

-- The view copies new rows. fill.py copies the earlier ones.
CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.usage_feed TO analytics.usage AS
SELECT
    seq, toDateTime64(ts, 3, 'UTC') AS ts, account, resource, meter, unit,
    if(region = '', NULL, region) AS region, if(plan = '', NULL, plan) AS plan, toDecimal128(value, 6) AS value
FROM raw.usage;
