-- Hosting by account and month, with its part of what all share. Costs of workspaces that the product's database has
-- lost stay, under no account: finance wants the sum to be the provider's invoice.
select
    month_start,
    account_id,
    count(distinct workspace_id) as workspaces,
    sum(own_cost_usd) as own_cost_usd,
    sum(shared_cost_usd) as shared_cost_usd,
    sum(cost_usd) as cost_usd
from {{ ref('int_cloud_costs_allocated') }}
group by month_start, account_id
