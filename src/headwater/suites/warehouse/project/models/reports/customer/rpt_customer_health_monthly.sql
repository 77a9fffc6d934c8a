-- Customers and recurring revenue by colour.
select
    month_start,
    segment,
    health_band,
    count(*) as customers,
    sum(mrr_usd) as mrr_usd,
    round(avg(score), 2) as average_score,
    {{ count_where('is_paying') }} as paying_customers
from {{ ref('fct_account_health_monthly') }}
group by month_start, segment, health_band
