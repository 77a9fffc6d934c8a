with books as (
    select month_start, sum(amount_usd) as hosting_usd
    from {{ ref('fct_gl_monthly') }}
    where account_name = 'Hosting'
    group by month_start
)

select costs.month_start, costs.cost_usd, books.hosting_usd
from {{ ref('rpt_cloud_cost_per_user_monthly') }} as costs
left join books on costs.month_start = books.month_start
where abs(costs.cost_usd - coalesce(books.hosting_usd, 0)) > 0.01 * costs.cost_usd + 1
