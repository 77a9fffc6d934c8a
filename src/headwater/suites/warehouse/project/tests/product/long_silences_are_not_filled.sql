with pings as (

    select server_id, ping_date from {{ ref('int_server_pings_daily') }}
    where not is_developer_build

)

select
    activity.server_id,
    activity.date_day
from {{ ref('fct_server_daily_activity') }} as activity
left join pings
    on
        activity.server_id = pings.server_id
        and pings.ping_date <= activity.date_day
        and pings.ping_date >= activity.date_day - interval '7 days'
where pings.server_id is null
