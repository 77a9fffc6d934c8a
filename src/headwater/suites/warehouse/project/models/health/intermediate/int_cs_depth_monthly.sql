-- Depth of use: how many features, how many of them core, how many of those that the plan adds to the free one.
select
    used.account_id,
    used.month_start,
    count(*) as features_used,
    {{ count_where('features.is_core') }} as core_features_used,
    {{ count_where('features.minimum_plan_rank > 0') }} as paid_features_used,
    {{ count_where('used.cloud_days_used >= ' ~ var('adoption_use_days') ~ ' or used.server_weeks_used >= 2') }} as features_in_habit
from {{ ref('int_cs_feature_months') }} as used
left join {{ ref('dim_features') }} as features
    on used.feature = features.feature
group by used.account_id, used.month_start
