-- payroll against plan in the running and the last fiscal year: heads or cost of heads?
with bridge as (
    select * from {{ ref('fct_plan_payroll_bridge_monthly') }}
),

years as (
    select max(fiscal_year) as fiscal_year
    from bridge
)

select
    bridge.month_start,
    bridge.fiscal_year,
    bridge.fiscal_quarter,
    bridge.department,
    bridge.closing_headcount,
    bridge.headcount_a_year_ago,
    bridge.joiners,
    bridge.leavers,
    bridge.attrition,
    bridge.planned_heads,
    bridge.cost_usd,
    bridge.budget_usd,
    bridge.variance_usd,
    bridge.heads_effect_usd,
    bridge.rate_effect_usd,
    {{ plan_year_to_date('bridge.variance_usd', 'bridge.department', 'bridge.month_start', 'bridge.fiscal_year') }} as variance_ytd_usd,
    case
        when bridge.budget_usd = 0 then 'not planned'
        when not {{ plan_is_material('bridge.variance_usd', 'bridge.budget_usd') }} then 'on plan'
        when abs(bridge.heads_effect_usd) >= abs(bridge.rate_effect_usd) and bridge.variance_usd > 0 then 'more people'
        when abs(bridge.heads_effect_usd) >= abs(bridge.rate_effect_usd) then 'fewer people'
        when bridge.variance_usd > 0 then 'dearer people'
        else 'cheaper people'
    end as main_reason
from bridge
inner join years
    on bridge.fiscal_year >= years.fiscal_year - 1
