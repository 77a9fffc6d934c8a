{{ config(materialized='table') }}

-- The weeks (from Monday, UTC) in which a user was active anywhere, and what became of them the week after.
with active_weeks as (

    select
        user_id,
        {{ week_start('date_day') }} as week_start,
        count(distinct date_day) as active_days,
        sum(events) as events
    from {{ ref('fct_user_daily_activity') }}
    where is_active
    group by user_id, {{ week_start('date_day') }}

),

followed as (

    select
        *,
        lag(week_start) over (partition by user_id order by week_start) as previous_week,
        lead(week_start) over (partition by user_id order by week_start) as next_week
    from active_weeks

)

select
    user_id,
    week_start,
    active_days,
    events,
    previous_week,
    next_week,
    case
        when previous_week is null then 'new'
        when previous_week = {{ date_add_days('week_start', -7) }} then 'retained'
        else 'resurrected'
    end as state,
    next_week is null or next_week > {{ date_add_days('week_start', 7) }} as is_lost_after
from followed
