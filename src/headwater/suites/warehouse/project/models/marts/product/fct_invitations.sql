-- What became of each invitation that was sent from a workspace that counts.
with invitations as (

    select * from {{ ref('stg_app__invitations') }}

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}
    where is_reportable

)

select
    invitations.invitation_id,
    invitations.workspace_id,
    workspaces.account_id,
    invitations.inviter_user_id,
    {{ email_domain('invitations.invited_email') }} as invited_domain,
    invitations.sent_at,
    {{ to_date('invitations.sent_at') }} as sent_on,
    invitations.accepted_at,
    invitations.expires_at,
    {{ minutes_between('invitations.sent_at', 'invitations.accepted_at') }} as minutes_to_accept,
    case
        when invitations.accepted_at is not null then 'accepted'
        when invitations.expires_at < {{ as_of_end() }} then 'expired'
        else 'pending'
    end as outcome
from invitations
inner join workspaces
    on invitations.workspace_id = workspaces.workspace_id
