-- The weekly number that the company looks at on Mondays. Weeks that are not over are left out.
with weeks as (

    select * from {{ ref('agg_weekly_active_users') }}
    where is_complete_week

)

select
    week_start,
    fiscal_quarter,
    active_users,
    new_users,
    retained_users,
    resurrected_users,
    lost_users,
    quick_ratio,
    has_telemetry_loss,
    lag(active_users) over (order by week_start) as previous_active_users,
    {{ growth_rate('active_users', 'lag(active_users) over (order by week_start)') }} as growth,
    round(avg(active_users) over (order by week_start rows between 3 preceding and current row), 2) as active_users_4w_average,
    lag(active_users, 52) over (order by week_start) as active_users_year_ago
from weeks
