-- Customers and recurring revenue by colour.
select
    month_start,
    segment,
    health_band,
    count(*) as customers,
    sum(mrr_usd) as mrr_usd,
    -- an average of exact numbers is the same in whatever order they are added
    round(avg(cast(score as decimal(9, 4))), 2) as average_score,
    {{ count_where('is_paying') }} as paying_customers
from {{ ref('fct_account_health_monthly') }}
group by month_start, segment, health_band
