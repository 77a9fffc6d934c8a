-- where will the year end? Each line: plan, latest estimate, scenarios at the level of its driver, and the year before
with estimates as (
    select * from {{ ref('fct_plan_latest_estimate_monthly') }}
),

lines as (
    select
        fiscal_year,
        planning_line,
        line_order,
        driver,
        income_sign,
        sum(case when is_past then latest_estimate_usd else 0 end) as actual_ytd_usd,
        sum(case when is_past then 0 else latest_estimate_usd end) as estimate_to_go_usd,
        sum(latest_estimate_usd) as estimate_usd,
        sum(budget_usd) as budget_usd,
        sum(original_usd) as original_usd,
        sum(coalesce(previous_year_usd, 0)) as previous_year_usd,
        sum(case when not is_past and confidence = 'low' then latest_estimate_usd else 0 end) as low_confidence_usd
    from estimates
    group by fiscal_year, planning_line, line_order, driver, income_sign
)

select
    fiscal_year,
    line_order,
    planning_line,
    driver,
    income_sign,
    actual_ytd_usd,
    estimate_to_go_usd,
    estimate_usd,
    budget_usd,
    original_usd,
    {{ plan_favourable('estimate_usd', 'budget_usd', 'income_sign') }} as variance_usd,
    {{ plan_change_share('estimate_usd', 'budget_usd') }} as variance_share,
    previous_year_usd,
    {{ plan_change_share('estimate_usd', 'previous_year_usd') }} as growth,
    {{ safe_divide('low_confidence_usd', 'estimate_to_go_usd', 4) }} as low_confidence_share,
    {{ plan_is_material('estimate_usd - budget_usd', 'budget_usd') }} as is_material
from lines
