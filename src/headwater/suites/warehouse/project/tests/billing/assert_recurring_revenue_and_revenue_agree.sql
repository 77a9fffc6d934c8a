-- Months before July 2022 are left out: a growing company of few customers earns less than its month-end MRR.
with revenue as (
    select
        month_start,
        sum(recognized_revenue_usd) as revenue_usd
    from {{ ref('fct_revenue_monthly') }}
    where product_line <> 'services'
    group by month_start
),

recurring as (
    select
        month_start,
        sum(mrr_usd) as mrr_usd
    from {{ ref('fct_account_mrr_monthly') }}
    group by month_start
)

select
    revenue.month_start,
    revenue.revenue_usd,
    recurring.mrr_usd
from revenue
inner join recurring
    on revenue.month_start = recurring.month_start
where revenue.month_start >= cast('2022-07-01' as date)
    and revenue.revenue_usd not between 0.80 * recurring.mrr_usd and 1.10 * recurring.mrr_usd
