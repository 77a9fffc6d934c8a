{{ config(meta={
    'symptom': "In the engagement by platform report there are too many sessions: pieces of one stretch of work count as several, or stretches hours apart as one.",
    'business': "The number of sessions per user jumped, their length collapsed."
}) }}

with followed as (

    select
        session_id,
        user_id,
        workspace_id,
        ended_at,
        lead(started_at) over (partition by user_id, workspace_id order by session_number) as next_started_at
    from {{ ref('fct_sessions') }}

)

select *
from followed
where {{ minutes_between('ended_at', 'next_started_at') }} < {{ var('session_gap_minutes') }}
