select
    activity.workspace_id,
    activity.date_day
from {{ ref('fct_workspace_daily_activity') }} as activity
inner join {{ ref('stg_app__workspaces') }} as workspaces
    on activity.workspace_id = workspaces.workspace_id
where
    activity.date_day < cast(workspaces.created_at as date)
    or activity.date_day > cast(workspaces.deleted_at as date)
