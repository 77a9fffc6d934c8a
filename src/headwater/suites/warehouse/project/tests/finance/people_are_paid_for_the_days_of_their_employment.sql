with paid as (
    select employee_id, sum(days_employed) as days_paid
    from {{ ref('int_headcount_months') }}
    group by employee_id
),

employed as (
    select
        employee_id,
        greatest(started_on, {{ history_start() }}) as first_day,
        least(coalesce(ended_on, {{ as_of() }}), {{ as_of() }}) as last_day
    from {{ ref('stg_finance__headcount') }}
)

select employed.employee_id, employed.first_day, employed.last_day, paid.days_paid
from employed
left join paid on employed.employee_id = paid.employee_id
where employed.first_day <= employed.last_day
    and coalesce(paid.days_paid, 0) <> {{ date_diff_days('employed.first_day', 'employed.last_day') }} + 1
