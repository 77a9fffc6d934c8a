-- MOORING UK LTD: REVENUE AND DEFERRED INCOME BY MONTH, FRS 102.
-- FRS 102, SECTION 2 (MATERIALITY): INVOICES BELOW 500 GBP ARE TAKEN TO INCOME WITH THEIR INVOICE. MEMO 2021-04 LISTS WHY THE AUDITOR AGREED.
-- EVERYTHING ELSE FOLLOWS THE GROUP'S SCHEDULE, DAY BY DAY.
-- DEFERRED INCOME IS SPLIT INTO WHAT IS EARNED WITHIN TWELVE MONTHS AND WHAT IS EARNED LATER.
WITH cells AS (
    SELECT
        s.product_line,
        {{ month_start('s.booked_on') }} AS booked_month,
        CASE
            WHEN x.net_functional < 500 THEN {{ month_start('s.booked_on') }}
            ELSE s.month_start
        END AS earned_month,
        s.source_type,
        SUM(s.recognized_functional) AS amount_local
    FROM {{ ref('int_stat_revenue_schedule') }} s
    INNER JOIN {{ ref('int_stat_documents') }} x
        ON x.document_id = s.invoice_id
        AND x.document_type = 'invoice'
    WHERE s.entity_code = 'UK'
    GROUP BY 1, 2, 3, 4
)

SELECT
    f.month_start,
    {{ stat_period_label('f.month_start', 4) }} AS local_period,
    {{ stat_fiscal_year('f.month_start', 4) }} AS local_year,
    f.product_line,
    CASE f.product_line
        WHEN 'cloud' THEN '4000'
        WHEN 'self_managed' THEN '4100'
        WHEN 'addon' THEN '4200'
        ELSE '4300'
    END AS local_account,
    f.billed_local,
    f.credited_local,
    f.refunded_local,
    f.recognized_local,
    f.closing_deferred_local - f.billed_local - f.credited_local - f.refunded_local + f.recognized_local AS opening_deferred_local,
    f.closing_deferred_local,
    COALESCE(o.within_a_year_local, 0) AS deferred_short_term_local,
    COALESCE(o.after_a_year_local, 0) AS deferred_long_term_local,
    -- EARNED BEFORE IT WAS INVOICED: NOT A NEGATIVE LIABILITY
    COALESCE(o.within_a_year_local, 0) + COALESCE(o.after_a_year_local, 0) - f.closing_deferred_local AS contract_assets_local,
    f.group_recognized_local,
    f.recognized_local - f.group_recognized_local AS framework_difference_local,
    f.group_recognized_usd,
    {{ stat_year_to_date('f.recognized_local', stat_fiscal_year('f.month_start', 4), 'f.month_start', 'f.product_line') }} AS recognized_ytd_local,
    {{ stat_earlier('f.recognized_local', 12, 'f.month_start', 'f.product_line') }} AS recognized_a_year_ago_local
FROM (
    SELECT
        g.month_start,
        g.product_line,
        COALESCE(b.billed_local, 0) AS billed_local,
        COALESCE(b.credited_local, 0) AS credited_local,
        COALESCE(b.refunded_local, 0) AS refunded_local,
        COALESCE(r.recognized_local, 0) AS recognized_local,
        COALESCE(q.recognized_local, 0) AS group_recognized_local,
        COALESCE(q.recognized_usd, 0) AS group_recognized_usd,
        SUM(COALESCE(b.billed_local, 0) + COALESCE(b.credited_local, 0) + COALESCE(b.refunded_local, 0) - COALESCE(r.recognized_local, 0))
            OVER (PARTITION BY g.product_line ORDER BY g.month_start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS closing_deferred_local
    FROM (
        SELECT
            m.month_start,
            p.product_line
        FROM (
            {{ stat_months('2021-01-01') }}
        ) m
        CROSS JOIN (
            SELECT DISTINCT product_line FROM {{ ref('dim_products') }}
        ) p
    ) g
    LEFT JOIN (
        SELECT
            c.product_line,
            c.booked_month,
            {{ sum_where("c.source_type = 'invoice_line'", 'c.amount_local') }} AS billed_local,
            {{ sum_where("c.source_type = 'credit_note'", 'c.amount_local') }} AS credited_local,
            {{ sum_where("c.source_type = 'refund'", 'c.amount_local') }} AS refunded_local
        FROM cells c
        GROUP BY c.product_line, c.booked_month
    ) b
        ON b.product_line = g.product_line
        AND b.booked_month = g.month_start
    LEFT JOIN (
        SELECT
            c.product_line,
            c.earned_month,
            SUM(c.amount_local) AS recognized_local
        FROM cells c
        GROUP BY c.product_line, c.earned_month
    ) r
        ON r.product_line = g.product_line
        AND r.earned_month = g.month_start
    LEFT JOIN (
        SELECT
            s.product_line,
            s.month_start AS month_start,
            SUM(s.recognized_functional) AS recognized_local,
            SUM(s.recognized_usd) AS recognized_usd
        FROM {{ ref('int_stat_revenue_schedule') }} s
        WHERE s.entity_code = 'UK'
            AND s.month_start <= {{ as_of() }}
        GROUP BY 1, 2
    ) q
        ON q.product_line = g.product_line
        AND q.month_start = g.month_start
) f
LEFT JOIN (
    SELECT
        m.month_start,
        c.product_line,
        SUM(CASE WHEN c.earned_month <= {{ to_date(date_add_months('m.month_start', 12)) }} THEN c.amount_local ELSE 0 END) AS within_a_year_local,
        SUM(CASE WHEN c.earned_month > {{ to_date(date_add_months('m.month_start', 12)) }} THEN c.amount_local ELSE 0 END) AS after_a_year_local
    FROM (
        {{ stat_months('2021-01-01') }}
    ) m
    INNER JOIN cells c
        ON c.booked_month <= m.month_start
        AND c.earned_month > m.month_start
    GROUP BY m.month_start, c.product_line
) o
    ON o.month_start = f.month_start
    AND o.product_line = f.product_line
