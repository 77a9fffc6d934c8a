{{ config(materialized='view') }}
-- srv x day, trimmed, + calendar + whether ops wrote the day off
select
    a.server_id,
    date_day,
    d.week_start,
    d.month_start,
    d.is_business_day,
    a.account_id,
    a.edition,
    a.version,
    a.version_sort_key,
    a.license_key,
    a.daily_active_users as dau,
    a.monthly_active_users as mau,
    a.registered_users as reg,
    a.is_reported,
    a.days_carried,
    {{ plt_is_outage_day('date_day') }} as is_ops_outage
from {{ ref('fct_server_daily_activity') }} a
join {{ ref('dim_dates') }} d using (date_day)
where d.is_past
