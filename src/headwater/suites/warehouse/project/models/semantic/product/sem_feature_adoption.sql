-- Workspaces and features they tried, with what the workspace is.
select
    adoption.feature_adoption_id,
    adoption.workspace_id,
    adoption.account_id,
    adoption.feature,
    features.minimum_plan_code,
    adoption.is_core,
    adoption.segment,
    accounts.region,
    adoption.plan_code,
    adoption.first_used_on,
    adoption.adopted_on,
    adoption.days_to_first_use,
    adoption.days_to_adopt,
    adoption.days_used,
    adoption.adoption_state
from {{ ref('fct_feature_adoption') }} as adoption
inner join {{ ref('dim_accounts') }} as accounts
    on adoption.account_id = accounts.account_id
inner join {{ ref('dim_features') }} as features
    on adoption.feature = features.feature
