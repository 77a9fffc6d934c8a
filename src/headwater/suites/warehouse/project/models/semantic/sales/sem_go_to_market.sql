select
    fiscal_quarter,
    fiscal_quarter_start,
    acv_usd,
    growth_acv_usd,
    attainment,
    win_rate,
    leads,
    marketing_cost_usd,
    new_customers,
    blended_cac_usd,
    acv_per_marketing_usd,
    growth_acv_usd - lag(growth_acv_usd) over (order by fiscal_quarter_start) as growth_acv_change_usd
from {{ ref('rpt_go_to_market') }}
