-- Margin by segment and fiscal quarter, from the accounts up.
select
    {{ fiscal_quarter('margin.month_start') }} as fiscal_quarter,
    coalesce(accounts.segment, 'Unknown') as segment,
    count(distinct margin.account_id) as accounts,
    sum(margin.revenue_usd) as revenue_usd,
    sum(margin.hosting_usd) as hosting_usd,
    sum(margin.support_usd) as support_usd,
    sum(margin.margin_usd) as margin_usd,
    {{ safe_divide('sum(margin.margin_usd)', 'sum(margin.revenue_usd)') }} as margin_share
from {{ ref('fct_account_margin_monthly') }} as margin
left join {{ ref('dim_accounts') }} as accounts on margin.account_id = accounts.account_id
group by 1, 2
