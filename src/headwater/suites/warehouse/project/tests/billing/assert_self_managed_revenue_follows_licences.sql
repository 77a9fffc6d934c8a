-- By quarter, since a single large licence that begins late in a month moves a month.
with revenue as (
    select
        fiscal_quarter,
        min(fiscal_quarter_start) as fiscal_quarter_start,
        sum(recognized_revenue_usd) as revenue_usd
    from {{ ref('rpt_revenue_by_product') }}
    where product_line = 'self_managed'
    group by fiscal_quarter
),

licenses as (
    select
        fiscal_quarter,
        sum(mrr_usd) as mrr_usd
    from {{ ref('sem_recurring_revenue') }}
    where product_line = 'self_managed'
    group by fiscal_quarter
)

select
    revenue.fiscal_quarter,
    revenue.revenue_usd,
    licenses.mrr_usd
from revenue
inner join licenses
    on revenue.fiscal_quarter = licenses.fiscal_quarter
where revenue.fiscal_quarter_start >= cast('2022-08-01' as date)
    and revenue.revenue_usd not between 0.75 * licenses.mrr_usd and 1.15 * licenses.mrr_usd
