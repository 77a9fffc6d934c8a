-- the flash that the chief financial officer gets on the second business day: each planning line of a month against plan, month before
-- and year before, with subtotals of drivers left to the reader
with variance as (
    select * from {{ ref('fct_plan_variance_monthly') }}
),

lines as (
    select
        month_start,
        fiscal_year,
        fiscal_quarter,
        planning_line,
        line_order,
        driver,
        income_sign,
        sum(actual_usd) as actual_usd,
        sum(budget_usd) as budget_usd,
        sum(original_usd) as original_usd,
        sum(variance_usd) as variance_usd,
        sum(actual_ytd_usd) as actual_ytd_usd,
        sum(budget_ytd_usd) as budget_ytd_usd,
        sum(variance_ytd_usd) as variance_ytd_usd,
        sum(case when is_material then 1 else 0 end) as material_centers
    from variance
    group by month_start, fiscal_year, fiscal_quarter, planning_line, line_order, driver, income_sign
),

compared as (
    select
        *,
        {{ plan_previous_month('actual_usd', 'planning_line') }} as actual_previous_month_usd,
        {{ plan_previous_year('actual_usd', 'planning_line') }} as actual_previous_year_usd,
        {{ plan_trailing_average('actual_usd', 12, 'planning_line') }} as average_12_months_usd
    from lines
)

select
    month_start,
    fiscal_year,
    fiscal_quarter,
    line_order,
    planning_line,
    driver,
    income_sign,
    actual_usd,
    budget_usd,
    original_usd,
    variance_usd,
    {{ plan_change_share('actual_usd', 'budget_usd') }} as variance_share,
    {{ plan_is_material('variance_usd', 'budget_usd') }} as is_material,
    material_centers,
    actual_previous_month_usd,
    {{ plan_change_share('actual_usd', 'actual_previous_month_usd') }} as change_on_month,
    actual_previous_year_usd,
    {{ plan_change_share('actual_usd', 'actual_previous_year_usd') }} as change_on_year,
    average_12_months_usd,
    actual_ytd_usd,
    budget_ytd_usd,
    variance_ytd_usd,
    {{ plan_attainment('actual_ytd_usd', 'budget_ytd_usd') }} as attainment_ytd
from compared
