-- One row a user and day of activity, ready to be cut by plan, segment, region and platform.
select
    activity.date_day,
    dates.week_start,
    dates.month_start,
    dates.fiscal_quarter,
    dates.is_business_day,
    activity.user_id,
    activity.workspace_id,
    activity.account_id,
    workspace_days.plan_code,
    workspace_days.is_trial,
    accounts.segment,
    accounts.region,
    users.signup_source,
    activity.events,
    activity.core_events,
    activity.collaborative_events,
    activity.used_mobile
from {{ ref('fct_user_daily_activity') }} as activity
inner join {{ ref('dim_dates') }} as dates
    on activity.date_day = dates.date_day
inner join {{ ref('dim_users') }} as users
    on activity.user_id = users.user_id
inner join {{ ref('dim_accounts') }} as accounts
    on activity.account_id = accounts.account_id
inner join {{ ref('fct_workspace_daily_activity') }} as workspace_days
    on
        activity.workspace_id = workspace_days.workspace_id
        and activity.date_day = workspace_days.date_day
where activity.is_active
