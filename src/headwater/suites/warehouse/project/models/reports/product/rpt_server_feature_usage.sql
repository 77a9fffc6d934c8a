{{ config(materialized='incremental', event_time='month_start', unique_key='month_start', incremental_strategy='delete+insert') }}

-- Of the servers that have a feature switched on in a month, how many use it. The last report of each week counts.
with weekly as (

    select * from {{ ref('fct_server_feature_usage_weekly') }}
    {%- if is_incremental() %}
    where {{ month_start('week_start') }} >= {{ to_date(date_add_months(month_start(as_of()), -1)) }}
    {%- endif %}

)

select
    {{ month_start('week_start') }} as month_start,
    feature,
    count(distinct server_id) as servers_reporting,
    {{ count_distinct_where('is_enabled', 'server_id') }} as servers_enabled,
    {{ count_distinct_where('is_used', 'server_id') }} as servers_using,
    coalesce(sum(uses_7d), 0) as uses,
    {{ safe_divide(count_distinct_where('is_used', 'server_id'), count_distinct_where('is_enabled', 'server_id')) }} as use_rate
from weekly
group by {{ month_start('week_start') }}, feature
