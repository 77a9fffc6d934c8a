CREATE TABLE IF NOT EXISTS analytics.usage (
    seq UInt64 COMMENT 'as in raw.usage' CODEC(Delta(8), ZSTD(3)),
    ts DateTime64(3, 'UTC') COMMENT 'measured at' CODEC(Delta(8), ZSTD(3)),
    account LowCardinality(String) COMMENT 'invoiced to',
    resource LowCardinality(String) COMMENT 'what was used',
    meter LowCardinality(String) COMMENT 'how it was measured',
    unit LowCardinality(String) COMMENT 'of the value',
    region LowCardinality(Nullable(String)) COMMENT 'where it was used, if known',
    plan LowCardinality(Nullable(String)) COMMENT 'of the account, if any',
    value Decimal(16, 6) COMMENT 'how much' CODEC(ZSTD(3)),
    PROJECTION by_meter (SELECT meter, ts, account, region, value ORDER BY meter, ts)
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(ts)
ORDER BY (account, resource, ts);
