-- Activity of an account in a month over both deployments. `active_days` counts a day once, whichever deployment was
-- active; peaks are of one day.
with daily as (

    select
        account_id,
        date_day,
        sum(active_users) as active_users,
        sum(case when deployment = 'cloud' then active_users else 0 end) as cloud_users,
        sum(case when deployment = 'server' then active_users else 0 end) as server_users
    from {{ ref('fct_account_daily_activity') }}
    group by account_id, date_day

),

monthly_users as (

    select
        account_id,
        {{ month_start('date_day') }} as month_start,
        count(distinct user_id) as cloud_monthly_users
    from {{ ref('fct_user_daily_activity') }}
    where is_active
    group by account_id, {{ month_start('date_day') }}

),

monthly as (

    select
        account_id,
        {{ month_start('date_day') }} as month_start,
        {{ count_where('active_users > 0') }} as active_days,
        sum(active_users) as user_days,
        sum(cloud_users) as cloud_user_days,
        sum(server_users) as server_user_days,
        max(active_users) as peak_daily_users
    from daily
    group by account_id, {{ month_start('date_day') }}

)

select
    monthly.account_id,
    monthly.month_start,
    monthly.active_days,
    monthly.user_days,
    monthly.cloud_user_days,
    monthly.server_user_days,
    monthly.peak_daily_users,
    coalesce(monthly_users.cloud_monthly_users, 0) as cloud_monthly_users,
    case
        when monthly.cloud_user_days > 0 and monthly.server_user_days > 0 then 'both'
        when monthly.server_user_days > 0 then 'server'
        when monthly.cloud_user_days > 0 then 'cloud'
        else 'none'
    end as deployment
from monthly
left join monthly_users
    on
        monthly.account_id = monthly_users.account_id
        and monthly.month_start = monthly_users.month_start
