-- Reads the source: staging is what could be wrong.
with hidden as (

    select
        {{ month_start('pings.received_at') }} as month_start,
        count(distinct pings.server_id) as servers
    from {{ source('telemetry', 'server_pings') }} as pings
    inner join {{ ref('dim_servers') }} as servers
        on pings.server_id = servers.server_id
    where
        pings.monthly_active_users < 0
        and not pings.is_developer_build
        and servers.is_reportable
    group by {{ month_start('pings.received_at') }}

),

reported as (

    select
        month_start,
        sum(servers) - sum(counting_servers) as servers
    from {{ ref('agg_server_fleet_monthly') }}
    group by month_start

)

select
    reported.month_start,
    reported.servers as reported_servers,
    hidden.servers as hidden_servers
from reported
left join hidden
    on reported.month_start = hidden.month_start
where abs(reported.servers - coalesce(hidden.servers, 0)) > 2
