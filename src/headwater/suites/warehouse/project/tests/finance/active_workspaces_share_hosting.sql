with shared as (
    select month_start, region
    from {{ ref('int_cloud_costs_by_month') }}
    where is_shared
    group by month_start, region
    having sum(cost_usd) > 0
),

active as (
    select
        workspace_id,
        {{ month_start('date_day') }} as month_start,
        sum(events) as events
    from {{ ref('fct_workspace_daily_activity') }}
    group by 1, 2
)

select active.workspace_id, active.month_start, active.events
from active
inner join {{ ref('dim_workspaces') }} as workspaces
    on active.workspace_id = workspaces.workspace_id
inner join shared
    on active.month_start = shared.month_start
    and workspaces.region = shared.region
left join {{ ref('int_cloud_costs_allocated') }} as costs
    on active.workspace_id = costs.workspace_id
    and active.month_start = costs.month_start
where active.events > 0
    and coalesce(costs.shared_cost_usd, 0) = 0
