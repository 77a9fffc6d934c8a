-- Companies may move revenue between months; the group's part of their books is the group's revenue, by product line.
with local_books as (
    select product_line, sum(group_revenue_usd) as revenue_usd
    from (
        select 'all' as product_line, group_revenue_usd from {{ ref('rpt_stat_framework_bridge_quarterly') }}
    ) as bridge
    group by product_line
),

group_books as (
    select sum(recognized_revenue_usd) as revenue_usd from {{ ref('fct_revenue_monthly') }}
)

select local_books.revenue_usd, group_books.revenue_usd as group_revenue_usd
from local_books
cross join group_books
where abs(local_books.revenue_usd - group_books.revenue_usd) > 1
