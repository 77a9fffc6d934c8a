{%- set core_features = ['channels', 'boards', 'runbooks', 'file_sharing', 'calls', 'integrations', 'search'] -%}

-- Onboarding by first feature and quarter: how common, what is discovered next, how many stay. For the onboarding squad's planning.
-- "Next" is the most common second feature (the alphabet decides between equals). Rates only over workspaces whose 84 days are over.

with paths as (

    select
        paths.*,
        {{ fiscal_quarter('paths.cohort_month') }} as fiscal_quarter
    from {{ ref('fct_growth_onboarding_paths') }} as paths

),

firsts as (

    select
        fiscal_quarter,
        feature_1,
        count(*) as workspaces,
        {{ count_where('is_activated') }} as activated,
        {{ count_where('is_outcome_known') }} as known,
        {{ count_where('is_outcome_known and was_active_in_month_3') }} as stayed,
        {{ count_where('is_outcome_known and has_paid_84d') }} as paid,
        {{ count_where('invited_before_second_feature') }} as invited_early,
        {{ median('features_discovered') }} as median_features,
        {{ median('days_to_feature_2') }} as median_days_to_second
        {%- for feature in core_features %},
        {{ count_where('has_' ~ feature ~ '_habit') }} as {{ feature }}_habits
        {%- endfor %}
    from paths
    group by fiscal_quarter, feature_1

),

seconds as (

    select
        fiscal_quarter,
        feature_1,
        feature_2,
        count(*) as workspaces
    from paths
    where feature_2 is not null
    group by fiscal_quarter, feature_1, feature_2

),

usual_seconds as (

    {{ deduplicate('seconds', 'fiscal_quarter, feature_1', 'workspaces desc, feature_2') }}

),

quarters as (

    select
        fiscal_quarter,
        sum(workspaces) as all_workspaces,
        sum(known) as all_known,
        sum(stayed) as all_stayed
    from firsts
    group by fiscal_quarter

)

select
    {{ surrogate_key(['firsts.fiscal_quarter', 'firsts.feature_1']) }} as onboarding_path_id,
    firsts.fiscal_quarter,
    firsts.feature_1 as first_feature,
    firsts.workspaces,
    {{ growth_rate_of('firsts.workspaces', 'quarters.all_workspaces') }} as share_of_workspaces,
    usual_seconds.feature_2 as usual_second_feature,
    {{ growth_rate_of('usual_seconds.workspaces', 'firsts.workspaces') }} as usual_second_share,
    firsts.activated,
    firsts.known,
    firsts.stayed,
    firsts.paid,
    firsts.invited_early,
    firsts.median_features,
    firsts.median_days_to_second
    {%- for feature in core_features %},
    firsts.{{ feature }}_habits
    {%- endfor %},
    {{ growth_rate_of('firsts.activated', 'firsts.workspaces') }} as activation_rate,
    {{ growth_rate_of('firsts.stayed', 'firsts.known') }} as stay_rate,
    {{ growth_points(growth_rate_of('firsts.stayed', 'firsts.known'), growth_rate_of('quarters.all_stayed', 'quarters.all_known')) }} as stay_points_to_quarter
from firsts
inner join quarters
    on firsts.fiscal_quarter = quarters.fiscal_quarter
left join usual_seconds
    on firsts.fiscal_quarter = usual_seconds.fiscal_quarter
    and firsts.feature_1 = usual_seconds.feature_1
