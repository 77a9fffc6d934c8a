-- The plan at the end of each day on which a workspace's plan could be asked for: one row a workspace and day.
with periods as (

    select
        *,
        {{ to_date('valid_from') }} as first_day,
        -- the plan of a day is the one that holds at its end, so the day of a change belongs to the new plan
        coalesce({{ date_add_days(to_date('valid_to'), -1) }}, {{ as_of() }}) as last_day
    from {{ ref('int_workspace_plan_periods') }}

),

days as (

    select date_day from {{ ref('dim_dates') }}
    where is_past

)

select
    periods.workspace_id,
    days.date_day,
    periods.plan_code,
    periods.is_trial
from periods
inner join days
    on days.date_day between periods.first_day and periods.last_day
