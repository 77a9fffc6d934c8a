{{ config(materialized='table') }}

-- One row a server and day: the last ping of the day. Servers that ping twice count once.
with pings as (

    select * from {{ ref('stg_telemetry__server_pings') }}

),

last_of_day as (

    {{ deduplicate('pings', partition_by='server_id, ping_date', order_by='received_at desc, ping_id desc') }}

)

select
    server_id,
    ping_date,
    ping_id,
    received_at,
    license_key,
    reported_version,
    version,
    version_sort_key,
    is_prerelease,
    edition,
    daily_active_users,
    monthly_active_users,
    registered_users,
    database_type,
    operating_system,
    is_container,
    country_code,
    is_developer_build
from last_of_day
