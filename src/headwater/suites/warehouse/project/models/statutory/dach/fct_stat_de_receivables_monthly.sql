-- MOORING GMBH: RECEIVABLES AND ALLOWANCES BY MONTH AND BUCKET.
-- § 253 ABS. 4 HGB: WERTBERICHTIGT WIRD NETTO, DIE UMSATZSTEUER KOMMT ZURUECK (§ 17 USTG). KUNDEN MIT EINEM POSTEN UEBER 180 TAGEN
-- WERDEN EINZELN WERTBERICHTIGT, DIE UEBRIGEN PAUSCHAL.
-- AMOUNTS ARE AT THE CLOSING RATE OF THE MONTH.
SELECT
    z.month_start,
    {{ stat_period_label('z.month_start', 1) }} AS local_period,
    z.bucket,
    z.bucket_order,
    z.invoices,
    z.accounts,
    z.open_local,
    z.base_local,
    z.open_usd,
    z.allowance_rate,
    z.specific_local AS specific_allowance_local,
    z.general_local AS general_allowance_local,
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
        {{ money('COALESCE(SUM(CASE WHEN o.is_specific THEN o.base_local ELSE 0 END), 0)') }} AS specific_local,
        {{ money('COALESCE(SUM(CASE WHEN o.is_specific THEN 0 ELSE ' ~ money('cast(o.base_local as double precision) * b.allowance_rate') ~ ' END), 0)') }} AS general_local,
        {{ money('COALESCE(SUM(CASE WHEN o.is_specific THEN o.base_local ELSE ' ~ money('cast(o.base_local as double precision) * b.allowance_rate') ~ ' END), 0)') }} AS allowance_local
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
            ON a.entity_code = 'DE'
    ) b
    LEFT JOIN (
        SELECT
            x.invoice_id,
            x.month_start,
            x.account_id,
            x.days_past_due,
            x.open_functional,
            x.open_amount_usd,
            MAX(x.days_past_due) OVER (PARTITION BY x.month_start, COALESCE(x.account_id, x.invoice_id)) > 180 AS is_specific,
            -- WITHOUT THE TAX OF THE INVOICE, WHICH THE AUTHORITY GIVES BACK IF THE CLAIM IS LOST
            {{ money('CASE WHEN d.gross_amount = 0 THEN 0 ELSE cast(x.open_functional as double precision) * d.net_amount / d.gross_amount END') }} AS base_local
        FROM {{ ref('int_stat_receivables') }} x
        INNER JOIN {{ ref('int_stat_documents') }} d
            ON d.document_id = x.invoice_id
            AND d.document_type = 'invoice'
        WHERE x.entity_code = 'DE'
    ) o
        ON o.month_start = b.month_start
        AND o.days_past_due >= b.days_from
        AND o.days_past_due < b.days_to + 1
    GROUP BY b.month_start, b.bucket, b.bucket_order, b.allowance_rate
) z
