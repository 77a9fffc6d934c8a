CREATE DATABASE IF NOT EXISTS analytics;

-- A close reads a day and a statement the days of a month, so that no partitions are needed.
CREATE TABLE IF NOT EXISTS analytics.transactions (
    transaction_id UInt64,
    merchant_id UInt32,
    amount Decimal(18, 2),
    currency LowCardinality(Nullable(String)) COMMENT 'ISO code; null for terminals of before 2020',
    status LowCardinality(String),
    created_at DateTime('UTC')
) ENGINE = MergeTree
ORDER BY (toDate(created_at), merchant_id)
COMMENT 'Payments as in Postgres app.transactions; repaired by reconcile.py';

CREATE TABLE IF NOT EXISTS analytics.transactions_quarantine (
    transaction_id UInt64,
    merchant_id UInt32,
    amount Decimal(18, 2),
    currency LowCardinality(Nullable(String)),
    status LowCardinality(String),
    created_at DateTime('UTC'),
    reason String,
    quarantined_at DateTime('UTC') DEFAULT now()
) ENGINE = MergeTree
ORDER BY transaction_id
COMMENT 'Payments that were in analytics.transactions and not in Postgres; see RUNBOOK.md';

CREATE TABLE IF NOT EXISTS analytics.reconciliation_runs (
    finished_at DateTime('UTC') DEFAULT now(),
    rows_after UInt64,
    missing_in_clickhouse UInt64,
    duplicated_in_clickhouse UInt64,
    amount_mismatch UInt64,
    currency_mismatch UInt64,
    time_mismatch UInt64,
    merchant_mismatch UInt64,
    status_stale UInt64,
    orphan_in_clickhouse UInt64
) ENGINE = MergeTree
ORDER BY finished_at
COMMENT 'One row for each run of reconcile.py that repaired something';
