-- Blockers and closed tabs swallow most clicks, but not all of them.
with clicked as (
    select month_start, channel, sum(clicks) as clicks
    from {{ ref('fct_ad_spend_daily') }}
    group by month_start, channel
),

visited as (
    select {{ month_start('week_ending_on') }} as month_start, channel, sum(sessions) as sessions
    from {{ ref('rpt_web_traffic') }}
    group by {{ month_start('week_ending_on') }}, channel
)

select clicked.month_start, clicked.channel, clicked.clicks, visited.sessions
from clicked
left join visited
    on clicked.month_start = visited.month_start
    and clicked.channel = visited.channel
where clicked.clicks > 1000
    and coalesce(visited.sessions, 0) < 0.02 * clicked.clicks
