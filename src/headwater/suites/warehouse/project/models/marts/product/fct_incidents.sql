-- Incidents with how long they lasted and how many workspaces were awake in their regions on the day they began.
with incidents as (

    select * from {{ ref('stg_telemetry__incidents') }}
    where started_at < {{ as_of_end() }}

),

activity as (

    select
        activity.date_day,
        workspaces.region,
        count(distinct activity.workspace_id) as active_workspaces,
        sum(activity.active_users) as active_users
    from {{ ref('fct_workspace_daily_activity') }} as activity
    inner join {{ ref('dim_workspaces') }} as workspaces
        on activity.workspace_id = workspaces.workspace_id
    group by activity.date_day, workspaces.region

),

affected as (

    select
        incidents.incident_id,
        sum(activity.active_workspaces) as affected_workspaces,
        sum(activity.active_users) as affected_user_days
    from incidents
    inner join activity
        on
            {{ to_date('incidents.started_at') }} = activity.date_day
            and (incidents.region is null or incidents.region = activity.region)
    group by incidents.incident_id

)

select
    incidents.incident_id,
    incidents.service,
    incidents.severity,
    incidents.incident_kind,
    coalesce(incidents.region, 'all') as region,
    incidents.started_at,
    incidents.resolved_at,
    {{ to_date('incidents.started_at') }} as started_on,
    {{ month_start('incidents.started_at') }} as month_start,
    {{ minutes_between('incidents.started_at', 'coalesce(incidents.resolved_at, ' ~ as_of_end() ~ ')') }} as duration_minutes,
    incidents.resolved_at is null as is_open,
    coalesce(affected.affected_workspaces, 0) as affected_workspaces,
    coalesce(affected.affected_user_days, 0) as affected_user_days
from incidents
left join affected
    on incidents.incident_id = affected.incident_id
