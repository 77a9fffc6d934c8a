-- The page that finance opens first: a month's recurring revenue, revenue, cash, receivables and renewals side by side.
-- Made from the other reports, so that the page and they can never disagree.
with arr as (
    select * from {{ ref('agg_arr_monthly') }}
),

deferred as (
    select * from {{ ref('rpt_deferred_revenue') }}
),

cash as (
    select * from {{ ref('rpt_cash_collections') }}
),

outstanding as (
    select * from {{ ref('rpt_days_sales_outstanding') }}
),

retention as (
    select * from {{ ref('rpt_revenue_retention') }}
    where segment = 'All'
),

dunning as (
    select * from {{ ref('rpt_dunning') }}
)

select
    arr.month_start,
    {{ fiscal_quarter('arr.month_start') }} as fiscal_quarter,
    arr.closing_arr_usd,
    {{ money('arr.closing_arr_usd - arr.opening_arr_usd') }} as net_new_arr_usd,
    arr.paying_accounts,
    {{ safe_divide('arr.closing_arr_usd', 'arr.paying_accounts', 2) }} as arr_per_account_usd,
    retention.gross_retention,
    retention.net_retention,
    {{ money('coalesce(deferred.recognized_usd, 0)') }} as recognized_revenue_usd,
    {{ money('coalesce(deferred.closing_deferred_usd, 0)') }} as closing_deferred_usd,
    cash.billed_usd,
    cash.net_cash_usd,
    outstanding.open_usd,
    outstanding.overdue_usd,
    outstanding.days_sales_outstanding,
    dunning.failure_rate,
    dunning.recovery_share
from arr
inner join cash
    on arr.month_start = cash.month_start
inner join outstanding
    on arr.month_start = outstanding.month_start
left join deferred
    on arr.month_start = deferred.month_start
left join retention
    on arr.month_start = retention.month_start
left join dunning
    on arr.month_start = dunning.month_start
