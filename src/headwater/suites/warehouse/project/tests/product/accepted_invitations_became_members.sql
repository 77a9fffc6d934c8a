with reported as (

    select sum(invitations_accepted) as invitations
    from {{ ref('rpt_collaboration_monthly') }}

),

recounted as (

    select count(*) as invitations
    from {{ ref('stg_app__memberships') }} as memberships
    inner join {{ ref('dim_workspaces') }} as workspaces
        on memberships.workspace_id = workspaces.workspace_id
    where memberships.invited_at is not null and workspaces.is_reportable

)

select reported.invitations as reported_invitations, recounted.invitations as recounted_invitations
from reported
cross join recounted
where abs(reported.invitations - recounted.invitations) > 0.01 * recounted.invitations
