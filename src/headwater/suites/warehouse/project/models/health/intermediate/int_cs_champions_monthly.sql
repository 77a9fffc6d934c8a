-- A champion is one of the two busiest people of an account in a month, by what they did of substance, who was there on at
-- least {{ var('power_user_days') }} days. Ties go to the longer-standing user, then to the id.
with ranked as (
    select
        activity.main_account_id as account_id,
        activity.month_start,
        activity.user_id,
        activity.active_days,
        activity.core_events,
        activity.first_active_month,
        row_number() over (
            partition by activity.main_account_id, activity.month_start
            order by activity.core_events desc, activity.first_active_month, activity.user_id
        ) as user_rank
    from {{ ref('fct_user_monthly_activity') }} as activity
    inner join {{ ref('dim_users') }} as users
        on activity.user_id = users.user_id
    where users.is_reportable
        and activity.active_days >= {{ var('power_user_days') }}
        and activity.core_events > 0
)

select
    account_id,
    month_start,
    user_id,
    user_rank,
    active_days,
    core_events,
    {{ date_diff_months('first_active_month', 'month_start') }} as months_with_us
from ranked
where user_rank <= 2
