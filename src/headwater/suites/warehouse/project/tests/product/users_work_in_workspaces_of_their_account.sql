select
    activity.user_id,
    activity.workspace_id,
    activity.account_id,
    workspaces.account_id as workspace_account_id
from {{ ref('fct_user_daily_activity') }} as activity
inner join {{ ref('stg_app__workspaces') }} as workspaces
    on activity.workspace_id = workspaces.workspace_id
where activity.account_id <> workspaces.account_id
