-- invitations by month, and what became of them until now. accepted within a week is what the project wanted to move.
with invitations as (

    select
        invitation_id,
        workspace_id,
        inviter_user_id,
        invited_email,
        sent_at,
        accepted_at,
        expires_at
    from {{ ref('stg_app__invitations') }}

),

inviters as (

    select
        user_id,
        user_kind
    from {{ ref('base_users') }}

),

workspaces as (

    select
        ws_id,
        created_dt
    from {{ ref('base_workspaces') }}

),

joined as (

    select
        invitations.invitation_id,
        {{ month_start('invitations.sent_at') }} as month,
        coalesce(inviters.user_kind, 'unknown') as inviter_kind,
        case
            when {{ date_diff_days('workspaces.created_dt', 'invitations.sent_at') }} <= 7 then 'first week'
            when {{ date_diff_days('workspaces.created_dt', 'invitations.sent_at') }} <= 30 then 'first month'
            else 'later'
        end as workspace_age,
        invitations.accepted_at is not null as is_accepted,
        invitations.accepted_at is not null
        and {{ date_diff_days('invitations.sent_at', 'invitations.accepted_at') }} <= 7 as is_accepted_soon,
        invitations.accepted_at is null and invitations.expires_at < {{ as_of_end() }} as is_expired
    from invitations
    inner join workspaces on invitations.workspace_id = workspaces.ws_id
    left join inviters on invitations.inviter_user_id = inviters.user_id

)

select
    month,
    inviter_kind,
    workspace_age,
    count(*) as invitations,
    sum(case when is_accepted then 1 else 0 end) as accepted,
    sum(case when is_accepted_soon then 1 else 0 end) as accepted_soon,
    sum(case when is_expired then 1 else 0 end) as expired,
    sum(case when not is_accepted and not is_expired then 1 else 0 end) as waiting,
    {{ growth_share('sum(case when is_accepted then 1 else 0 end)', 'count(*)') }} as acceptance
from joined
group by month, inviter_kind, workspace_age
