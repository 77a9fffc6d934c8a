-- THE BRIDGE THAT THE GROUP'S AUDITOR ASKS FOR EVERY QUARTER: LOCAL REVENUE, LESS FRAMEWORK AND TRANSLATION, IS THE GROUP'S REVENUE.
SELECT
    k.fiscal_quarter,
    k.quarter_start,
    k.entity_code,
    k.legal_name,
    k.local_revenue_usd,
    k.framework_difference_usd,
    k.translation_difference_usd,
    k.group_revenue_usd,
    k.local_revenue_usd - k.framework_difference_usd - k.translation_difference_usd - k.group_revenue_usd AS unexplained_usd,
    {{ stat_earlier('k.group_revenue_usd', 1, 'k.quarter_start', 'k.entity_code') }} AS group_revenue_before_usd,
    {{ stat_earlier('k.group_revenue_usd', 4, 'k.quarter_start', 'k.entity_code') }} AS group_revenue_a_year_ago_usd,
    {{ stat_change_share('k.group_revenue_usd', stat_earlier('k.group_revenue_usd', 4, 'k.quarter_start', 'k.entity_code')) }} AS growth_on_year,
    ROW_NUMBER() OVER (PARTITION BY k.quarter_start ORDER BY k.group_revenue_usd DESC, k.entity_code) AS revenue_rank
FROM (
    SELECT
        t.fiscal_quarter,
        MIN({{ fiscal_quarter_start('t.month_start') }}) AS quarter_start,
        t.entity_code,
        t.legal_name,
        SUM(t.recognized_usd) AS local_revenue_usd,
        SUM(t.framework_difference_usd) AS framework_difference_usd,
        SUM(t.translation_difference_usd) AS translation_difference_usd,
        SUM(t.group_recognized_usd) AS group_revenue_usd
    FROM {{ ref('fct_stat_revenue_by_entity_monthly') }} t
    GROUP BY t.fiscal_quarter, t.entity_code, t.legal_name
) k
