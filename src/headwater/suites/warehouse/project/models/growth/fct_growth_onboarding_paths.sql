{%- set core_features = ['channels', 'boards', 'runbooks', 'file_sharing', 'calls', 'integrations', 'search'] -%}
{%- set depth = 4 -%}

-- In which order workspaces discover the product: first, second, third and fourth feature, how long each step took, and who was
-- still there in their third month. One row a workspace that used anything in its first thirty days.
--
-- Features that are first used on the same day are in the order of their first event, and in alphabetical order if that is the same
-- second (imports). A path is written with '>' as in the onboarding tool.

with workspaces as (

    select
        workspace_id,
        account_id,
        segment,
        sales_region,
        created_at,
        created_on
    from {{ ref('dim_workspaces') }}
    where is_reportable

),

first_uses as (

    select
        events.workspace_id,
        events.feature,
        min(events.event_at) as first_used_at,
        count(distinct events.user_id) as users,
        count(distinct events.event_date) as days_used
    from {{ ref('fct_events') }} as events
    inner join workspaces
        on events.workspace_id = workspaces.workspace_id
        and events.event_date >= workspaces.created_on
        and events.event_date <= {{ date_add_days('workspaces.created_on', 30) }}
    where events.feature is not null
        and events.feature <> 'sign_in'
    group by events.workspace_id, events.feature

),

ordered as (

    select
        first_uses.*,
        row_number() over (partition by workspace_id order by first_used_at, feature) as feature_number,
        count(*) over (partition by workspace_id) as features_discovered
    from first_uses

),

paths as (

    select
        workspace_id,
        max(features_discovered) as features_discovered
        {%- for step in range(1, depth + 1) %},
        max(case when feature_number = {{ step }} then feature end) as feature_{{ step }},
        max(case when feature_number = {{ step }} then first_used_at end) as feature_{{ step }}_at,
        max(case when feature_number = {{ step }} then users end) as feature_{{ step }}_users
        {%- endfor %}
        {%- for feature in core_features %},
        max(case when feature = '{{ feature }}' then feature_number end) as {{ feature }}_position,
        max(case when feature = '{{ feature }}' and days_used >= {{ var('adoption_use_days') }} then 1 else 0 end) as {{ feature }}_in_habit
        {%- endfor %}
    from ordered
    group by workspace_id

),

outcomes as (

    select
        workspace_id,
        is_v2_team,
        is_v4_sticky,
        is_outcome_known,
        was_active_in_month_2,
        was_active_in_month_3,
        has_paid_84d
    from {{ ref('fct_growth_activation_variants') }}

),

invited as (

    select
        workspace_id,
        min(sent_at) as first_invited_at
    from {{ ref('fct_invitations') }}
    group by workspace_id

)

select
    paths.workspace_id,
    workspaces.account_id,
    workspaces.segment,
    workspaces.sales_region,
    workspaces.created_on,
    {{ month_start('workspaces.created_on') }} as cohort_month,
    paths.features_discovered
    {%- for step in range(1, depth + 1) %},
    paths.feature_{{ step }},
    {{ growth_days_to('workspaces.created_at', 'paths.feature_' ~ step ~ '_at') }} as days_to_feature_{{ step }},
    paths.feature_{{ step }}_users
    {%- endfor %},
    paths.feature_1
    {%- for step in range(2, depth + 1) %}
        || coalesce(' > ' || paths.feature_{{ step }}, '')
    {%- endfor %} as path
    {%- for feature in core_features %},
    paths.{{ feature }}_position,
    paths.{{ feature }}_in_habit = 1 as has_{{ feature }}_habit
    {%- endfor %},
    coalesce(invited.first_invited_at < paths.feature_2_at, false) as invited_before_second_feature,
    coalesce(outcomes.is_v2_team, false) as is_activated,
    coalesce(outcomes.is_v4_sticky, false) as is_sticky,
    coalesce(outcomes.is_outcome_known, false) as is_outcome_known,
    coalesce(outcomes.was_active_in_month_3, false) as was_active_in_month_3,
    coalesce(outcomes.has_paid_84d, false) as has_paid_84d
from paths
inner join workspaces
    on paths.workspace_id = workspaces.workspace_id
left join outcomes
    on paths.workspace_id = outcomes.workspace_id
left join invited
    on paths.workspace_id = invited.workspace_id
