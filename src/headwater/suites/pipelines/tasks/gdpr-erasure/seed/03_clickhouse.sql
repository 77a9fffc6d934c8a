-- What Larder analyses. The views fill the rollups when rows are inserted.
CREATE DATABASE analytics;
CREATE TABLE analytics.events (
    event_id UInt64,
    account_id UInt64 COMMENT '0 if nobody is logged in',
    at DateTime('UTC'),
    kind LowCardinality(String),
    properties String COMMENT 'JSON'
) ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY (kind, at);
CREATE TABLE analytics.account_days (
    account_id UInt64,
    day Date,
    events UInt64
) ENGINE = SummingMergeTree PARTITION BY toYear(day) ORDER BY (account_id, day);
CREATE MATERIALIZED VIEW analytics.account_days_view TO analytics.account_days AS
SELECT account_id, toDate(at) AS day, count() AS events FROM analytics.events WHERE account_id > 0 GROUP BY account_id, day;
CREATE TABLE analytics.daily_counts (
    day Date,
    kind LowCardinality(String),
    events UInt64
) ENGINE = SummingMergeTree ORDER BY (day, kind);
CREATE MATERIALIZED VIEW analytics.daily_counts_view TO analytics.daily_counts AS
SELECT toDate(at) AS day, kind, count() AS events FROM analytics.events GROUP BY day, kind;

CREATE TABLE analytics.payments (
    payment_id UInt64,
    account_id UInt64,
    email String,
    paid_at DateTime('UTC'),
    country LowCardinality(String),
    plan LowCardinality(String),
    amount Decimal(10, 2)
) ENGINE = MergeTree PARTITION BY toYYYYMM(paid_at) ORDER BY (account_id, paid_at);
CREATE TABLE analytics.revenue (
    month Date,
    country LowCardinality(String),
    plan LowCardinality(String),
    payments UInt64,
    amount Decimal(14, 2)
) ENGINE = SummingMergeTree ORDER BY (month, country, plan);
CREATE MATERIALIZED VIEW analytics.revenue_view TO analytics.revenue AS
SELECT toStartOfMonth(paid_at) AS month, country, plan, count() AS payments, sum(amount) AS amount
FROM analytics.payments GROUP BY month, country, plan;

CREATE TABLE analytics.profiles (
    account_id UInt64,
    email String,
    name String,
    updated_at DateTime('UTC')
) ENGINE = ReplacingMergeTree(updated_at) ORDER BY account_id;
CREATE TABLE analytics.searches (
    search_id UInt64,
    at DateTime('UTC'),
    query String,
    results UInt32
) ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY at;
