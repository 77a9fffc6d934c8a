-- Hosting per active cloud user: the infrastructure team's target is under two dollars.
with costs as (
    select
        month_start,
        sum(cost_usd) as cost_usd,
        sum(own_cost_usd) as own_cost_usd
    from {{ ref('fct_cloud_costs_monthly') }}
    group by month_start
),

users as (
    select
        month_start,
        active_users
    from {{ ref('agg_monthly_active_users') }}
)

select
    costs.month_start,
    costs.cost_usd,
    costs.own_cost_usd,
    users.active_users,
    {{ safe_divide('costs.cost_usd', 'users.active_users', 4) }} as cost_per_active_user_usd
from costs
inner join users on costs.month_start = users.month_start
