-- Weekly traffic by channel with its change over the week before.
with weeks as (

    select
        {{ week_ending('session_date') }} as week_ending_on,
        channel,
        sum(sessions) as sessions,
        sum(new_visitors) as new_visitors,
        sum(bounces) as bounces,
        sum(pages) as pages
    from {{ ref('agg_web_traffic_daily') }}
    group by {{ week_ending('session_date') }}, channel

)

select
    {{ surrogate_key(['week_ending_on', 'channel']) }} as traffic_week_id,
    week_ending_on,
    channel,
    sessions,
    new_visitors,
    pages,
    {{ safe_divide('bounces', 'sessions') }} as bounce_rate,
    sessions - lag(sessions) over (partition by channel order by week_ending_on) as sessions_change
from weeks
