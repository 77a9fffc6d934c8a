-- the estimate of each open month by the method of its line: see docs/planning/latest-estimate.md
with lines as (
    select * from {{ ref('int_plan_lines_monthly') }}
),

months as (
    select * from {{ ref('int_plan_months') }}
),

run_rates as (
    select * from {{ ref('int_plan_run_rates') }}
    where month_start = {{ month_start(as_of()) }}
),

revenue as (
    select * from {{ ref('int_plan_contracted_revenue') }}
),

heads as (
    select * from {{ ref('int_plan_heads') }}
    where month_start = {{ month_start(as_of()) }}
),

year_to_date as (
    -- how much of the plan was spent so far in the year: lines that follow the plan go on like that
    select
        account_code,
        cost_center,
        sum(actual_usd) as actual_usd,
        sum(budget_usd) as budget_usd
    from lines
    where is_past
        and fiscal_year = (select max(fiscal_year) from lines)
    group by account_code, cost_center
),

open_months as (
    select
        lines.*,
        months.months_ahead
    from lines
    inner join months
        on lines.month_start = months.month_start
    where not lines.is_past
)

select
    open_months.month_start,
    open_months.months_ahead,
    open_months.account_code,
    open_months.cost_center,
    open_months.department,
    open_months.forecast_method,
    open_months.budget_usd,
    case
        when open_months.forecast_method = 'schedule' then coalesce(revenue.estimate_usd, 0)
        when open_months.forecast_method = 'run_rate' then coalesce(run_rates.average_3_months_usd, 0)
        when open_months.forecast_method = 'growth'
            then {{ money('coalesce(run_rates.average_3_months_usd, 0) * (1 + least(greatest(coalesce(run_rates.growth, 0), -0.3), 0.6) / 12 * open_months.months_ahead)') }}
        when open_months.forecast_method = 'heads'
            -- what is paid this month goes on; who is to be hired is in the plan and comes on top when it is signed
            then coalesce(run_rates.actual_usd, 0)
        when open_months.forecast_method = 'plan' and open_months.budget_usd <> 0
            then {{ money('open_months.budget_usd * least(greatest(coalesce(' ~ safe_divide('year_to_date.actual_usd', 'year_to_date.budget_usd', 6) ~ ', 1), 0.5), 1.5)') }}
        when open_months.forecast_method = 'plan' then coalesce(run_rates.average_12_months_usd, 0)
        else {{ money('0') }}
    end as estimate_usd,
    case
        when open_months.forecast_method = 'run_rate' and run_rates.is_drifting then 'low'
        when open_months.forecast_method = 'plan' and open_months.budget_usd = 0 then 'low'
        when open_months.forecast_method = 'schedule' and revenue.contracted_usd >= 0.7 * revenue.estimate_usd then 'high'
        when open_months.forecast_method = 'heads' and coalesce(heads.joiners, 0) + coalesce(heads.leavers, 0) = 0 then 'high'
        else 'medium'
    end as confidence
from open_months
left join run_rates
    on open_months.account_code = run_rates.account_code
    and open_months.cost_center = run_rates.cost_center
left join revenue
    on open_months.month_start = revenue.month_start
    and open_months.account_code = revenue.account_code
left join heads
    on open_months.department = heads.department
left join year_to_date
    on open_months.account_code = year_to_date.account_code
    and open_months.cost_center = year_to_date.cost_center
