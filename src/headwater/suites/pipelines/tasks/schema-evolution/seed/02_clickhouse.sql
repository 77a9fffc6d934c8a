CREATE DATABASE analytics;

CREATE TABLE analytics.items (
    item_id UInt64 COMMENT 'number of the item',
    sku String COMMENT 'the supplier''s number',
    supplier_id UInt32 COMMENT 'who sells it',
    name String COMMENT 'as buyers see it',
    price Decimal(12, 2) COMMENT 'without tax',
    currency LowCardinality(String) COMMENT 'ISO 4217',
    attributes String COMMENT 'whatever the supplier tells, as JSON',
    updated_at DateTime64(6, 'UTC') COMMENT 'when the supplier changed it'
)
ENGINE = ReplacingMergeTree(updated_at)
ORDER BY item_id;
