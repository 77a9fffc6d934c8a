{%- set v1 = {'users': 3, 'days': 5} -%}
{%- set v2 = {'core_events': 60, 'users': 3, 'features': 4, 'invitations': 2} -%}

-- Free workspaces that look as if they were going to pay: product-qualified, in both versions that sales was given.
--
--   v1 (2022)  {{ v1.users }} people on one day and {{ v1.days }} active days, within any 28 days
--   v2 (2024)  three of four within a calendar month: {{ v2.core_events }} core events, {{ v2.users }} people, {{ v2.features }} features, {{ v2.invitations }} invitations
--
-- One row a workspace and month in which it was free at the month's end and somebody was there. Qualified is qualified once: the
-- first month counts (`is_first_v1`, `is_first_v2`), later ones are shown and not counted again. Sales had v1 from 2022-04 to
-- 2024-03 and has had v2 since; both are computed for all months, so that they can be compared.

with free_months as (

    select
        plan_days.workspace_id,
        dates.month_start,
        max(plan_days.date_day) as last_free_day
    from {{ ref('int_workspace_plan_days') }} as plan_days
    inner join {{ ref('dim_dates') }} as dates
        on plan_days.date_day = dates.date_day
    where plan_days.plan_code = 'free'
        and (dates.is_month_end or plan_days.date_day = {{ as_of() }})
    group by plan_days.workspace_id, dates.month_start

),

workspaces as (

    select
        workspace_id,
        account_id,
        segment,
        sales_region,
        created_on
    from {{ ref('dim_workspaces') }}
    where is_reportable

),

daily as (

    select
        workspace_id,
        date_day,
        {{ month_start('date_day') }} as month_start,
        active_users,
        core_events
    from {{ ref('fct_workspace_daily_activity') }}
    where active_users > 0
        and plan_code = 'free'

),

-- v1: any 28 days that end in the month, of days on which the workspace was free; the window ends on an active day, or it would
-- not be the fullest one
windows as (

    select
        ends.workspace_id,
        ends.month_start,
        ends.date_day,
        count(*) as active_days_28d,
        max(starts.active_users) as peak_users_28d
    from daily as ends
    inner join daily as starts
        on ends.workspace_id = starts.workspace_id
        and starts.date_day <= ends.date_day
        and starts.date_day > {{ date_add_days('ends.date_day', -28) }}
    group by ends.workspace_id, ends.month_start, ends.date_day

),

best_windows as (

    select
        workspace_id,
        month_start,
        max(active_days_28d) as most_active_days_28d,
        max(peak_users_28d) as peak_users_28d,
        {{ any_true('active_days_28d >= ' ~ v1.days ~ ' and peak_users_28d >= ' ~ v1.users) }} as meets_v1
    from windows
    group by workspace_id, month_start

),

monthly as (

    select
        workspace_id,
        month_start,
        count(*) as active_days,
        max(active_users) as peak_users,
        sum(core_events) as core_events
    from daily
    group by workspace_id, month_start

),

people as (

    select
        workspace_id,
        {{ month_start('date_day') }} as month_start,
        count(distinct user_id) as users
    from {{ ref('fct_user_daily_activity') }}
    where is_active
    group by workspace_id, {{ month_start('date_day') }}

),

features as (

    select
        workspace_id,
        {{ month_start('date_day') }} as month_start,
        count(distinct feature) as features
    from {{ ref('fct_feature_usage_daily') }}
    where feature <> 'sign_in'
        and user_events > 0
    group by workspace_id, {{ month_start('date_day') }}

),

invitations as (

    select
        workspace_id,
        {{ month_start('sent_on') }} as month_start,
        count(*) as invitations
    from {{ ref('fct_invitations') }}
    group by workspace_id, {{ month_start('sent_on') }}

),

