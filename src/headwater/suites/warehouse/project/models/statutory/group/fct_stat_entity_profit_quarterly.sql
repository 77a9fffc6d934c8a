-- PROFIT OF THE COMPANIES BY THE GROUP'S FISCAL QUARTER, AFTER TRANSFER PRICES. SUBSIDIARIES DISTRIBUTE AT LOW RISK: THEY KEEP A MARGIN ON
-- SALES, AND THE REST IS A LICENCE FEE TO THE PARENT (INTERCOMPANY AGREEMENT, SCHEDULE 2). WHERE THE REST IS NEGATIVE THE PARENT PAYS.
-- HOSTING FOLLOWS THE COUNTRY OF THE ACCOUNT; PAYROLL THE COMPANY OF EMPLOYMENT; WHAT NO COMPANY CAUSED STAYS WITH THE PARENT.
SELECT
    v.entity_code,
    e.legal_name,
    v.fiscal_quarter,
    v.quarter_start,
    v.revenue_usd,
    v.hosting_usd,
    v.fees_usd,
    v.payroll_usd,
    v.revenue_usd - v.hosting_usd - v.fees_usd - v.payroll_usd AS profit_before_licence_fee_usd,
    v.margin_rate,
    CASE
        WHEN v.entity_code = 'US' THEN {{ money('0') }}
        ELSE v.revenue_usd - v.hosting_usd - v.fees_usd - v.payroll_usd - {{ money('cast(v.revenue_usd as double precision) * v.margin_rate') }}
    END AS licence_fee_to_parent_usd,
    CASE
        WHEN v.entity_code = 'US' THEN v.revenue_usd - v.hosting_usd - v.fees_usd - v.payroll_usd
            + SUM(CASE
                WHEN v.entity_code = 'US' THEN {{ money('0') }}
                ELSE v.revenue_usd - v.hosting_usd - v.fees_usd - v.payroll_usd - {{ money('cast(v.revenue_usd as double precision) * v.margin_rate') }}
            END) OVER (PARTITION BY v.quarter_start)
        ELSE {{ money('cast(v.revenue_usd as double precision) * v.margin_rate') }}
    END AS profit_usd
FROM (
    SELECT
        g.entity_code,
        g.fiscal_quarter,
        g.quarter_start,
        -- MARGINS OF THE BENCHMARK STUDY OF 2021; JAPAN AND INDIA AGREED OTHERS WITH THEIR AUTHORITIES (APA OF 2023-04)
        CAST(CASE
            WHEN g.entity_code = 'JP' AND g.quarter_start >= CAST('2023-05-01' AS DATE) THEN 0.045
            WHEN g.entity_code = 'IN' AND g.quarter_start >= CAST('2023-05-01' AS DATE) THEN 0.060
            WHEN g.entity_code IN ('UK', 'DE', 'FR') THEN 0.030
            WHEN g.entity_code = 'US' THEN 0
            ELSE 0.025
        END AS DECIMAL(9, 4)) AS margin_rate,
        COALESCE(r.revenue_usd, 0) AS revenue_usd,
        COALESCE(h.hosting_usd, 0) AS hosting_usd,
        COALESCE(f.fees_usd, 0) AS fees_usd,
        COALESCE(p.payroll_usd, 0) AS payroll_usd
    FROM (
        SELECT
            e.entity_code,
            q.fiscal_quarter,
            q.quarter_start
        FROM {{ ref('legal_entities') }} e
        CROSS JOIN (
            SELECT
                d.fiscal_quarter,
                MIN(d.fiscal_quarter_start) AS quarter_start
            FROM {{ ref('dim_dates') }} d
            WHERE d.is_past
            GROUP BY d.fiscal_quarter
        ) q
    ) g
    LEFT JOIN (
        SELECT
            t.entity_code,
            t.fiscal_quarter,
            SUM(t.group_recognized_usd) AS revenue_usd
        FROM {{ ref('fct_stat_revenue_by_entity_monthly') }} t
        GROUP BY t.entity_code, t.fiscal_quarter
    ) r
        ON r.entity_code = g.entity_code
        AND r.fiscal_quarter = g.fiscal_quarter
    LEFT JOIN (
        SELECT
            COALESCE(m.entity_code, 'US') AS entity_code,
            {{ fiscal_quarter('c.month_start') }} AS fiscal_quarter,
            {{ money('SUM(c.cost_usd)') }} AS hosting_usd
        FROM {{ ref('fct_cloud_costs_monthly') }} c
        LEFT JOIN {{ ref('dim_accounts') }} a
            ON a.account_id = c.account_id
        LEFT JOIN {{ ref('int_stat_country_entities') }} m
            ON m.country_code = a.country_code
            AND m.valid_from <= c.month_start
            AND m.valid_until > c.month_start
        GROUP BY 1, 2
    ) h
        ON h.entity_code = g.entity_code
        AND h.fiscal_quarter = g.fiscal_quarter
    LEFT JOIN (
        SELECT
            s.entity_code,
            {{ fiscal_quarter('s.paid_month') }} AS fiscal_quarter,
            {{ money('SUM(s.fee_usd)') }} AS fees_usd
        FROM {{ ref('int_stat_payments') }} s
        GROUP BY 1, 2
    ) f
        ON f.entity_code = g.entity_code
        AND f.fiscal_quarter = g.fiscal_quarter
    LEFT JOIN (
        SELECT
            y.entity_code,
            {{ fiscal_quarter('y.month_start') }} AS fiscal_quarter,
            SUM(y.cost_usd) AS payroll_usd
        FROM {{ ref('int_stat_payroll') }} y
        GROUP BY 1, 2
    ) p
        ON p.entity_code = g.entity_code
        AND p.fiscal_quarter = g.fiscal_quarter
) v
INNER JOIN {{ ref('legal_entities') }} e
    ON e.entity_code = v.entity_code
