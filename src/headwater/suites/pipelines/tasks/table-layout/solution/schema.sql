-- The usage of customers; see docs/usage.md. Every statement is idempotent.
CREATE TABLE IF NOT EXISTS analytics.usage (
    seq UInt64 COMMENT 'number of the row in raw.usage' CODEC(Delta, ZSTD),
    ts DateTime64(3, 'UTC') COMMENT 'when it was measured' CODEC(Delta, ZSTD),
    account LowCardinality(String) COMMENT 'whom it is invoiced to',
    resource LowCardinality(String) COMMENT 'machine, volume, bucket' CODEC(ZSTD),
    meter LowCardinality(String) COMMENT 'what was measured',
    unit LowCardinality(String) COMMENT 'unit of the value',
    region LowCardinality(Nullable(String)) COMMENT 'NULL: the agent does not know it',
    plan LowCardinality(Nullable(String)) COMMENT 'NULL: an account without a plan',
    value Decimal(18, 6) COMMENT 'how much, exactly as invoiced; negative for a correction' CODEC(ZSTD)
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(ts)
ORDER BY (meter, account, resource, ts);
