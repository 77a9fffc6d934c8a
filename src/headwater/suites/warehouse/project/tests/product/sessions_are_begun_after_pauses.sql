with events as (

    select
        {{ month_start('event_date') }} as month_start,
        event_at,
        lag(event_at) over (partition by user_id, workspace_id order by event_at, event_id) as previous_event_at
    from {{ ref('fct_events') }}
    where is_user_action

),

recounted as (

    select
        month_start,
        {{ count_where('previous_event_at is null or ' ~ minutes_between('previous_event_at', 'event_at') ~ ' >= ' ~ var('session_gap_minutes')) }} as sessions
    from events
    group by month_start

),

reported as (

    select
        month_start,
        sum(sessions) as sessions
    from {{ ref('rpt_engagement_by_platform') }}
    group by month_start

)

select
    reported.month_start,
    reported.sessions as reported_sessions,
    recounted.sessions as recounted_sessions
from reported
left join recounted
    on reported.month_start = recounted.month_start
where reported.sessions <> coalesce(recounted.sessions, 0)
