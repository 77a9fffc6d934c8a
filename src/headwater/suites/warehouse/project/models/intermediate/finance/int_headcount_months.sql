-- Each employee in each month in which there was at least one day of employment; cost by the days of the month.
with employees as (
    select * from {{ ref('stg_finance__headcount') }}
),

months as (
    select distinct month_start
    from {{ ref('dim_dates') }}
    where date_day between {{ history_start() }} and {{ as_of() }}
),

employed as (
    select
        employees.employee_id,
        employees.department,
        employees.cost_center,
        employees.country_code,
        months.month_start,
        employees.annual_cost_usd,
        greatest(employees.started_on, months.month_start) as first_day,
        least(coalesce(employees.ended_on, {{ as_of() }}), {{ month_end('months.month_start') }}) as last_day,
        employees.started_on,
        employees.ended_on
    from employees
    inner join months
        on employees.started_on <= {{ month_end('months.month_start') }}
        and coalesce(employees.ended_on, {{ as_of() }}) >= months.month_start
)

select
    employee_id,
    department,
    cost_center,
    country_code,
    month_start,
    {{ date_diff_days('first_day', 'last_day') }} + 1 as days_employed,
    {{ date_diff_days('month_start', month_end('month_start')) }} + 1 as days_in_month,
    {{ money('annual_cost_usd / 12 * (' ~ date_diff_days('first_day', 'last_day') ~ ' + 1) / (' ~ date_diff_days('month_start', month_end('month_start')) ~ ' + 1)') }} as cost_usd,
    started_on >= month_start as is_joiner,
    coalesce(ended_on <= {{ month_end('month_start') }}, false) as is_leaver
from employed
