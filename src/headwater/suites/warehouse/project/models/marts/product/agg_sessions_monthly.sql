-- How much people work in the product, by the platform on which they began. A session counts in the month it began.
select
    {{ month_start('session_date') }} as month_start,
    first_platform as platform,
    count(*) as sessions,
    count(distinct user_id) as users,
    sum(events) as events,
    sum(duration_minutes) as minutes,
    {{ median('duration_minutes') }} as median_minutes,
    {{ count_where('is_bounce') }} as bounces,
    {{ safe_divide('sum(events)', 'count(*)') }} as events_per_session,
    {{ safe_divide(count_where('is_bounce'), 'count(*)') }} as bounce_rate
from {{ ref('fct_sessions') }}
group by {{ month_start('session_date') }}, first_platform
