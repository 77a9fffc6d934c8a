-- What a new customer did in the first ninety days, in the cloud and on servers.
select
    starts.account_id,
    count(distinct case when activity.active_users > 0 then activity.date_day end) as active_days,
    max(activity.active_users) as peak_users,
    min(case when activity.active_users > 0 then activity.date_day end) as first_active_on,
    {{ sum_where(date_diff_days('starts.started_on', 'activity.date_day') ~ ' < 30', 'activity.active_users') }} as user_days_month_1,
    {{ sum_where(date_diff_days('starts.started_on', 'activity.date_day') ~ ' between 30 and 59', 'activity.active_users') }} as user_days_month_2,
    {{ sum_where(date_diff_days('starts.started_on', 'activity.date_day') ~ ' between 60 and 89', 'activity.active_users') }} as user_days_month_3
from {{ ref('int_cs_customer_starts') }} as starts
inner join {{ ref('fct_account_daily_activity') }} as activity
    on starts.account_id = activity.account_id
    and activity.date_day >= starts.started_on
    and activity.date_day < starts.ends_on
group by starts.account_id
