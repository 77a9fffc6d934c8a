-- One row for each category and payment; `present` is 0 where the left join found no row.
INSERT INTO drift
SELECT arrayJoin(arrayFilter(name -> name != '', [
        if(copies = 0, 'missing_in_clickhouse', ''),
        if(copies > 1, 'duplicated_in_clickhouse', ''),
        if(amount_differs, 'amount_mismatch', ''),
        if(currency_differs, 'currency_mismatch', ''),
        if(time_differs, 'time_mismatch', ''),
        if(merchant_differs, 'merchant_mismatch', ''),
        if(status_differs, 'status_stale', '')
    ])) AS category, transaction_id
FROM (
    SELECT s.transaction_id AS transaction_id,
        sum(t.present) AS copies,
        max(t.present AND abs(t.amount - s.amount) > {tolerance:Decimal(38, 2)}) AS amount_differs,
        max(t.present AND (isNull(t.currency) != isNull(s.currency) OR ifNull(t.currency != s.currency, 0)))
            AS currency_differs,
        max(t.present AND t.created_at != s.created_at) AS time_differs,
        max(t.present AND t.merchant_id != s.merchant_id) AS merchant_differs,
        max(t.present AND t.status != s.status) AS status_differs
    FROM source AS s LEFT JOIN target AS t ON t.transaction_id = s.transaction_id
    GROUP BY transaction_id
)
UNION ALL
SELECT DISTINCT 'orphan_in_clickhouse', transaction_id
FROM target WHERE transaction_id NOT IN (SELECT transaction_id FROM source)
UNION ALL
SELECT arrayJoin(arrayFilter(name -> name != '', [
        if(e.version = 0, 'missing_in_topic', ''),
        if(e.version > 0 AND e.version < s.version, 'outdated_in_topic', ''),
        if(e.repeated, 'duplicated_in_topic', '')
    ])), s.transaction_id
FROM source AS s LEFT JOIN events AS e ON e.transaction_id = s.transaction_id
UNION ALL
SELECT 'orphan_in_topic', transaction_id
FROM events WHERE transaction_id NOT IN (SELECT transaction_id FROM source)
