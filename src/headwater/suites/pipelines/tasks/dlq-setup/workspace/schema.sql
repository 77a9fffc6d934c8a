-- Applied by the platform team; consumers only insert.
CREATE DATABASE IF NOT EXISTS shop;

CREATE TABLE IF NOT EXISTS shop.parcel_scans (
    scan_id String,
    parcel String,
    carrier LowCardinality(String) COMMENT 'name, as in carriers.json',
    status LowCardinality(String),
    weight_g UInt32,
    scanned_at DateTime('UTC'),
    recipient Nullable(String)
)
ENGINE = ReplacingMergeTree
ORDER BY (parcel, scan_id);
