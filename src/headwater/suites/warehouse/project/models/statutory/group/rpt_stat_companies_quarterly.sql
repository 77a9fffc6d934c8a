-- THE PAGE OF THE STATUTORY TEAM IN THE BOARD BOOK: EACH COMPANY IN A FISCAL QUARTER OF THE GROUP. STOCKS ARE THOSE OF ITS LAST MONTH.
SELECT
    f.fiscal_quarter,
    f.quarter_start,
    f.entity_code,
    f.legal_name,
    f.revenue_usd,
    f.profit_usd,
    f.licence_fee_to_parent_usd,
    {{ safe_divide('f.profit_usd', 'f.revenue_usd', 4) }} AS profit_margin,
    COALESCE(c.closing_contracts, 0) AS closing_contracts,
    COALESCE(c.group_contracts, 0) AS group_contracts,
    COALESCE(c.arr_usd, 0) AS arr_usd,
    COALESCE(a.open_usd, 0) AS open_usd,
    COALESCE(a.local_allowance_usd, 0) AS local_allowance_usd,
    COALESCE(a.consolidation_entry_usd, 0) AS consolidation_entry_usd,
    COALESCE(t.tax_usd, 0) AS tax_usd,
    COALESCE(t.tax_without_duty_usd, 0) AS tax_without_duty_usd,
    {{ stat_earlier('f.revenue_usd', 1, 'f.quarter_start', 'f.entity_code') }} AS revenue_before_usd,
    {{ stat_earlier('f.revenue_usd', 4, 'f.quarter_start', 'f.entity_code') }} AS revenue_a_year_ago_usd,
    CASE
        WHEN f.revenue_usd = 0 THEN 'dormant'
        WHEN f.entity_code <> 'US' AND f.licence_fee_to_parent_usd < 0 THEN 'supported by the parent'
        ELSE 'in business'
    END AS state
FROM {{ ref('fct_stat_entity_profit_quarterly') }} f
INNER JOIN (
    SELECT
        d.fiscal_quarter,
        MAX(d.month_start) AS last_month
    FROM {{ ref('dim_dates') }} d
    WHERE d.is_past
    GROUP BY d.fiscal_quarter
) q
    ON q.fiscal_quarter = f.fiscal_quarter
LEFT JOIN {{ ref('fct_stat_contracts_bridge_monthly') }} c
    ON c.entity_code = f.entity_code
    AND c.month_start = q.last_month
LEFT JOIN {{ ref('fct_stat_allowances_monthly') }} a
    ON a.entity_code = f.entity_code
    AND a.month_start = q.last_month
LEFT JOIN (
    SELECT
        x.entity_code,
        {{ fiscal_quarter('x.document_month') }} AS fiscal_quarter,
        SUM(x.tax_usd) AS tax_usd,
        SUM(x.tax_without_duty_usd) AS tax_without_duty_usd
    FROM {{ ref('fct_stat_tax_by_entity_monthly') }} x
    GROUP BY 1, 2
) t
    ON t.entity_code = f.entity_code
    AND t.fiscal_quarter = f.fiscal_quarter
