CREATE DATABASE IF NOT EXISTS analytics;

-- All loaded versions. A row that is loaded again replaces itself.
CREATE TABLE IF NOT EXISTS analytics.order_versions (
    row_id UInt64 COMMENT 'raw.orders.row_id',
    order_id String,
    customer_id Nullable(Int64),
    status LowCardinality(String),
    currency LowCardinality(Nullable(String)),
    amount Nullable(Decimal(18, 4)),
    ordered_at DateTime64(6, 'UTC'),
    updated_at DateTime64(6, 'UTC'),
    INDEX row_ids row_id TYPE minmax
)
ENGINE = ReplacingMergeTree
ORDER BY (order_id, row_id);

-- These views equal the models of warehouse/, with which each run replaces them.
CREATE VIEW IF NOT EXISTS analytics.orders AS
SELECT
    order_id,
    latest.1 AS customer_id,
    toLowCardinality(latest.2) AS status,
    latest.3 AS currency,
    latest.4 AS amount,
    latest.5 AS ordered_at,
    latest.6 AS updated_at
FROM (
    SELECT
        order_id,
        argMax((customer_id, status, currency, amount, ordered_at, updated_at), (updated_at, row_id)) AS latest
    FROM analytics.order_versions
    GROUP BY order_id
)
WHERE status != 'deleted';

CREATE VIEW IF NOT EXISTS analytics.daily_revenue AS
SELECT
    toDate(ordered_at) AS day,
    assumeNotNull(currency) AS currency,
    count() AS orders,
    sum(assumeNotNull(amount)) AS revenue
FROM analytics.orders AS o
WHERE status IN ('paid', 'shipped') AND o.amount IS NOT NULL AND o.currency IS NOT NULL
GROUP BY day, currency;
