-- After an interrupted run, the quarantine may already have some of the orphans.
INSERT INTO analytics.transactions_quarantine
    (transaction_id, merchant_id, amount, currency, status, created_at, reason)
SELECT transaction_id, merchant_id, amount, currency, status, created_at, 'not in Postgres app.transactions'
FROM target
WHERE transaction_id IN (SELECT transaction_id FROM drift WHERE category = 'orphan_in_clickhouse')
  AND transaction_id NOT IN (SELECT transaction_id FROM analytics.transactions_quarantine)
LIMIT 1 BY transaction_id
