-- MOORING CANADA ULC: RECEIVABLES AND ALLOWANCES BY MONTH AND BUCKET.
-- ASPE 3856: FOUR BUCKETS, AS THE AUDITOR WROTE IN HIS LETTER OF MARCH 2021. THE SEED HAS THEM FOR REFERENCE; THIS TABLE DOES NOT READ IT.
-- AMOUNTS ARE AT THE CLOSING RATE OF THE MONTH.
SELECT
    z.month_start,
    {{ stat_period_label('z.month_start', 2) }} AS local_period,
    z.bucket,
    z.bucket_order,
    z.invoices,
    z.accounts,
    z.open_local,
    z.base_local,
    z.open_usd,
    z.allowance_rate,
    z.allowance_local,
    COALESCE({{ stat_earlier('z.allowance_local', 1, 'z.month_start', 'z.bucket') }}, 0) AS allowance_before_local,
    z.allowance_local - COALESCE({{ stat_earlier('z.allowance_local', 1, 'z.month_start', 'z.bucket') }}, 0) AS allowance_change_local,
    {{ safe_divide('z.open_local', 'SUM(z.open_local) OVER (PARTITION BY z.month_start)', 4) }} AS share_of_open
FROM (
    SELECT
        b.month_start,
        b.bucket,
        b.bucket_order,
        b.allowance_rate,
        COUNT(o.invoice_id) AS invoices,
        COUNT(DISTINCT o.account_id) AS accounts,
        {{ money('COALESCE(SUM(o.open_functional), 0)') }} AS open_local,
        {{ money('COALESCE(SUM(o.base_local), 0)') }} AS base_local,
        {{ money('COALESCE(SUM(o.open_amount_usd), 0)') }} AS open_usd,
        {{ money('COALESCE(SUM(' ~ money('cast(o.base_local as double precision) * b.allowance_rate') ~ '), 0)') }} AS allowance_local
    FROM (
        SELECT
            m.month_start,
            a.bucket,
            a.bucket_order,
            a.days_from,
            a.days_to,
            a.allowance_rate
        FROM (
            {{ stat_months('2021-01-01') }}
        ) m
        CROSS JOIN (
            SELECT 0 AS bucket_order, 'not due' AS bucket, -99999 AS days_from, 0 AS days_to, CAST(0.005 AS DECIMAL(9, 4)) AS allowance_rate
            UNION ALL SELECT 1, '1-60', 1, 60, 0.05
            UNION ALL SELECT 2, '61-120', 61, 120, 0.30
            UNION ALL SELECT 3, 'over 120', 121, 99999, 0.75
        ) a
    ) b
    LEFT JOIN (
        SELECT
            x.invoice_id,
            x.month_start,
            x.account_id,
            x.days_past_due,
            x.open_functional,
            x.open_amount_usd,
            x.open_functional AS base_local
        FROM {{ ref('int_stat_receivables') }} x
        WHERE x.entity_code = 'CA'
    ) o
        ON o.month_start = b.month_start
        AND o.days_past_due >= b.days_from
        AND o.days_past_due < b.days_to + 1
    GROUP BY b.month_start, b.bucket, b.bucket_order, b.allowance_rate
) z
