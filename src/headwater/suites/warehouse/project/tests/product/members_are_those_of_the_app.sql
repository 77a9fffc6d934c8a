with reported as (

    select sum(members) as members
    from {{ ref('rpt_member_activity') }}
    where month_start = {{ month_start(as_of()) }}

),

recounted as (

    select count(distinct memberships.workspace_id || memberships.user_id) as members
    from {{ ref('stg_app__memberships') }} as memberships
    inner join {{ ref('dim_workspaces') }} as workspaces
        on memberships.workspace_id = workspaces.workspace_id
    inner join {{ ref('dim_users') }} as users
        on memberships.user_id = users.user_id
    where
        memberships.removed_at is null
        and memberships.joined_at is not null
        and workspaces.is_reportable
        and workspaces.deleted_at is null
        and not (users.is_bot or users.is_staff or users.is_test_user)

)

select reported.members as reported_members, recounted.members as recounted_members
from reported
cross join recounted
where reported.members <> recounted.members
