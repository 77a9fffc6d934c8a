-- Register of recognised revenue. (docs/legacy/registers.md)
select
    account_id,
    month_start,
    product_line,
    gross_revenue_usd,
    credited_usd,
    refunded_usd,
    recognized_revenue_usd
from {{ ref('fct_revenue_monthly') }}
