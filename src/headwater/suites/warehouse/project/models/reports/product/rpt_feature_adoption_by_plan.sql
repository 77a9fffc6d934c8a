-- Adoption by the plan of today, with the features that a plan does not include: what shows up there was adopted in a
-- trial or before a downgrade, and is what an upgrade is sold with.
with adoption as (

    select * from {{ ref('fct_feature_adoption') }}

),

features as (

    select * from {{ ref('dim_features') }}

)

select
    adoption.plan_code,
    adoption.feature,
    features.minimum_plan_code,
    {{ plan_rank('adoption.plan_code') }} >= features.minimum_plan_rank as is_included,
    count(*) as workspaces_tried,
    {{ count_where("adoption.adoption_state = 'adopted'") }} as workspaces_adopted,
    {{ count_where("adoption.adoption_state = 'abandoned'") }} as workspaces_abandoned,
    {{ safe_divide(count_where("adoption.adoption_state <> 'tried'"), 'count(*)') }} as adoption_rate,
    {{ median('adoption.days_to_adopt') }} as median_days_to_adopt
from adoption
inner join features
    on adoption.feature = features.feature
group by
    adoption.plan_code,
    adoption.feature,
    features.minimum_plan_code,
    {{ plan_rank('adoption.plan_code') }} >= features.minimum_plan_rank
