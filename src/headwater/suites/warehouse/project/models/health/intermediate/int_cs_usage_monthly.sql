-- Use of what was bought: user days over seats and working days, cloud and servers together. Accounts whose servers hide
-- their counts have user days of the cloud only; they are marked, and scores treat their usage as not known.
with hidden as (
    select
        account_id,
        {{ month_start('date_day') }} as month_start,
        count(*) as server_days,
        {{ count_where('has_counts') }} as counted_server_days
    from {{ ref('fct_server_daily_activity') }}
    where account_id is not null
    group by account_id, {{ month_start('date_day') }}
)

select
    months.account_id,
    months.month_start,
    months.seats,
    coalesce(activity.user_days, 0) as user_days,
    coalesce(activity.active_days, 0) as active_days,
    coalesce(activity.peak_daily_users, 0) as peak_daily_users,
    coalesce(activity.cloud_monthly_users, 0) as cloud_users,
    working.working_days,
    coalesce(hidden.server_days > 0 and hidden.counted_server_days = 0, false) as is_hidden,
    {{ safe_divide('coalesce(activity.user_days, 0)', 'months.seats * working.working_days') }} as usage_rate
from {{ ref('int_cs_account_months') }} as months
inner join {{ ref('int_cs_working_days') }} as working
    on months.month_start = working.month_start
left join {{ ref('agg_account_monthly_activity') }} as activity
    on months.account_id = activity.account_id
    and months.month_start = activity.month_start
left join hidden
    on months.account_id = hidden.account_id
    and months.month_start = hidden.month_start
