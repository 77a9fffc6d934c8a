with events as (

    select
        *,
        row_number() over (
            partition by user_id, workspace_id, session_number
            order by event_at, event_id
        ) as position_in_session
    from {{ ref('int_session_events') }}

)

select
    {{ surrogate_key(['user_id', 'workspace_id', 'session_number']) }} as session_id,
    user_id,
    workspace_id,
    account_id,
    session_number,
    min(event_at) as started_at,
    max(event_at) as ended_at,
    {{ to_date('min(event_at)') }} as session_date,
    {{ minutes_between('min(event_at)', 'max(event_at)') }} as duration_minutes,
    count(*) as events,
    {{ count_where('is_core_action') }} as core_events,
    max(case when position_in_session = 1 then platform end) as first_platform,
    count(*) = 1 as is_bounce
from events
group by user_id, workspace_id, account_id, session_number
