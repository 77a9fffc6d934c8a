-- Before 2022 a single invoice could move a month.
select month_start, billing_usd, ledger_usd, difference_share
from {{ ref('rpt_revenue_close_monthly') }}
where month_start >= cast('2022-01-01' as date)
    and (difference_share is null or difference_share not between -0.025 and 0.08)
