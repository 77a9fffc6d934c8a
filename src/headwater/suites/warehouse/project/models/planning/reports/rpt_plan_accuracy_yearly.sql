-- how good are our plans? Original plan and reforecast of each finished year against what came, by line
with lines as (
    select * from {{ ref('int_plan_lines_monthly') }}
),

finished as (
    select * from lines
    where is_past
        and fiscal_year < (select max(fiscal_year) from lines)
        and fiscal_year >= (select min(fiscal_year) from lines where budget_usd > 0)
),

years as (
    select
        fiscal_year,
        planning_line,
        line_order,
        driver,
        sign,
        sum(actual_usd) as actual_usd,
        sum(original_usd) as original_usd,
        sum(budget_usd) as in_force_usd,
        -- the second half alone, for which there is a reforecast
        sum(case when fiscal_month > 6 then actual_usd else 0 end) as actual_second_half_usd,
        sum(case when fiscal_month > 6 then original_usd else 0 end) as original_second_half_usd,
        sum(case when fiscal_month > 6 then budget_usd else 0 end) as reforecast_second_half_usd,
        sum(abs(actual_usd - budget_usd)) as absolute_error_usd
    from finished
    group by fiscal_year, planning_line, line_order, driver, sign
)

select
    fiscal_year,
    line_order,
    planning_line,
    driver,
    actual_usd,
    original_usd,
    in_force_usd,
    {{ plan_favourable('actual_usd', 'original_usd', 'sign') }} as favourable_to_original_usd,
    {{ plan_change_share('actual_usd', 'original_usd') }} as error_of_original,
    {{ plan_change_share('actual_second_half_usd', 'original_second_half_usd') }} as error_of_original_second_half,
    {{ plan_change_share('actual_second_half_usd', 'reforecast_second_half_usd') }} as error_of_reforecast_second_half,
    {{ safe_divide('absolute_error_usd', 'actual_usd', 4) }} as mean_absolute_error,
    abs(actual_second_half_usd - reforecast_second_half_usd) <= abs(actual_second_half_usd - original_second_half_usd) as is_reforecast_better
from years
where original_usd <> 0 or in_force_usd <> 0
