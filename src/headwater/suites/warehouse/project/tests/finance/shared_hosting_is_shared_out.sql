with shared as (
    select month_start, sum(cost_usd) as cost_usd
    from {{ ref('int_cloud_costs_by_month') }}
    where is_shared
    group by month_start
),

allocated as (
    select month_start, sum(shared_cost_usd) as cost_usd
    from {{ ref('int_cloud_costs_allocated') }}
    group by month_start
)

select shared.month_start, shared.cost_usd, allocated.cost_usd as allocated_usd
from shared
left join allocated on shared.month_start = allocated.month_start
where abs(shared.cost_usd - coalesce(allocated.cost_usd, 0)) > 0.01
