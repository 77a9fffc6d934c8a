{{ config(schema='analytics', materialized='incremental', incremental_strategy='append') }}
select
    assumeNotNull(id) as event_id,
    assumeNotNull(time) as event_time,
    assumeNotNull(gym_name) as gym,
    member as member_id,
    assumeNotNull(type) as event_type,
    paid as amount,
    remark as note
from {{ ref('new_events') }}
