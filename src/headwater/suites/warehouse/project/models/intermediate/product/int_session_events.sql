-- A session ends after {{ var('session_gap_minutes') }} minutes without anything. People work in one workspace at a time: each has its own sessions.
with events as (

    select
        event_id,
        user_id,
        workspace_id,
        account_id,
        event_at,
        platform,
        is_core_action,
        lag(event_at) over (partition by user_id, workspace_id order by event_at, event_id) as previous_event_at
    from {{ ref('fct_events') }}
    where is_user_action

),

starts as (

    select
        *,
        case
            when previous_event_at is null then 1
            when {{ minutes_between('previous_event_at', 'event_at') }} >= {{ var('session_gap_minutes') }} then 1
            else 0
        end as begins_session
    from events

)

select
    *,
    sum(begins_session) over (
        partition by user_id, workspace_id
        order by event_at, event_id
        rows between unbounded preceding and current row
    ) as session_number
from starts
