with source as (
    select * from {{ source('raw_support', 'agents') }}
)

select
    id as agent_id,
    trim(name) as agent_name,
    {{ normalise_email('email') }} as email,
    {{ support_team('team') }} as team,
    hired_on,
    {{ is_true('is_active') }} as is_active,
    _loaded_at as loaded_at
from source
