-- Every reportable account and month since its creation, active or not: what health scores and churn models look at.
with accounts as (

    select * from {{ ref('dim_accounts') }}
    where is_reportable

),

months as (

    select month_start from {{ ref('agg_monthly_active_users') }}

),

activity as (

    select * from {{ ref('agg_account_monthly_activity') }}

),

spine as (

    select
        accounts.account_id,
        months.month_start,
        coalesce(activity.active_days, 0) as active_days,
        coalesce(activity.user_days, 0) as user_days,
        coalesce(activity.peak_daily_users, 0) as peak_daily_users,
        coalesce(activity.deployment, 'none') as deployment
    from accounts
    inner join months
        on
            months.month_start >= {{ month_start('accounts.created_at') }}
            and (accounts.deleted_at is null or months.month_start <= {{ month_start('accounts.deleted_at') }})
    left join activity
        on
            accounts.account_id = activity.account_id
            and months.month_start = activity.month_start

),

followed as (

    select
        *,
        lag(user_days) over (partition by account_id order by month_start) as previous_user_days,
        sum(user_days) over (
            partition by account_id order by month_start
            rows between 2 preceding and current row
        ) as user_days_3m,
        sum(user_days) over (
            partition by account_id order by month_start
            rows between 5 preceding and 3 preceding
        ) as user_days_previous_3m,
        max(case when user_days > 0 then month_start end) over (
            partition by account_id order by month_start
            rows between unbounded preceding and current row
        ) as last_active_month
    from spine

)

select
    account_id,
    month_start,
    active_days,
    user_days,
    peak_daily_users,
    deployment,
    previous_user_days,
    user_days_3m,
    user_days_previous_3m,
    {{ growth_rate('user_days_3m', 'user_days_previous_3m') }} as trend_3m,
    last_active_month,
    case
        when last_active_month is null then 'never_active'
        when last_active_month = month_start then 'active'
        when {{ date_diff_months('last_active_month', 'month_start') }} <= 2 then 'at_risk'
        else 'dormant'
    end as activity_state
from followed
