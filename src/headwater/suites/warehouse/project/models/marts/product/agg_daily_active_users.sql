-- Every day of history has a row, the silent ones too.
with days as (

    select * from {{ ref('dim_dates') }}
    where is_past

),

activity as (

    select
        date_day,
        count(distinct user_id) as active_users,
        count(distinct workspace_id) as active_workspaces,
        count(distinct account_id) as active_accounts
    from {{ ref('fct_user_daily_activity') }}
    where is_active
    group by date_day

),

volumes as (

    select
        date_day,
        sum(events) as events,
        count(distinct user_id) as present_users
    from {{ ref('fct_user_daily_activity') }}
    group by date_day

),

losses as (

    select
        date_day,
        count(*) as regions_lost
    from {{ ref('int_telemetry_loss_days') }}
    group by date_day

)

select
    days.date_day,
    days.week_start,
    days.month_start,
    days.fiscal_quarter,
    days.is_business_day,
    coalesce(activity.active_users, 0) as active_users,
    coalesce(activity.active_workspaces, 0) as active_workspaces,
    coalesce(activity.active_accounts, 0) as active_accounts,
    coalesce(volumes.present_users, 0) as present_users,
    coalesce(volumes.events, 0) as events,
    coalesce(losses.regions_lost, 0) as regions_lost,
    losses.date_day is null as is_telemetry_complete
from days
left join activity
    on days.date_day = activity.date_day
left join volumes
    on days.date_day = volumes.date_day
left join losses
    on days.date_day = losses.date_day
