with source as (

    select * from {{ source('app', 'workspaces') }}

)

select
    workspace_id,
    account_id,
    trim(name) as workspace_name,
    region,
    {{ normalise_plan('plan_code') }} as plan_code,
    created_at,
    updated_at,
    deleted_at,
    trial_started_at,
    trial_ends_at,
    _loaded_at as loaded_at
from source
