with active as (

    select
        activity.date_day,
        workspaces.region,
        count(*) as workspaces
    from {{ ref('fct_workspace_daily_activity') }} as activity
    inner join {{ ref('dim_workspaces') }} as workspaces
        on activity.workspace_id = workspaces.workspace_id
    group by activity.date_day, workspaces.region

),

recounted as (

    select
        incidents.incident_id,
        coalesce(sum(active.workspaces), 0) as workspaces
    from {{ ref('stg_telemetry__incidents') }} as incidents
    left join active
        on
            cast(incidents.started_at as date) = active.date_day
            and coalesce(incidents.region, active.region) = active.region
    group by incidents.incident_id

)

select
    incidents.incident_id,
    incidents.affected_workspaces,
    recounted.workspaces
from {{ ref('fct_incidents') }} as incidents
inner join recounted
    on incidents.incident_id = recounted.incident_id
where incidents.affected_workspaces <> recounted.workspaces
