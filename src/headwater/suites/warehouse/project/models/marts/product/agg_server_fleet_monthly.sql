{{ config(materialized='incremental', event_time='month_start', unique_key=['month_start', 'edition'], incremental_strategy='delete+insert') }}

-- The fleet at the end of each month, by edition: servers seen, their users, how current they are.
with activity as (

    select
        *,
        {{ month_start('date_day') }} as month_start
    from {{ ref('reg_servers') }}
    {%- if is_incremental() %}
    -- the first of a month: a part of one would be a smaller fleet
    where date_day >= {{ to_date(date_add_months(month_start(as_of()), -2)) }}
    {%- endif %}

),

monthly as (

    select
        month_start,
        server_id,
        max(date_day) as last_day,
        max(daily_active_users) as peak_daily_active_users,
        max(monthly_active_users) as peak_monthly_active_users,
        {{ count_where('is_reported') }} as days_reported
    from activity
    group by month_start, server_id

),

editions as (

    select
        monthly.month_start,
        monthly.server_id,
        activity.edition,
        activity.account_id,
        monthly.peak_daily_active_users,
        monthly.peak_monthly_active_users,
        monthly.days_reported
    from monthly
    inner join activity
        on
            monthly.server_id = activity.server_id
            and monthly.last_day = activity.date_day

),

lag_monthly as (

    select * from {{ ref('fct_server_version_lag_monthly') }}

)

select
    editions.month_start,
    editions.edition,
    count(*) as servers,
    count(distinct editions.account_id) as accounts,
    {{ count_where('editions.peak_monthly_active_users is not null') }} as counting_servers,
    coalesce(sum(editions.peak_monthly_active_users), 0) as monthly_active_users,
    sum(editions.days_reported) as days_reported,
    {{ count_where('lag_monthly.server_id is not null') }} as servers_at_month_end,
    {{ count_where("lag_monthly.support_status = 'unsupported'") }} as unsupported_servers,
    {{ count_where('lag_monthly.is_lts') }} as lts_servers,
    {{ median('lag_monthly.days_behind') }} as median_days_behind
from editions
left join lag_monthly
    on
        editions.server_id = lag_monthly.server_id
        and editions.month_start = lag_monthly.month_start
group by editions.month_start, editions.edition
