{%- set variants = ['v1_habit', 'v2_team', 'v3_setup', 'v4_sticky'] -%}

-- Four definitions of an activated workspace, side by side. All are still in somebody's deck:
--
--   v1_habit   2021, growth: three active days in the first 14, whoever it was
--   v2_team    2022, product: two people with core actions in the first `activation_days` days and two active days
--              (fct_workspace_activation.is_activated; the official one, see docs/product/definitions.md)
--   v3_setup   2023, onboarding: a core action, an invitation and either an integration or three features, in 7 days. Day 0 is
--              the day of the creation and day 7 belongs to the week, as in the onboarding tool
--   v4_sticky  2025, growth: v2 and active again in the fourth week (days 22 to 28). What the growth team steers by
--
-- One row a reportable workspace that is at least `activation_days` days old. v4 needs no more time than that.

with workspaces as (

    select
        workspace_id,
        account_id,
        segment,
        region,
        plan_code,
        created_at,
        created_on,
        deleted_at,
        is_first_of_account
    from {{ ref('dim_workspaces') }}
    where is_reportable

),

official as (

    select
        workspace_id,
        cohort_month,
        is_judged,
        is_activated,
        first_core_at,
        second_user_core_at,
        first_integration_at,
        early_active_days,
        early_active_users
    from {{ ref('fct_workspace_activation') }}
    where is_judged

),

days as (

    select
        workspaces.workspace_id,
        activity.date_day,
        {{ date_diff_days('workspaces.created_on', 'activity.date_day') }} as day_number,
        activity.active_users,
        activity.core_events,
        activity.events
    from workspaces
    inner join {{ ref('fct_workspace_daily_activity') }} as activity
        on workspaces.workspace_id = activity.workspace_id
        and activity.date_day >= workspaces.created_on
        and activity.date_day <= {{ date_add_days('workspaces.created_on', 90) }}

),

early as (

    select
        workspace_id,
        {{ count_where('active_users > 0 and day_number < 14') }} as active_days_14d,
        {{ count_where('active_users > 0 and day_number <= 7') }} as active_days_7d,
        {{ count_where('active_users > 0 and day_number between 22 and 28') }} as active_days_week_4,
        {{ count_where('active_users > 0 and day_number between 29 and 56') }} as active_days_month_2,
        {{ count_where('active_users > 0 and day_number between 57 and 84') }} as active_days_month_3,
        {{ sum_where('day_number <= 7', 'core_events') }} as core_events_7d,
        max(case when day_number <= 30 then active_users end) as peak_users_30d
    from days
    group by workspace_id

),

features as (

    select
        workspaces.workspace_id,
        count(distinct case
            when {{ date_diff_days('workspaces.created_on', 'usage.date_day') }} <= 7 then usage.feature
        end) as features_7d,
        count(distinct case
            when {{ date_diff_days('workspaces.created_on', 'usage.date_day') }} <= 30 then usage.feature
        end) as features_30d,
        min(case when usage.feature = 'integrations' then usage.date_day end) as first_integration_on,
        min(case when usage.feature = 'runbooks' then usage.date_day end) as first_runbook_on
    from workspaces
    inner join {{ ref('fct_feature_usage_daily') }} as usage
        on workspaces.workspace_id = usage.workspace_id
        and usage.date_day >= workspaces.created_on
        and usage.date_day <= {{ date_add_days('workspaces.created_on', 30) }}
    where usage.feature <> 'sign_in'
    group by workspaces.workspace_id

),

invitations as (

    select
        workspaces.workspace_id,
        min(invited.sent_at) as first_invited_at,
        {{ count_where(date_diff_days('workspaces.created_on', 'invited.sent_at') ~ ' <= 7') }} as invitations_7d
    from workspaces
    inner join {{ ref('fct_invitations') }} as invited
        on workspaces.workspace_id = invited.workspace_id
        and invited.sent_at >= workspaces.created_at
    group by workspaces.workspace_id

),

paid as (

    select
        workspace_id,
        min(changed_on) as first_paid_on
    from {{ ref('fct_workspace_plan_changes') }}
    where to_plan_code in ('team', 'business', 'enterprise')
        and change_kind in ('trial_conversion', 'upgrade')
    group by workspace_id

),

measured as (

    select
        workspaces.workspace_id,
        workspaces.account_id,
        workspaces.segment,
        workspaces.region,
        workspaces.created_on,
        workspaces.is_first_of_account,
        official.cohort_month,
        coalesce(early.active_days_7d, 0) as active_days_7d,
        coalesce(early.active_days_14d, 0) as active_days_14d,
        coalesce(early.active_days_week_4, 0) as active_days_week_4,
        coalesce(early.active_days_month_2, 0) as active_days_month_2,
        coalesce(early.active_days_month_3, 0) as active_days_month_3,
        coalesce(early.core_events_7d, 0) as core_events_7d,
        coalesce(early.peak_users_30d, 0) as peak_users_30d,
        coalesce(features.features_7d, 0) as features_7d,
        coalesce(features.features_30d, 0) as features_30d,
        coalesce(invitations.invitations_7d, 0) as invitations_7d,
        features.first_integration_on,
        features.first_runbook_on,
        paid.first_paid_on,
        official.is_activated as is_official
    from workspaces
    inner join official
        on workspaces.workspace_id = official.workspace_id
    left join early
        on workspaces.workspace_id = early.workspace_id
    left join features
        on workspaces.workspace_id = features.workspace_id
    left join invitations
        on workspaces.workspace_id = invitations.workspace_id
    left join paid
        on workspaces.workspace_id = paid.workspace_id

),

judged as (

    select
        *,
        active_days_14d >= 3 as is_v1_habit,
        is_official as is_v2_team,
        core_events_7d > 0
            and invitations_7d > 0
            and (features_7d >= 3 or coalesce({{ growth_within('created_on', 'first_integration_on', 7) }}, false)) as is_v3_setup,
        is_official and active_days_week_4 > 0 as is_v4_sticky
    from measured

)

select
    workspace_id,
    account_id,
    segment,
    region,
    created_on,
    cohort_month,
    is_first_of_account,
    active_days_7d,
    active_days_14d,
    active_days_week_4,
    core_events_7d,
    peak_users_30d,
    features_7d,
    features_30d,
    invitations_7d,
    first_integration_on,
    first_runbook_on,
    first_paid_on
    {%- for variant in variants %},
    is_{{ variant }}
    {%- endfor %},
    {%- for variant in variants %}
    case when is_{{ variant }} then 1 else 0 end{{ ' +' if not loop.last }}
    {%- endfor %} as variants_met,
    -- what the definitions are held against
    {{ growth_is_mature('created_on', 84) }} as is_outcome_known,
    active_days_month_2 > 0 as was_active_in_month_2,
    active_days_month_3 > 0 as was_active_in_month_3,
    {{ growth_within('created_on', 'first_paid_on', 84) }} as has_paid_84d
from judged
