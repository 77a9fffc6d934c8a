-- The life of a server as its pings tell it. Pings of developer builds do not count: a server that only ever ran
-- one is somebody's laptop.
with pings as (

    select * from {{ ref('int_server_pings_daily') }}

),

lifetimes as (

    select
        server_id,
        min(ping_date) as first_seen_on,
        max(ping_date) as last_seen_on,
        count(*) as days_seen
    from pings
    where not is_developer_build
    group by server_id

)

select
    lifetimes.server_id,
    lifetimes.first_seen_on,
    lifetimes.last_seen_on,
    lifetimes.days_seen,
    last_pings.version as current_version,
    last_pings.version_sort_key as current_version_sort_key,
    last_pings.edition,
    last_pings.license_key as current_license_key,
    last_pings.database_type,
    last_pings.operating_system,
    last_pings.is_container,
    last_pings.country_code
from lifetimes
inner join pings as last_pings
    on
        lifetimes.server_id = last_pings.server_id
        and lifetimes.last_seen_on = last_pings.ping_date
