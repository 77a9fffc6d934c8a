-- One row a user and month with activity; the workspace is the one with most active days in it.
with user_days as (

    select * from {{ ref('fct_user_daily_activity') }}
    where is_active

),

by_workspace as (

    select
        user_id,
        {{ month_start('date_day') }} as month_start,
        workspace_id,
        account_id,
        count(*) as workspace_days,
        sum(events) as workspace_events
    from user_days
    group by user_id, {{ month_start('date_day') }}, workspace_id, account_id

),

main_workspaces as (

    {{ deduplicate('by_workspace', partition_by='user_id, month_start', order_by='workspace_days desc, workspace_events desc, workspace_id') }}

),

monthly as (

    select
        user_id,
        {{ month_start('date_day') }} as month_start,
        count(distinct date_day) as active_days,
        count(distinct workspace_id) as workspaces,
        sum(events) as events,
        sum(core_events) as core_events,
        {{ any_true('used_mobile') }} as used_mobile
    from user_days
    group by user_id, {{ month_start('date_day') }}

)

select
    monthly.user_id,
    monthly.month_start,
    main_workspaces.workspace_id as main_workspace_id,
    main_workspaces.account_id as main_account_id,
    monthly.active_days,
    monthly.workspaces,
    monthly.events,
    monthly.core_events,
    monthly.used_mobile,
    min(monthly.month_start) over (partition by monthly.user_id) as first_active_month
from monthly
inner join main_workspaces
    on
        monthly.user_id = main_workspaces.user_id
        and monthly.month_start = main_workspaces.month_start
