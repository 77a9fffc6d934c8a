-- Cost per region, service, day; workspaces' own compute folded in. Free credits ended service by service, hence both.
select
    usage_date as date_day,
    region,
    service,
    sum(list_cost_usd) as list_usd,
    sum(credit_usd) as credit_usd,
    sum(cost_usd) as cost_usd,
    count(distinct workspace_id) as own_workspaces
from {{ ref('stg_cloud__usage_costs') }}
group by 1, 2, 3
