-- A workspace is activated when, in its first {{ var('activation_days') }} days, at least two people did something of substance and
-- there were at least {{ var('activation_active_days') }} active days. Only workspaces that have had that time are judged.
with firsts as (

    select * from {{ ref('int_workspace_first_actions') }}

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}

),

first_weeks as (

    select
        firsts.workspace_id,
        count(distinct activity.date_day) as active_days,
        count(distinct activity.user_id) as active_users
    from firsts
    inner join {{ ref('fct_user_daily_activity') }} as activity
        on
            firsts.workspace_id = activity.workspace_id
            and activity.is_active
            and activity.date_day >= {{ to_date('firsts.created_at') }}
            and {{ is_within_activation('activity.date_day', 'firsts.created_at') }}
    group by firsts.workspace_id

),

judged as (

    select
        firsts.*,
        workspaces.segment,
        workspaces.created_on,
        coalesce(first_weeks.active_days, 0) as early_active_days,
        coalesce(first_weeks.active_users, 0) as early_active_users,
        {{ date_add_days('workspaces.created_on', var('activation_days')) }} <= {{ as_of() }} as is_judged,
        {{ is_within_activation('firsts.second_user_core_at', 'firsts.created_at') }} as has_two_core_users
    from firsts
    inner join workspaces
        on firsts.workspace_id = workspaces.workspace_id
    left join first_weeks
        on firsts.workspace_id = first_weeks.workspace_id

)

select
    workspace_id,
    account_id,
    segment,
    created_at,
    created_on,
    {{ month_start('created_on') }} as cohort_month,
    first_invited_at,
    second_member_at,
    first_core_at,
    second_user_core_at,
    first_integration_at,
    early_active_days,
    early_active_users,
    is_judged,
    is_judged and has_two_core_users and early_active_days >= {{ var('activation_active_days') }} as is_activated,
    {{ minutes_between('created_at', 'first_core_at') }} as minutes_to_first_core
from judged
