with months as (

    select
        month_start,
        count(*) as days,
        {{ any_true('is_month_end') }} as is_complete_month
    from {{ ref('dim_dates') }}
    where is_past
    group by month_start

),

activity as (

    select
        month_start,
        count(*) as active_users,
        {{ count_where('first_active_month = month_start') }} as new_users,
        {{ count_where('active_days >= ' ~ var('power_user_days')) }} as power_users,
        {{ count_where('used_mobile') }} as mobile_users,
        sum(active_days) as user_days,
        sum(events) as events
    from {{ ref('reg_active_users') }}
    group by month_start

)

select
    months.month_start,
    {{ fiscal_quarter('months.month_start') }} as fiscal_quarter,
    months.days,
    months.is_complete_month,
    coalesce(activity.active_users, 0) as active_users,
    coalesce(activity.new_users, 0) as new_users,
    coalesce(activity.active_users, 0) - coalesce(activity.new_users, 0) as returning_users,
    coalesce(activity.power_users, 0) as power_users,
    coalesce(activity.mobile_users, 0) as mobile_users,
    coalesce(activity.user_days, 0) as user_days,
    coalesce(activity.events, 0) as events
from months
left join activity
    on months.month_start = activity.month_start
