with source as (

    select * from {{ source('app', 'invitations') }}

)

select
    invitation_id,
    workspace_id,
    inviter_user_id,
    {{ normalise_email('email') }} as invited_email,
    sent_at,
    accepted_at,
    expires_at,
    _loaded_at as loaded_at
from source
