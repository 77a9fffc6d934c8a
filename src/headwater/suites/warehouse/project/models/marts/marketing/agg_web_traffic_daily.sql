select
    {{ surrogate_key(['session_date', 'channel', 'device']) }} as traffic_day_id,
    session_date,
    channel,
    device,
    count(*) as sessions,
    count(distinct anonymous_id) as visitors,
    {{ count_where('session_number = 1') }} as new_visitors,
    {{ count_where('is_bounce') }} as bounces,
    sum(page_count) as pages
from {{ ref('fct_web_sessions') }}
group by session_date, channel, device
