select
    activity.server_id,
    activity.date_day,
    activity.version,
    latest.latest_version
from {{ ref('fct_server_daily_activity') }} as activity
inner join {{ ref('int_latest_versions_daily') }} as latest
    on activity.date_day = latest.date_day
where activity.version_sort_key > latest.latest_sort_key
