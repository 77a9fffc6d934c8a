-- The wall of operations: each run of the last week that repaired something, and what. No row is good news.
SELECT
    finished_at,
    rows_after,  -- rows of analytics.transactions when it had ended
    missing_in_clickhouse,
    duplicated_in_clickhouse,
    amount_mismatch,
    currency_mismatch,
    time_mismatch,
    merchant_mismatch,
    status_stale,
    orphan_in_clickhouse
FROM analytics.reconciliation_runs
WHERE finished_at > now() - INTERVAL 7 DAY
ORDER BY finished_at DESC
