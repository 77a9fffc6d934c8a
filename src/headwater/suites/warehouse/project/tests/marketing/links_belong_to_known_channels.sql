select
    sum(case when channel = 'other' then 1 else 0 end) as unknown_sessions,
    count(*) as sessions
from {{ ref('fct_web_sessions') }}
where traffic_source is not null
having sum(case when channel = 'other' then 1 else 0 end) > 0.05 * count(*)
