-- What the hosting provider charged by month, region and service, apart for one workspace's own and for shared services.
select
    {{ month_start('usage_date') }} as month_start,
    region,
    service,
    workspace_id,
    workspace_id is null as is_shared,
    sum(list_cost_usd) as list_cost_usd,
    sum(credit_usd) as credit_usd,
    sum(cost_usd) as cost_usd
from {{ ref('stg_cloud__usage_costs') }}
group by 1, 2, 3, 4, 5
