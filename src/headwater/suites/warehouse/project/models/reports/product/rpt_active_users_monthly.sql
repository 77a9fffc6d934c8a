with months as (

    select * from {{ ref('agg_monthly_active_users') }}

),

stickiness as (

    select * from {{ ref('agg_stickiness_monthly') }}

)

select
    months.month_start,
    months.fiscal_quarter,
    months.is_complete_month,
    months.active_users,
    months.new_users,
    months.returning_users,
    months.power_users,
    months.events,
    stickiness.average_daily_users,
    stickiness.stickiness,
    {{ safe_divide('months.mobile_users', 'months.active_users') }} as mobile_share,
    {{ safe_divide('months.power_users', 'months.active_users') }} as power_share,
    {{ growth_rate('months.active_users', 'lag(months.active_users) over (order by months.month_start)') }} as growth
from months
inner join stickiness
    on months.month_start = stickiness.month_start
