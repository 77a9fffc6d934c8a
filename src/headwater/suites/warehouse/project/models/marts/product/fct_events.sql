{{ config(materialized='incremental', event_time='received_at', unique_key='event_id', incremental_strategy='delete+insert') }}

-- Events arrive up to three days late, so each run takes again what was received in the days before the last one.
select
    event_id,
    event_name,
    feature,
    user_id,
    workspace_id,
    account_id,
    region,
    event_at,
    event_date,
    received_at,
    client,
    platform,
    client_version,
    properties,
    is_user_action,
    is_activity,
    is_core_action,
    is_collaborative,
    had_wrong_clock
from {{ ref('int_events_enriched') }}
where
    is_reportable_workspace
    and (is_person or not is_user_action)
    {%- if is_incremental() %}
    and received_at >= (
        select {{ date_add_days('max(received_at)', -var('telemetry_late_days')) }}
        from {{ this }}
    )
    {%- endif %}
