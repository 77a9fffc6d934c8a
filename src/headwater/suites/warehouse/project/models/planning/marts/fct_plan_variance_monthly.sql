-- plan, reforecast and actuals of each planning line and cost centre by month, with every comparison that budget holders ask for
with lines as (
    select * from {{ ref('int_plan_lines_monthly') }}
),

past as (
    select * from lines
    where is_past
),

compared as (
    select
        *,
        {{ plan_favourable('actual_usd', 'budget_usd', 'sign') }} as variance_usd,
        {{ plan_favourable('actual_usd', 'original_usd', 'sign') }} as variance_to_original_usd,
        {{ plan_previous_month('actual_usd', 'account_code, cost_center') }} as actual_previous_month_usd,
        {{ plan_previous_year('actual_usd', 'account_code, cost_center') }} as actual_previous_year_usd,
        {{ plan_quarter_to_date('actual_usd', 'account_code, cost_center') }} as actual_qtd_usd,
        {{ plan_quarter_to_date('budget_usd', 'account_code, cost_center') }} as budget_qtd_usd,
        {{ plan_year_to_date('actual_usd', 'account_code, cost_center') }} as actual_ytd_usd,
        {{ plan_year_to_date('budget_usd', 'account_code, cost_center') }} as budget_ytd_usd,
        {{ plan_trailing_sum('actual_usd', 12, 'account_code, cost_center') }} as actual_12_months_usd,
        {{ plan_trailing_average('actual_usd', 3, 'account_code, cost_center') }} as actual_3_month_average_usd
    from past
),

classified as (
    select
        *,
        {{ plan_is_material('variance_usd', 'budget_usd') }} as is_material,
        {{ plan_favourable('actual_ytd_usd', 'budget_ytd_usd', 'sign') }} as variance_ytd_usd,
        -- a variance that comes back in the next months is timing; one that the year to date shares is a trend
        case
            when not is_planned and actual_usd <> 0 then 'unplanned'
            when is_planned and actual_usd = 0 then 'not spent'
            when not {{ plan_is_material('variance_usd', 'budget_usd') }} then 'in line'
            when sign({{ plan_favourable('actual_ytd_usd', 'budget_ytd_usd', 'sign') }}) <> sign(variance_usd) then 'timing'
            when abs({{ plan_favourable('actual_ytd_usd', 'budget_ytd_usd', 'sign') }}) >= 2 * abs(variance_usd) then 'trend'
            else 'single'
        end as variance_kind
    from compared
)

select
    month_start,
    fiscal_year,
    fiscal_quarter,
    is_closed,
    account_code,
    planning_line,
    line_order,
    driver,
    sign as income_sign,
    cost_center,
    department,
    actual_usd,
    entries,
    reversals,
    budget_usd,
    original_usd,
    reforecast_change_usd,
    is_planned,
    variance_usd,
    {{ plan_change_share('actual_usd', 'budget_usd') }} as variance_share,
    variance_to_original_usd,
    actual_previous_month_usd,
    {{ plan_change_share('actual_usd', 'actual_previous_month_usd') }} as change_on_month,
    actual_previous_year_usd,
    {{ plan_change_share('actual_usd', 'actual_previous_year_usd') }} as change_on_year,
    actual_qtd_usd,
    budget_qtd_usd,
    {{ plan_attainment('actual_qtd_usd', 'budget_qtd_usd') }} as attainment_qtd,
    actual_ytd_usd,
    budget_ytd_usd,
    variance_ytd_usd,
    {{ plan_attainment('actual_ytd_usd', 'budget_ytd_usd') }} as attainment_ytd,
    actual_12_months_usd,
    actual_3_month_average_usd,
    is_material,
    variance_kind
from classified
