-- MOORING LATIN AMERICA LLC: REVENUE AND DEFERRED INCOME BY MONTH, US GAAP.
-- AS IN THE GROUP, DAY BY DAY: framework_difference_local IS ZERO EXCEPT FOR WHAT ROUNDING LEAVES.
-- NO SPLIT INTO SHORT AND LONG TERM: THE LOCAL FORM HAS ONE LINE.
-- WHAT WAS EARNED BEFORE THE COMPANY BEGAN, BUT INVOICED BY IT, IS INCOME OF ITS FIRST MONTH.
WITH cells AS (
    SELECT
        s.product_line,
        {{ month_start('s.booked_on') }} AS booked_month,
        GREATEST(s.month_start, CAST('2022-01-01' AS DATE)) AS earned_month,
        s.source_type,
        SUM(s.recognized_functional) AS amount_local
    FROM {{ ref('int_stat_revenue_schedule') }} s
    WHERE s.entity_code = 'LA'
    GROUP BY 1, 2, 3, 4
)

SELECT
    f.month_start,
    {{ stat_period_label('f.month_start', 1) }} AS local_period,
    {{ stat_fiscal_year('f.month_start', 1) }} AS local_year,
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
    COALESCE(o.to_be_earned_local, 0) AS deferred_income_local,
    COALESCE(o.to_be_earned_local, 0) - f.closing_deferred_local AS contract_assets_local,
    f.group_recognized_local,
    f.recognized_local - f.group_recognized_local AS framework_difference_local,
    f.group_recognized_usd,
    {{ stat_year_to_date('f.recognized_local', stat_fiscal_year('f.month_start', 1), 'f.month_start', 'f.product_line') }} AS recognized_ytd_local,
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
            {{ stat_months('2022-01-01') }}
        ) m
        CROSS JOIN (
            {%- for line in ['cloud', 'self_managed', 'addon', 'services'] %}
            SELECT '{{ line }}' AS product_line{% if not loop.last %} UNION ALL{% endif %}
            {%- endfor %}
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
            GREATEST(s.month_start, CAST('2022-01-01' AS DATE)) AS month_start,
            SUM(s.recognized_functional) AS recognized_local,
            SUM(s.recognized_usd) AS recognized_usd
        FROM {{ ref('int_stat_revenue_schedule') }} s
        WHERE s.entity_code = 'LA'
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
        SUM(c.amount_local) AS to_be_earned_local
    FROM (
        {{ stat_months('2022-01-01') }}
    ) m
    INNER JOIN cells c
        ON c.booked_month <= m.month_start
        AND c.earned_month > m.month_start
    GROUP BY m.month_start, c.product_line
) o
    ON o.month_start = f.month_start
    AND o.product_line = f.product_line
