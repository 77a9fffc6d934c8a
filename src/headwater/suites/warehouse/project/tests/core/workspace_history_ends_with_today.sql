select workspaces.workspace_id, workspaces.region, history.region as region_in_history
from {{ ref('dim_workspaces') }} as workspaces
left join {{ ref('dim_workspace_history') }} as history
    on
        workspaces.workspace_id = history.workspace_id
        and history.is_current
where history.workspace_id is null or history.region <> workspaces.region
