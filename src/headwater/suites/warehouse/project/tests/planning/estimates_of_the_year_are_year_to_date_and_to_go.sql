select account_code, cost_center, month_start, estimate_ytd_usd, estimate_to_go_usd, total_usd
from (
    select
        *,
        sum(latest_estimate_usd) over (partition by account_code, cost_center) as total_usd
    from {{ ref('fct_plan_latest_estimate_monthly') }}
) as years
where abs(estimate_ytd_usd + estimate_to_go_usd - total_usd) > 0.01
