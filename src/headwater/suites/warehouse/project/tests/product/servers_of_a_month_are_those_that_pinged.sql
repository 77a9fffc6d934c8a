-- Carried days let a server that is silent over the turn of a month count in the next one.
with recounted as (

    select
        {{ month_start('pings.received_at') }} as month_start,
        count(distinct pings.server_id) as servers
    from {{ ref('stg_telemetry__server_pings') }} as pings
    inner join {{ ref('dim_servers') }} as servers
        on pings.server_id = servers.server_id
    where not pings.is_developer_build and servers.is_reportable
    group by {{ month_start('pings.received_at') }}

),

reported as (

    select month_start, sum(servers) as servers
    from {{ ref('rpt_server_fleet') }}
    group by month_start

)

select
    coalesce(reported.month_start, recounted.month_start) as month_start,
    reported.servers as reported_servers,
    recounted.servers as recounted_servers
from reported
full outer join recounted
    on reported.month_start = recounted.month_start
where abs(coalesce(reported.servers, 0) - coalesce(recounted.servers, 0)) > 3
