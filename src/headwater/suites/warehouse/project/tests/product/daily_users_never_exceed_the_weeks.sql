select
    days.date_day,
    days.active_users as daily_users,
    weeks.active_users as weekly_users
from {{ ref('agg_daily_active_users') }} as days
inner join {{ ref('agg_weekly_active_users') }} as weeks
    on days.week_start = weeks.week_start
where days.active_users > weeks.active_users
