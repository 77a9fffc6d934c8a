with source as (

    select * from {{ source('app', 'workspace_plan_changes') }}

)

select
    change_id as plan_change_id,
    workspace_id,
    {{ normalise_plan('from_plan') }} as from_plan_code,
    {{ normalise_plan('to_plan') }} as to_plan_code,
    reason as change_reason,
    changed_at,
    _loaded_at as loaded_at
from source
