-- Sessions by platform and month, with each platform's share of the time spent.
with sessions as (

    select * from {{ ref('agg_sessions_monthly') }}

),

totals as (

    select
        month_start,
        sum(minutes) as all_minutes,
        sum(sessions) as all_sessions
    from sessions
    group by month_start

)

select
    sessions.month_start,
    sessions.platform,
    sessions.sessions,
    sessions.users,
    sessions.events,
    sessions.minutes,
    sessions.median_minutes,
    sessions.events_per_session,
    sessions.bounce_rate,
    {{ safe_divide('sessions.minutes', 'totals.all_minutes') }} as minutes_share,
    {{ safe_divide('sessions.sessions', 'totals.all_sessions') }} as sessions_share
from sessions
inner join totals
    on sessions.month_start = totals.month_start
