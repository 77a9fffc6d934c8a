{{ config(materialized='table') }}

-- A row for every day between a server's first and last ping. Days without a ping repeat the last one for up to
-- {{ var('ping_carry_days') }} days: servers behind proxies skip days, but a longer silence is a server that was off.
with lifetimes as (

    select * from {{ ref('int_server_lifetimes') }}

),

days as (

    select date_day from {{ ref('dim_dates') }}
    where is_past

),

pings as (

    select * from {{ ref('int_server_pings_daily') }}
    where not is_developer_build

),

spine as (

    select
        lifetimes.server_id,
        days.date_day
    from lifetimes
    inner join days
        on days.date_day between lifetimes.first_seen_on and lifetimes.last_seen_on

),

carried as (

    select
        spine.server_id,
        spine.date_day,
        max(pings.ping_date) over (
            partition by spine.server_id order by spine.date_day
            rows between unbounded preceding and current row
        ) as source_ping_date
    from spine
    left join pings
        on
            spine.server_id = pings.server_id
            and spine.date_day = pings.ping_date

)

select
    carried.server_id,
    carried.date_day,
    carried.source_ping_date,
    carried.date_day = carried.source_ping_date as is_reported,
    {{ date_diff_days('carried.source_ping_date', 'carried.date_day') }} as days_carried,
    pings.version,
    pings.version_sort_key,
    pings.edition,
    pings.license_key,
    pings.daily_active_users,
    pings.monthly_active_users,
    pings.registered_users,
    pings.is_container
from carried
inner join pings
    on
        carried.server_id = pings.server_id
        and carried.source_ping_date = pings.ping_date
where {{ date_diff_days('carried.source_ping_date', 'carried.date_day') }} <= {{ var('ping_carry_days') }}
