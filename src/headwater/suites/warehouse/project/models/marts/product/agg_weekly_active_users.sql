-- Growth accounting of weeks: this week's users are last week's without the lost, with the new and the resurrected.
with weeks as (

    select
        week_start,
        count(*) as days,
        {{ any_true('not is_telemetry_complete') }} as has_telemetry_loss
    from {{ ref('agg_daily_active_users') }}
    group by week_start

),

states as (

    select
        week_start,
        count(*) as active_users,
        {{ count_where("state = 'new'") }} as new_users,
        {{ count_where("state = 'retained'") }} as retained_users,
        {{ count_where("state = 'resurrected'") }} as resurrected_users
    from {{ ref('int_user_active_weeks') }}
    group by week_start

),

losses as (

    select
        {{ date_add_days('week_start', 7) }} as week_start,
        count(*) as lost_users
    from {{ ref('int_user_active_weeks') }}
    where is_lost_after
    group by {{ date_add_days('week_start', 7) }}

)

select
    weeks.week_start,
    {{ fiscal_quarter('weeks.week_start') }} as fiscal_quarter,
    weeks.days = 7 as is_complete_week,
    weeks.has_telemetry_loss,
    coalesce(states.active_users, 0) as active_users,
    coalesce(states.new_users, 0) as new_users,
    coalesce(states.retained_users, 0) as retained_users,
    coalesce(states.resurrected_users, 0) as resurrected_users,
    coalesce(losses.lost_users, 0) as lost_users,
    {{ safe_divide('coalesce(states.new_users, 0) + coalesce(states.resurrected_users, 0)', 'losses.lost_users') }} as quick_ratio
from weeks
left join states
    on weeks.week_start = states.week_start
left join losses
    on weeks.week_start = losses.week_start
