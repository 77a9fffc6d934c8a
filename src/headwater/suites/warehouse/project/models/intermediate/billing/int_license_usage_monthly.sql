{{ config(materialized='table') }}

-- How many people used a licence in a month: the peak of what its servers reported, summed over the servers that share
-- its key. A server counts with its highest month-to-date number; servers that do not report numbers are left out.
with licenses as (
    select * from {{ ref('stg_licensing__licenses') }}
),

pings as (
    select * from {{ ref('int_server_pings_daily') }}
    where not is_developer_build
        and license_key is not null
),

server_months as (
    select
        license_key,
        server_id,
        {{ month_start('ping_date') }} as month_start,
        max(monthly_active_users) as peak_monthly_active_users,
        max(registered_users) as registered_users,
        count(*) as days_reported
    from pings
    group by license_key, server_id, {{ month_start('ping_date') }}
)

select
    licenses.license_id,
    server_months.month_start,
    count(*) as servers,
    sum(coalesce(server_months.peak_monthly_active_users, 0)) as peak_monthly_active_users,
    sum(coalesce(server_months.registered_users, 0)) as registered_users,
    sum(server_months.days_reported) as server_days_reported
from server_months
inner join licenses
    on server_months.license_key = licenses.license_key
group by licenses.license_id, server_months.month_start
