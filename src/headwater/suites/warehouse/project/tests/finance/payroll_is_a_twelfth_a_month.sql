with whole_years as (
    select
        employee_id,
        extract(year from month_start) as calendar_year,
        sum(cost_usd) as cost_usd,
        count(*) as months
    from {{ ref('int_headcount_months') }}
    where days_employed = days_in_month
    group by 1, 2
)

select whole_years.employee_id, whole_years.cost_usd, employees.annual_cost_usd
from whole_years
inner join {{ ref('stg_finance__headcount') }} as employees on whole_years.employee_id = employees.employee_id
where whole_years.months = 12
    and abs(whole_years.cost_usd - employees.annual_cost_usd) > 0.05
