{{ config(materialized='incremental', event_time='date_day', unique_key=['user_id', 'workspace_id', 'date_day'], incremental_strategy='delete+insert') }}

-- Days are UTC days, whatever the user's zone (docs/product/decisions/0002).
with events as (

    select * from {{ ref('fct_events') }}
    where
        is_user_action
        {%- if is_incremental() %}
        and event_date >= (
            select {{ date_add_days('max(date_day)', -2 * var('telemetry_late_days')) }}
            from {{ this }}
        )
        {%- endif %}

)

select
    user_id,
    workspace_id,
    account_id,
    event_date as date_day,
    count(*) as events,
    {{ count_where('is_core_action') }} as core_events,
    {{ count_where('is_collaborative') }} as collaborative_events,
    {{ count_where("event_name = 'message_posted'") }} as messages,
    {{ count_where("event_name = 'runbook_run'") }} as runbook_runs,
    {{ count_where("event_name = 'login'") }} as logins,
    count(distinct feature) as features_used,
    count(distinct platform) as platforms_used,
    {{ any_true("platform = 'mobile'") }} as used_mobile,
    {{ any_true('is_activity') }} as is_active,
    min(event_at) as first_event_at,
    max(event_at) as last_event_at
from events
group by user_id, workspace_id, account_id, event_date
