-- When somebody was in a workspace. An invitation that was never taken is no membership.
with memberships as (

    select * from {{ ref('stg_app__memberships') }}
    where joined_at is not null

),

workspaces as (

    select * from {{ ref('stg_app__workspaces') }}

)

select
    memberships.membership_id,
    memberships.workspace_id,
    workspaces.account_id,
    memberships.user_id,
    memberships.role,
    memberships.is_guest,
    memberships.invited_at,
    memberships.joined_at,
    -- who is still in a workspace when it is deleted leaves with it
    case
        when memberships.removed_at is null then workspaces.deleted_at
        when workspaces.deleted_at < memberships.removed_at then workspaces.deleted_at
        else memberships.removed_at
    end as left_at,
    row_number() over (
        partition by memberships.user_id
        order by memberships.joined_at, memberships.membership_id
    ) as membership_number
from memberships
inner join workspaces
    on memberships.workspace_id = workspaces.workspace_id
