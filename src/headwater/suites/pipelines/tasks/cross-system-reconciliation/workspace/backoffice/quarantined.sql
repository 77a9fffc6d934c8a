-- A merchant asks for a payment that is on no statement.
SELECT transaction_id, merchant_id, amount, currency, status, created_at, reason, quarantined_at
FROM analytics.transactions_quarantine
WHERE transaction_id = 98003 AND quarantined_at < now() AND reason != ''