upgrades as (

    select
        workspace_id,
        min(changed_on) as upgraded_on,
        month_start
    from {{ ref('fct_workspace_plan_changes') }}
    where change_kind in ('trial_conversion', 'upgrade')
        and to_plan_code <> 'free'
    group by workspace_id, month_start

),

measured as (

    select
        free_months.workspace_id,
        free_months.month_start,
        workspaces.account_id,
        workspaces.segment,
        workspaces.sales_region,
        {{ date_diff_months('workspaces.created_on', 'free_months.month_start') }} as age_months,
        monthly.active_days,
        monthly.peak_users,
        monthly.core_events,
        coalesce(best_windows.most_active_days_28d, 0) as most_active_days_28d,
        coalesce(best_windows.meets_v1, false) as meets_v1,
        coalesce(people.users, 0) as users,
        coalesce(features.features, 0) as features,
        coalesce(invitations.invitations, 0) as invitations,
        case when monthly.core_events >= {{ v2.core_events }} then 1 else 0 end
            + case when coalesce(people.users, 0) >= {{ v2.users }} then 1 else 0 end
            + case when coalesce(features.features, 0) >= {{ v2.features }} then 1 else 0 end
            + case when coalesce(invitations.invitations, 0) >= {{ v2.invitations }} then 1 else 0 end as v2_conditions
    from free_months
    inner join workspaces
        on free_months.workspace_id = workspaces.workspace_id
    inner join monthly
        on free_months.workspace_id = monthly.workspace_id
        and free_months.month_start = monthly.month_start
    left join best_windows
        on free_months.workspace_id = best_windows.workspace_id
        and free_months.month_start = best_windows.month_start
    left join people
        on free_months.workspace_id = people.workspace_id
        and free_months.month_start = people.month_start
    left join features
        on free_months.workspace_id = features.workspace_id
        and free_months.month_start = features.month_start
    left join invitations
        on free_months.workspace_id = invitations.workspace_id
        and free_months.month_start = invitations.month_start

),

judged as (

    select
        *,
        v2_conditions >= 3 as meets_v2,
        min(case when meets_v1 then month_start end) over (partition by workspace_id) as first_v1_month,
        min(case when v2_conditions >= 3 then month_start end) over (partition by workspace_id) as first_v2_month
    from measured

),

next_upgrades as (

    select
        judged.workspace_id,
        judged.month_start,
        min(upgrades.upgraded_on) as next_upgraded_on
    from judged
    inner join upgrades
        on judged.workspace_id = upgrades.workspace_id
        and upgrades.month_start > judged.month_start
    group by judged.workspace_id, judged.month_start

)

select
    {{ surrogate_key(['judged.workspace_id', 'judged.month_start']) }} as qualified_id,
    judged.workspace_id,
    judged.account_id,
    judged.segment,
    judged.sales_region,
    judged.month_start,
    judged.age_months,
    judged.active_days,
    judged.most_active_days_28d,
    judged.peak_users,
    judged.users,
    judged.core_events,
    judged.features,
    judged.invitations,
    judged.v2_conditions,
    judged.meets_v1,
    judged.meets_v2,
    coalesce(judged.month_start = judged.first_v1_month, false) as is_first_v1,
    coalesce(judged.month_start = judged.first_v2_month, false) as is_first_v2,
    case when judged.month_start < date '2022-04-01' then 'none' when judged.month_start < date '2024-04-01' then 'v1' else 'v2' end as version_in_force,
    next_upgrades.next_upgraded_on,
    {{ date_diff_months('judged.month_start', 'next_upgrades.next_upgraded_on') }} as months_to_upgrade,
    coalesce({{ date_diff_months('judged.month_start', 'next_upgrades.next_upgraded_on') }} <= 3, false) as upgrades_in_3m,
    {{ date_diff_months('judged.month_start', as_of()) }} > 3 as is_outcome_known
from judged
left join next_upgrades
    on judged.workspace_id = next_upgrades.workspace_id
    and judged.month_start = next_upgrades.month_start
