with pings as (

    select
        server_id,
        ping_date,
        daily_active_users,
        row_number() over (partition by server_id, ping_date order by received_at desc, ping_id desc) as recency
    from {{ ref('stg_telemetry__server_pings') }}
    where not is_developer_build

),

recounted as (

    select
        {{ month_start('pings.ping_date') }} as month_start,
        sum(pings.daily_active_users) as users
    from pings
    inner join {{ ref('dim_servers') }} as servers
        on pings.server_id = servers.server_id
    where pings.recency = 1 and servers.is_reportable
    group by {{ month_start('pings.ping_date') }}

),

reported as (

    select
        {{ month_start('date_day') }} as month_start,
        sum(daily_active_users) as users
    from {{ ref('fct_server_daily_activity') }}
    where is_reported
    group by {{ month_start('date_day') }}

)

select
    recounted.month_start,
    recounted.users as recounted_users,
    reported.users as reported_users
from recounted
left join reported
    on recounted.month_start = reported.month_start
where coalesce(recounted.users, 0) <> coalesce(reported.users, 0)
