{{ config(materialized='incremental', event_time='month_start', unique_key='month_start', incremental_strategy='delete+insert') }}

-- How current an account's servers are at the end of a month: the worst one counts, customers upgrade them one by one.
select
    account_id,
    month_start,
    count(*) as servers,
    max(releases_behind) as most_releases_behind,
    max(days_behind) as most_days_behind,
    {{ count_where("support_status = 'unsupported'") }} as unsupported_servers,
    {{ any_true("support_status in ('unsupported', 'ending')") }} as needs_upgrade
from {{ ref('fct_server_version_lag_monthly') }}
where account_id is not null
    {%- if is_incremental() %}
    -- by the month: an account without a server at its end has no row any more
    and month_start >= (select {{ date_add_months('max(month_start)', -2) }} from {{ this }})
    {%- endif %}
group by account_id, month_start
