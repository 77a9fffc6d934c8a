{{ config(materialized='incremental', event_time='month_start', unique_key='month_start', incremental_strategy='delete+insert') }}

-- How far behind each server is at the end of each month (the running month: as of the clock).
with months as (

    select
        month_start,
        max(date_day) as last_day
    from {{ ref('dim_dates') }}
    where is_past
        {%- if is_incremental() %}
        and month_start >= {{ to_date(date_add_months(month_start(as_of()), -1)) }}
        {%- endif %}
    group by month_start

),

activity as (

    select * from {{ ref('fct_server_daily_activity') }}

),

latest as (

    select * from {{ ref('int_latest_versions_daily') }}

),

versions as (

    select * from {{ ref('dim_server_versions') }}

)

select
    activity.server_id,
    months.month_start,
    activity.account_id,
    activity.edition,
    activity.version,
    versions.release_line,
    latest.latest_version,
    latest.latest_release_number - versions.release_number as releases_behind,
    -- a server on the newest version is not behind, however old that version is
    case
        when activity.version_sort_key >= latest.latest_sort_key then 0
        else {{ date_diff_days('versions.next_released_on', 'months.last_day') }}
    end as days_behind,
    coalesce(versions.is_lts, false) as is_lts,
    versions.end_of_support_on,
    {{ support_status('months.last_day', 'versions.end_of_support_on') }} as support_status
from months
inner join activity
    on months.last_day = activity.date_day
inner join latest
    on months.last_day = latest.date_day
left join versions
    on activity.version = versions.version
