with source as (

    select * from {{ source('app', 'memberships') }}

)

select
    membership_id,
    workspace_id,
    user_id,
    role,
    role = 'guest' as is_guest,
    invited_at,
    joined_at,
    removed_at,
    _loaded_at as loaded_at
from source
