-- Members of a workspace at the end of each month and how many of them did something in it.
with months as (

    select
        month_start,
        max(date_day) as last_day
    from {{ ref('dim_dates') }}
    where is_past
    group by month_start

),

memberships as (

    select memberships.*
    from {{ ref('int_membership_periods') }} as memberships
    inner join {{ ref('int_users_classified') }} as users
        on memberships.user_id = users.user_id
    where users.is_person

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}
    where is_reportable

),

activity as (

    select distinct
        workspace_id,
        user_id,
        {{ month_start('date_day') }} as month_start
    from {{ ref('fct_user_daily_activity') }}
    where is_active

),

-- somebody who left and came back within a month is one member; a full member before a guest
members as (

    select
        months.month_start,
        memberships.workspace_id,
        memberships.user_id,
        {{ any_true('not memberships.is_guest') }} as is_full_member
    from months
    inner join memberships
        on {{ holds_at(date_add_days('cast(months.last_day as timestamp)', 1), 'memberships.joined_at', 'memberships.left_at') }}
    group by months.month_start, memberships.workspace_id, memberships.user_id

)

select
    members.workspace_id,
    members.month_start,
    workspaces.account_id,
    count(*) as members,
    {{ count_where('members.is_full_member') }} as full_members,
    {{ count_where('not members.is_full_member') }} as guests,
    {{ count_where('activity.user_id is not null') }} as active_members,
    {{ safe_divide(count_where('activity.user_id is not null'), 'count(*)') }} as member_activity_rate
from members
inner join workspaces
    on members.workspace_id = workspaces.workspace_id
left join activity
    on
        members.workspace_id = activity.workspace_id
        and members.user_id = activity.user_id
        and members.month_start = activity.month_start
group by members.workspace_id, members.month_start, workspaces.account_id
