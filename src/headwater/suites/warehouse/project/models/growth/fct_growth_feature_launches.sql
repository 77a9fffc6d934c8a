{%- set windows = [30, 90] -%}

-- What a launch did. For each feature that came out in our history and that people can be seen using: use in the 30 and 90 days
-- after it, who took it up, and whether activity of the workspaces that had it in their plan moved differently from that of those
-- that had not (difference in differences; the others are the control). One row a feature.
--
-- Plans are those of the day before the launch, so that upgrades because of the feature do not walk into the treated group.
-- Features without events (single sign-on, audit log) cannot be seen in the cloud and are left out, not zero.

with launches as (

    select
        feature,
        released_on,
        minimum_plan_code,
        minimum_plan_rank,
        is_core,
        is_collaborative
    from {{ ref('dim_features') }}
    where has_events
        and released_on > {{ history_start() }}
        and released_on <= {{ as_of() }}

),

workspaces as (

    select
        workspace_id,
        account_id,
        created_on,
        deleted_at,
        segment
    from {{ ref('dim_workspaces') }}
    where is_reportable

),

eligible as (

    select
        launches.feature,
        launches.released_on,
        workspaces.workspace_id,
        workspaces.segment,
        coalesce(plan_days.plan_code, 'free') as plan_code,
        {{ plan_rank("coalesce(plan_days.plan_code, 'free')") }} >= launches.minimum_plan_rank as is_treated
    from launches
    inner join workspaces
        on workspaces.created_on < launches.released_on
        and (workspaces.deleted_at is null or workspaces.deleted_at >= launches.released_on)
    left join {{ ref('int_workspace_plan_days') }} as plan_days
        on workspaces.workspace_id = plan_days.workspace_id
        and plan_days.date_day = {{ to_date(date_add_days('launches.released_on', -1)) }}

),

activity as (

    select
        eligible.feature,
        eligible.workspace_id
        {%- for window in windows %},
        {{ sum_where(
            'activity.date_day < eligible.released_on and ' ~ date_diff_days('activity.date_day', 'eligible.released_on') ~ ' <= ' ~ window,
            'activity.active_users'
        ) }} as user_days_before_{{ window }}d,
        {{ sum_where(
            'activity.date_day >= eligible.released_on and ' ~ date_diff_days('eligible.released_on', 'activity.date_day') ~ ' < ' ~ window,
            'activity.active_users'
        ) }} as user_days_after_{{ window }}d
        {%- endfor %}
    from eligible
    inner join {{ ref('fct_workspace_daily_activity') }} as activity
        on eligible.workspace_id = activity.workspace_id
        and activity.date_day >= {{ date_add_days('eligible.released_on', -90) }}
        and activity.date_day < {{ date_add_days('eligible.released_on', 90) }}
    group by eligible.feature, eligible.workspace_id

),

uptake as (

    select
        launches.feature
        {%- for window in windows %},
        count(distinct case when {{ date_diff_days('launches.released_on', 'usage.date_day') }} < {{ window }} then usage.workspace_id end) as workspaces_using_{{ window }}d,
        sum(case when {{ date_diff_days('launches.released_on', 'usage.date_day') }} < {{ window }} then usage.events else 0 end) as events_{{ window }}d
        {%- endfor %},
        min(usage.date_day) as first_used_on
    from launches
    inner join {{ ref('fct_feature_usage_daily') }} as usage
        on launches.feature = usage.feature
        and usage.date_day >= launches.released_on
    group by launches.feature

),

early_use as (

    -- use before the launch: beta testers, or a date of release that somebody moved
    select
        launches.feature,
        count(distinct usage.workspace_id) as beta_workspaces
    from launches
    inner join {{ ref('fct_feature_usage_daily') }} as usage
        on launches.feature = usage.feature
        and usage.date_day < launches.released_on
    group by launches.feature

),

adoption as (

    select
        launches.feature,
        count(*) as tried_ever,
        {{ count_where("adopted.adoption_state = 'adopted'") }} as adopted_now,
        {{ count_where("adopted.adoption_state = 'abandoned'") }} as abandoned_now,
        {{ median('adopted.days_to_adopt') }} as median_days_to_adopt
    from launches
    inner join {{ ref('fct_feature_adoption') }} as adopted
        on launches.feature = adopted.feature
    group by launches.feature

),

groups as (

    select
        eligible.feature,
        {{ count_where('eligible.is_treated') }} as treated_workspaces,
        {{ count_where('not eligible.is_treated') }} as control_workspaces
        {%- for window in windows %},
        {{ sum_where('eligible.is_treated', 'coalesce(activity.user_days_before_' ~ window ~ 'd, 0)') }} as treated_before_{{ window }}d,
        {{ sum_where('eligible.is_treated', 'coalesce(activity.user_days_after_' ~ window ~ 'd, 0)') }} as treated_after_{{ window }}d,
        {{ sum_where('not eligible.is_treated', 'coalesce(activity.user_days_before_' ~ window ~ 'd, 0)') }} as control_before_{{ window }}d,
        {{ sum_where('not eligible.is_treated', 'coalesce(activity.user_days_after_' ~ window ~ 'd, 0)') }} as control_after_{{ window }}d
        {%- endfor %}
    from eligible
    left join activity
        on eligible.feature = activity.feature
        and eligible.workspace_id = activity.workspace_id
    group by eligible.feature

)

select
    launches.feature,
    launches.released_on,
    launches.minimum_plan_code,
    launches.is_core,
    launches.is_collaborative,
    coalesce(groups.treated_workspaces, 0) as treated_workspaces,
    coalesce(groups.control_workspaces, 0) as control_workspaces,
    coalesce(early_use.beta_workspaces, 0) as beta_workspaces,
    uptake.first_used_on
    {%- for window in windows %},
    coalesce(uptake.workspaces_using_{{ window }}d, 0) as workspaces_using_{{ window }}d,
    coalesce(uptake.events_{{ window }}d, 0) as events_{{ window }}d,
    groups.treated_before_{{ window }}d,
    groups.treated_after_{{ window }}d,
    groups.control_before_{{ window }}d,
    groups.control_after_{{ window }}d,
    {{ growth_rate_of('groups.treated_after_' ~ window ~ 'd - groups.treated_before_' ~ window ~ 'd', 'groups.treated_before_' ~ window ~ 'd') }} as treated_change_{{ window }}d,
    {{ growth_rate_of('groups.control_after_' ~ window ~ 'd - groups.control_before_' ~ window ~ 'd', 'groups.control_before_' ~ window ~ 'd') }} as control_change_{{ window }}d,
    {{ growth_points(
        growth_rate_of('groups.treated_after_' ~ window ~ 'd', 'groups.treated_before_' ~ window ~ 'd'),
        growth_rate_of('groups.control_after_' ~ window ~ 'd', 'groups.control_before_' ~ window ~ 'd')
    ) }} as difference_points_{{ window }}d,
    {{ growth_is_mature('launches.released_on', window) }} as is_mature_{{ window }}d
    {%- endfor %},
    coalesce(adoption.tried_ever, 0) as tried_ever,
    coalesce(adoption.adopted_now, 0) as adopted_now,
    coalesce(adoption.abandoned_now, 0) as abandoned_now,
    adoption.median_days_to_adopt
from launches
left join groups
    on launches.feature = groups.feature
left join uptake
    on launches.feature = uptake.feature
left join early_use
    on launches.feature = early_use.feature
left join adoption
    on launches.feature = adoption.feature
