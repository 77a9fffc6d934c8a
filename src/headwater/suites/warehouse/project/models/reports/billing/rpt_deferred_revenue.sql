-- Deferred revenue of the company by month, for the balance sheet.
with accounts as (
    select * from {{ ref('fct_deferred_revenue_monthly') }}
)

select
    month_start,
    {{ fiscal_period('month_start') }} as fiscal_period,
    {{ money('sum(opening_deferred_usd)') }} as opening_deferred_usd,
    {{ money('sum(billed_usd)') }} as billed_usd,
    {{ money('sum(credited_usd)') }} as credited_usd,
    {{ money('sum(recognized_usd)') }} as recognized_usd,
    {{ money('sum(closing_deferred_usd)') }} as closing_deferred_usd,
    {{ money(sum_where("product_line = 'self_managed'", 'closing_deferred_usd')) }} as closing_self_managed_usd,
    {{ money(sum_where("product_line <> 'self_managed'", 'closing_deferred_usd')) }} as closing_cloud_usd
from accounts
group by month_start, {{ fiscal_period('month_start') }}
