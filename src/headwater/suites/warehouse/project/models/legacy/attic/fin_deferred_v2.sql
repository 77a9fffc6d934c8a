-- T. Whitlock, 2023-08-21 (FIN-251). Deferred revenue by days for the covenant report. Switched off on 2023-09-04: the bank did not agree
-- to the other definition. fct_deferred_revenue_monthly has the figures for everybody else.
select
    month_start as month,
    product_line,
    sum(opening_deferred_usd) as opening_usd,
    sum(billed_usd) as invoiced_usd,
    sum(recognized_usd) as earned_usd,
    sum(closing_deferred_usd) as closing_usd
from {{ ref('fct_deferred_revenue_monthly') }}
group by month_start, product_line
