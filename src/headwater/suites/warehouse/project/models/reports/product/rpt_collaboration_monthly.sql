-- Do workspaces work together? A week belongs to the month of its Monday.
with weekly as (

    select
        {{ month_start('week_start') }} as month_start,
        workspace_id,
        count(*) as active_weeks,
        {{ count_where('is_collaborating') }} as collaborating_weeks,
        max(collaborating_users) as most_collaborating_users,
        sum(collaborative_events) as collaborative_events,
        sum(events) as events
    from {{ ref('fct_workspace_collaboration_weekly') }}
    group by {{ month_start('week_start') }}, workspace_id

),

invitations as (

    select
        {{ month_start('sent_on') }} as month_start,
        count(*) as invitations_sent,
        {{ count_where("outcome = 'accepted'") }} as invitations_accepted
    from {{ ref('fct_invitations') }}
    group by {{ month_start('sent_on') }}

),

monthly as (

    select
        month_start,
        count(*) as active_workspaces,
        {{ count_where('collaborating_weeks > 0') }} as collaborating_workspaces,
        sum(collaborative_events) as collaborative_events,
        sum(events) as events
    from weekly
    group by month_start

)

select
    monthly.month_start,
    monthly.active_workspaces,
    monthly.collaborating_workspaces,
    monthly.collaborative_events,
    monthly.events,
    coalesce(invitations.invitations_sent, 0) as invitations_sent,
    coalesce(invitations.invitations_accepted, 0) as invitations_accepted,
    {{ safe_divide('monthly.collaborating_workspaces', 'monthly.active_workspaces') }} as collaborating_share,
    {{ safe_divide('invitations.invitations_accepted', 'invitations.invitations_sent') }} as acceptance_rate
from monthly
left join invitations
    on monthly.month_start = invitations.month_start
