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
