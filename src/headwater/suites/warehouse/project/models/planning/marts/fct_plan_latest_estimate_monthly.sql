-- the running fiscal year by line and centre: what happened and what we expect, against the plan and the year before
with lines as (
    select * from {{ ref('int_plan_lines_monthly') }}
),

estimates as (
    select * from {{ ref('int_plan_estimates') }}
),

running_year as (
    select max(fiscal_year) as fiscal_year
    from lines
),

merged as (
    select
        lines.month_start,
        lines.fiscal_year,
        lines.fiscal_quarter,
        lines.is_past,
        lines.account_code,
        lines.planning_line,
        lines.line_order,
        lines.driver,
        lines.sign,
        lines.cost_center,
        lines.department,
        lines.budget_usd,
        lines.original_usd,
        lines.forecast_method,
        case when lines.is_past then lines.actual_usd else coalesce(estimates.estimate_usd, 0) end as latest_estimate_usd,
        case when lines.is_past then 'actual' else coalesce(estimates.confidence, 'medium') end as confidence
    from lines
    left join estimates
        on lines.month_start = estimates.month_start
        and lines.account_code = estimates.account_code
        and lines.cost_center = estimates.cost_center
),

compared as (
    select
        *,
        {{ plan_previous_year('latest_estimate_usd', 'account_code, cost_center') }} as previous_year_usd,
        {{ plan_year_to_date('latest_estimate_usd', 'account_code, cost_center') }} as estimate_ytd_usd,
        {{ plan_rest_of_year('latest_estimate_usd', 'account_code, cost_center') }} as estimate_to_go_usd,
        {{ plan_year_to_date('budget_usd', 'account_code, cost_center') }} as budget_ytd_usd,
        {{ plan_rest_of_year('budget_usd', 'account_code, cost_center') }} as budget_to_go_usd
    from merged
)

select
    compared.month_start,
    compared.fiscal_year,
    compared.fiscal_quarter,
    compared.is_past,
    compared.account_code,
    compared.planning_line,
    compared.line_order,
    compared.driver,
    compared.sign as income_sign,
    compared.cost_center,
    compared.department,
    compared.forecast_method,
    compared.confidence,
    compared.latest_estimate_usd,
    compared.budget_usd,
    compared.original_usd,
    {{ plan_favourable('compared.latest_estimate_usd', 'compared.budget_usd', 'compared.sign') }} as variance_usd,
    compared.previous_year_usd,
    {{ plan_change_share('compared.latest_estimate_usd', 'compared.previous_year_usd') }} as change_on_year,
    compared.estimate_ytd_usd,
    compared.estimate_to_go_usd,
    compared.budget_ytd_usd,
    compared.budget_to_go_usd
from compared
inner join running_year
    on compared.fiscal_year = running_year.fiscal_year
