with reported as (
    select
        revenue.month_start,
        sum(revenue.recognized_revenue_usd) as usd
    from {{ ref('fct_revenue_monthly') }} as revenue
    left join {{ ref('dim_accounts') }} as accounts
        on revenue.account_id = accounts.account_id
    where not coalesce(accounts.is_internal or accounts.is_test, false)
    group by revenue.month_start
),

explored as (
    select
        month_start,
        sum(recognized_revenue_usd) as usd
    from {{ ref('sem_revenue') }}
    group by month_start
)

select
    coalesce(reported.month_start, explored.month_start) as month_start,
    reported.usd as reported_usd,
    explored.usd as explored_usd
from reported
full join explored
    on reported.month_start = explored.month_start
where abs(coalesce(reported.usd, 0) - coalesce(explored.usd, 0)) > 0.01
