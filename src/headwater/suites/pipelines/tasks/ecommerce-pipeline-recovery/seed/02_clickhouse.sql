CREATE DATABASE sales;

CREATE TABLE sales.daily (
    day Date,
    shop LowCardinality(String),
    orders Int64,
    revenue_cents Int64
)
ENGINE = SummingMergeTree
ORDER BY (shop, day);

CREATE TABLE sales.loads (
    load_id UInt32,
    first_delivery UInt64,
    last_delivery UInt64,
    note String
)
ENGINE = MergeTree
ORDER BY load_id;

-- Postgres no longer has these days.
INSERT INTO sales.daily
SELECT day, shop, 20 + sipHash64(day, shop, 1) % 160 AS orders, orders * (8000 + sipHash64(day, shop, 2) % 9000)
FROM (SELECT toDate('2026-01-01') + number AS day, arrayJoin(['lisbon', 'helsinki', 'austin', 'auckland']) AS shop FROM numbers(263));
