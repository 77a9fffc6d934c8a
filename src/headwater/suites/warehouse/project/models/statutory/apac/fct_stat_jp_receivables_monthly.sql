-- MOORING KK: RECEIVABLES AND ALLOWANCES BY MONTH AND BUCKET.
-- HOJINZEI-HO ART. 52: STATUTORY RATE OF 0.6 % FOR WHAT IS NOT OVERDUE BY MORE THAN 30 DAYS; ABOVE, AS THE AUDITOR AGREED.
-- AMOUNTS ARE AT THE CLOSING RATE OF THE MONTH.
SELECT
    z.month_start,
    {{ stat_period_label('z.month_start', 4) }} AS local_period,
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
        INNER JOIN {{ ref('stat_allowance_rates') }} a
            ON a.entity_code = 'JP'
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
        WHERE x.entity_code = 'JP'
    ) o
        ON o.month_start = b.month_start
        AND o.days_past_due BETWEEN b.days_from AND b.days_to
    GROUP BY b.month_start, b.bucket, b.bucket_order, b.allowance_rate
) z
