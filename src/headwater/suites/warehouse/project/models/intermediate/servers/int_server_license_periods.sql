-- Under which licence key a server pinged from when to when.
with pings as (

    select
        server_id,
        license_key,
        ping_date
    from {{ ref('int_server_pings_daily') }}
    where license_key is not null and not is_developer_build

)

select
    server_id,
    license_key,
    min(ping_date) as first_used_on,
    max(ping_date) as last_used_on,
    count(*) as days_used
from pings
group by server_id, license_key
