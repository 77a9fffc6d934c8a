-- Finance's variance knows income and cost only; planning's sign of contra revenue is that of cost as well.
with planning as (
    select month_start, sum(variance_usd) as variance_usd
    from {{ ref('fct_plan_variance_monthly') }}
    group by month_start
),

finance as (
    select month_start, sum(favourable_variance_usd) as variance_usd
    from {{ ref('rpt_budget_variance_monthly') }}
    group by month_start
)

select planning.month_start, planning.variance_usd, finance.variance_usd as finance_usd
from planning
inner join finance on planning.month_start = finance.month_start
where abs(planning.variance_usd - finance.variance_usd) > 0.05
