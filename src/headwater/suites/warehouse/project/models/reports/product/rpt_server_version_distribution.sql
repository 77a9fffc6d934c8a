{{ config(materialized='incremental', event_time='month_start', unique_key='month_start', incremental_strategy='delete+insert') }}

-- Which release lines the fleet ran at each month's end.
with lags as (

    select * from {{ ref('fct_server_version_lag_monthly') }}
    {%- if is_incremental() %}
    where month_start >= {{ to_date(date_add_months(month_start(as_of()), -1)) }}
    {%- endif %}

),

totals as (

    select
        month_start,
        count(*) as all_servers
    from lags
    group by month_start

)

select
    lags.month_start,
    coalesce(lags.release_line, 'unknown') as release_line,
    count(*) as servers,
    max(totals.all_servers) as all_servers,
    {{ safe_divide('count(*)', 'max(totals.all_servers)') }} as share,
    {{ count_where("lags.support_status = 'unsupported'") }} as unsupported_servers,
    {{ median('lags.releases_behind') }} as median_releases_behind
from lags
inner join totals
    on lags.month_start = totals.month_start
group by lags.month_start, coalesce(lags.release_line, 'unknown')
