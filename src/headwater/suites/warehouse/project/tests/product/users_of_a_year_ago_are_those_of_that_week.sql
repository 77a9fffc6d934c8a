select
    reported.week_start,
    reported.active_users_year_ago,
    year_before.active_users
from {{ ref('rpt_active_users_weekly') }} as reported
left join {{ ref('agg_weekly_active_users') }} as year_before
    on {{ date_add_days('year_before.week_start', 364) }} = reported.week_start
where
    reported.week_start >= {{ date_add_days(history_start(), 371) }}
    and reported.active_users_year_ago <> year_before.active_users
