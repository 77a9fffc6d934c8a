{{ config(materialized='incremental', event_time='date_day', unique_key=['workspace_id', 'feature', 'date_day'], incremental_strategy='delete+insert') }}

-- What integrations and people do, by feature. `users` counts people only, so a feature that only integrations use has
-- events without users.
with events as (

    select * from {{ ref('fct_events') }}
    where
        feature is not null
        {%- if is_incremental() %}
        and event_date >= (
            select {{ date_add_days('max(date_day)', -2 * var('telemetry_late_days')) }}
            from {{ this }}
        )
        {%- endif %}

)

select
    workspace_id,
    account_id,
    feature,
    event_date as date_day,
    count(*) as events,
    {{ count_where('is_user_action') }} as user_events,
    {{ count_distinct_where('is_user_action', 'user_id') }} as users
from events
group by workspace_id, account_id, feature, event_date
