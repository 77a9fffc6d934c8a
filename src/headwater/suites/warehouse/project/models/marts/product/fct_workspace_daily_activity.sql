-- Only days on which something happened; a workspace without a row was silent.
with user_days as (

    select * from {{ ref('fct_user_daily_activity') }}

),

memberships as (

    select * from {{ ref('int_membership_periods') }}

),

plan_days as (

    select * from {{ ref('int_workspace_plan_days') }}

),

guests as (

    select distinct
        user_days.workspace_id,
        user_days.user_id,
        user_days.date_day
    from user_days
    inner join memberships
        on
            user_days.workspace_id = memberships.workspace_id
            and user_days.user_id = memberships.user_id
            and memberships.is_guest
            and {{ holds_at('user_days.last_event_at', 'memberships.joined_at', 'memberships.left_at') }}

),

daily as (

    select
        user_days.workspace_id,
        user_days.account_id,
        user_days.date_day,
        {{ count_where('user_days.is_active') }} as active_users,
        {{ count_where('user_days.is_active and guests.user_id is not null') }} as active_guests,
        count(*) as present_users,
        {{ count_where('user_days.used_mobile and user_days.is_active') }} as mobile_users,
        sum(user_days.events) as events,
        sum(user_days.core_events) as core_events,
        sum(user_days.collaborative_events) as collaborative_events,
        sum(user_days.messages) as messages,
        sum(user_days.runbook_runs) as runbook_runs
    from user_days
    left join guests
        on
            user_days.workspace_id = guests.workspace_id
            and user_days.user_id = guests.user_id
            and user_days.date_day = guests.date_day
    group by user_days.workspace_id, user_days.account_id, user_days.date_day

)

select
    daily.workspace_id,
    daily.account_id,
    daily.date_day,
    coalesce(plan_days.plan_code, 'free') as plan_code,
    coalesce(plan_days.is_trial, false) as is_trial,
    daily.active_users,
    daily.active_guests,
    daily.present_users,
    daily.mobile_users,
    daily.events,
    daily.core_events,
    daily.collaborative_events,
    daily.messages,
    daily.runbook_runs
from daily
left join plan_days
    on
        daily.workspace_id = plan_days.workspace_id
        and daily.date_day = plan_days.date_day
