with paid as (
    select
        {{ month_start('usage_date') }} as month_start,
        sum(list_cost_usd) - sum(credit_usd) as paid_usd
    from {{ ref('stg_cloud__usage_costs') }}
    group by 1
),

reported as (
    select
        month_start,
        sum(cost_usd) as cost_usd
    from {{ ref('fct_cloud_costs_monthly') }}
    group by month_start
)

select paid.month_start, paid.paid_usd, reported.cost_usd
from paid
left join reported on paid.month_start = reported.month_start
where abs(paid.paid_usd - coalesce(reported.cost_usd, 0)) > 1
