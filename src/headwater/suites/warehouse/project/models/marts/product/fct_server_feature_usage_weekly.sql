{{ config(
    materialized='incremental',
    event_time='week_start',
    unique_key=['server_id', 'feature', 'week_start'],
    incremental_strategy='merge'
) }}

-- Weekly reports of features; the last report of a week holds.
with reports as (

    select
        *,
        {{ week_start('reported_on') }} as week_start
    from {{ ref('stg_telemetry__server_features') }}
    {%- if is_incremental() %}
    where {{ week_start('reported_on') }} >= (select {{ date_add_days('max(week_start)', -14) }} from {{ this }})
    {%- endif %}

),

last_of_week as (

    {{ deduplicate('reports', partition_by='server_id, feature, week_start', order_by='reported_on desc, loaded_at desc') }}

),

servers as (

    select * from {{ ref('dim_servers') }}
    where is_reportable

)

select
    last_of_week.server_id,
    servers.account_id,
    last_of_week.feature,
    last_of_week.week_start,
    last_of_week.is_enabled,
    last_of_week.uses_7d,
    last_of_week.is_enabled and coalesce(last_of_week.uses_7d, 0) > 0 as is_used
from last_of_week
inner join servers
    on last_of_week.server_id = servers.server_id
