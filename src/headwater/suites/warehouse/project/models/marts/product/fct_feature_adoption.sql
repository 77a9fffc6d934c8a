-- A workspace has tried a feature on the first day of use, and adopted it on the third different one. What nobody has
-- used for 28 days is abandoned. Signing in is no feature to adopt.
with milestones as (

    select * from {{ ref('int_feature_use_milestones') }}
    where feature <> 'sign_in'

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}

),

features as (

    select * from {{ ref('dim_features') }}

)

select
    {{ surrogate_key(['milestones.workspace_id', 'milestones.feature']) }} as feature_adoption_id,
    milestones.workspace_id,
    milestones.account_id,
    milestones.feature,
    workspaces.segment,
    workspaces.plan_code,
    milestones.first_used_on,
    milestones.third_use_on as adopted_on,
    milestones.last_used_on,
    milestones.days_used,
    milestones.events,
    {{ date_diff_days('workspaces.created_on', 'milestones.first_used_on') }} as days_to_first_use,
    {{ date_diff_days('milestones.first_used_on', 'milestones.third_use_on') }} as days_to_adopt,
    features.is_core,
    case
        when milestones.third_use_on is null then 'tried'
        when milestones.last_used_on < {{ date_add_days(as_of(), -28) }} then 'abandoned'
        else 'adopted'
    end as adoption_state
from milestones
inner join workspaces
    on milestones.workspace_id = workspaces.workspace_id
left join features
    on milestones.feature = features.feature
