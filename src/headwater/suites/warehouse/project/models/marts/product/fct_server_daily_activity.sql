{{ config(materialized='incremental', event_time='date_day', unique_key=['server_id', 'date_day'], incremental_strategy='delete+insert') }}

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
{%- if is_incremental() %}
-- a server that comes back fills the days of its silence
where server_days.date_day >= (select {{ date_add_days('max(date_day)', -2 * var('ping_carry_days')) }} from {{ this }})
{%- endif %}
