with recounted as (

    select
        advisories.advisory_id,
        count(*) as servers
    from {{ ref('dim_servers') }} as servers
    inner join {{ ref('int_server_pings_daily') }} as pings
        on
            servers.server_id = pings.server_id
            and servers.last_seen_on = pings.ping_date
    inner join {{ ref('stg_releases__security_advisories') }} as advisories
        on
            pings.version_sort_key >= advisories.affects_from_sort_key
            and pings.version_sort_key < advisories.fixed_in_sort_key
            and advisories.published_on <= servers.last_seen_on
    where
        servers.is_reportable
        and servers.last_seen_on >= {{ date_add_days(as_of(), -var('server_silent_days')) }}
    group by advisories.advisory_id

),

reported as (

    select advisory_id, servers_open as servers
    from {{ ref('rpt_security_exposure') }}

)

select
    coalesce(reported.advisory_id, recounted.advisory_id) as advisory_id,
    reported.servers as reported_servers,
    recounted.servers as recounted_servers
from reported
full outer join recounted
    on reported.advisory_id = recounted.advisory_id
where coalesce(reported.servers, 0) <> coalesce(recounted.servers, 0)
