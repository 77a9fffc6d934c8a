-- Are the people who have a seat there? By segment and month.
with members as (

    select * from {{ ref('fct_workspace_members_monthly') }}

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}

)

select
    members.month_start,
    workspaces.segment,
    count(*) as workspaces,
    sum(members.members) as members,
    sum(members.full_members) as full_members,
    sum(members.guests) as guests,
    sum(members.active_members) as active_members,
    {{ safe_divide('sum(members.active_members)', 'sum(members.members)') }} as member_activity_rate,
    {{ safe_divide('sum(members.members)', 'count(*)', 2) }} as members_per_workspace
from members
inner join workspaces
    on members.workspace_id = workspaces.workspace_id
group by members.month_start, workspaces.segment
