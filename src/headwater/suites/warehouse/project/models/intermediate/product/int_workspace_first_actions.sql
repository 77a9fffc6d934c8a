-- The firsts of a workspace's life that onboarding is measured by.
with activity as (

    select * from {{ ref('fct_user_daily_activity') }}

),

user_firsts as (

    select
        workspace_id,
        user_id,
        min(case when core_events > 0 then first_event_at end) as first_core_at
    from activity
    group by workspace_id, user_id

),

ordered_firsts as (

    select
        *,
        row_number() over (partition by workspace_id order by first_core_at, user_id) as user_number
    from user_firsts
    where first_core_at is not null

),

core_firsts as (

    select
        workspace_id,
        max(case when user_number = 1 then first_core_at end) as first_core_at,
        max(case when user_number = 2 then first_core_at end) as second_user_core_at
    from ordered_firsts
    group by workspace_id

),

joined as (

    select
        workspace_id,
        user_id,
        min(joined_at) as joined_at
    from {{ ref('int_membership_periods') }}
    group by workspace_id, user_id

),

ordered_joined as (

    select
        *,
        row_number() over (partition by workspace_id order by joined_at, user_id) as member_number
    from joined

),

members as (

    select
        workspace_id,
        max(case when member_number = 2 then joined_at end) as second_member_at,
        max(case when member_number = 3 then joined_at end) as third_member_at
    from ordered_joined
    group by workspace_id

),

invitations as (

    select
        workspace_id,
        min(sent_at) as first_invited_at
    from {{ ref('fct_invitations') }}
    group by workspace_id

),

integrations as (

    select
        workspace_id,
        min(event_at) as first_integration_at
    from {{ ref('fct_events') }}
    where feature = 'integrations'
    group by workspace_id

)

select
    workspaces.workspace_id,
    workspaces.account_id,
    workspaces.created_at,
    invitations.first_invited_at,
    members.second_member_at,
    members.third_member_at,
    core_firsts.first_core_at,
    core_firsts.second_user_core_at,
    integrations.first_integration_at
from {{ ref('dim_workspaces') }} as workspaces
left join invitations
    on workspaces.workspace_id = invitations.workspace_id
left join members
    on workspaces.workspace_id = members.workspace_id
left join core_firsts
    on workspaces.workspace_id = core_firsts.workspace_id
left join integrations
    on workspaces.workspace_id = integrations.workspace_id
where workspaces.is_reportable
