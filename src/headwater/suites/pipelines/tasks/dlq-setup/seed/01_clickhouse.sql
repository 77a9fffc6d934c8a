create database if not exists shop;

create table shop.parcel_scans (
    scan_id String,
    parcel String,
    carrier LowCardinality(String) comment 'name, as in carriers.json',
    status LowCardinality(String),
    weight_g UInt32,
    scanned_at DateTime('UTC'),
    recipient Nullable(String)
)
engine = ReplacingMergeTree
order by (parcel, scan_id);
