-- These temporary tables belong to one session and end with it.
CREATE TEMPORARY TABLE source (
    transaction_id UInt64,
    merchant_id UInt32,
    amount Decimal(18, 2),
    currency Nullable(String),
    status String,
    created_at DateTime('UTC'),
    version UInt64
);

CREATE TEMPORARY TABLE target (
    transaction_id UInt64,
    merchant_id UInt32,
    amount Decimal(18, 2),
    currency Nullable(String),
    status String,
    created_at DateTime('UTC'),
    present UInt8 DEFAULT 1
);

CREATE TEMPORARY TABLE events (transaction_id UInt64, version UInt64, producer String, repeated UInt8);

CREATE TEMPORARY TABLE drift (category LowCardinality(String), transaction_id UInt64);
