-- What customers' servers did, day by day. Counts are null where the admin switched them off; they are not zero.
with server_days as (

    select * from {{ ref('int_server_days') }}

),

servers as (

    select * from {{ ref('dim_servers') }}
    where is_reportable

)

select
    server_days.server_id,
    server_days.date_day,
    servers.account_id,
    server_days.version,
    server_days.version_sort_key,
    server_days.edition,
    server_days.license_key,
    server_days.daily_active_users,
    server_days.monthly_active_users,
    server_days.registered_users,
    server_days.daily_active_users is not null as has_counts,
    server_days.is_reported,
    server_days.days_carried
from server_days
inner join servers
    on server_days.server_id = servers.server_id
